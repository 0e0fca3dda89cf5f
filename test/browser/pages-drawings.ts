import { createHash } from 'node:crypto';
import { pagePaths } from '../../src/pages/paths.js';
import type { DrawnPicture } from '../../src/pages/source.js';
import type { PagePicture } from '../../src/pages/view.js';

const PICTURE_TOKEN = 'open-token';
const SKIES = [['#2b2550', '#c8775f'], ['#2a1a1c', '#6b4336'], ['#0b1026', '#2f4466']] as const;
const COATS = ['#27496d', '#a33036', '#8f86c4', '#2f6b4a', '#6d5a2a', '#3c6f76', '#7a3f66', '#4b4b57'] as const;
const SKINS = ['#6b4226', '#f0cdb2', '#f6d3b3', '#e9c3a6', '#c68a5e', '#8b5a3a', '#f3d9c4', '#a86f48'] as const;

/** The address of a drawing of the house. */
export function pictureOf(name: string, alt: string): PagePicture {
  return { url: pagePaths.picture(PICTURE_TOKEN, name), alt };
}

/** Plain drawings in the sizes of the real ones: 16:9 places, transparent busts of 600×760, square faces. */
export function drawnPicture(name: string): DrawnPicture | null {
  const [, kind, number] = /^(scene|bust|face)-(\d+)\.svg$/.exec(name) ?? [];
  if (!kind || number === undefined) return null;
  const svg = kind === 'scene' ? scene(Number(number)) : kind === 'bust' ? bust(Number(number)) : face(Number(number));
  return { svg, etag: `"${createHash('sha256').update(svg).digest('hex')}"` };
}

function scene(index: number): string {
  const [top, low] = SKIES[index % SKIES.length] ?? SKIES[0];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1600 900"><defs><linearGradient id="a" x2="0" y2="1"><stop stop-color="${top}"/>`
    + `<stop offset=".8" stop-color="${low}"/></linearGradient></defs><rect width="1600" height="900" fill="url(#a)"/>`
    + '<path d="M0 640h220V520h180v120h160V560h240v80h200V500h220v140h380v260H0Z" fill="#231b33"/>'
    + '<path d="M700 640h200l420 260H280Z" fill="#18141f"/><circle cx="1120" cy="240" r="46" fill="#f4efe2"/></svg>';
}

function person(seat: number): string {
  const coat = COATS[seat % COATS.length] ?? '';
  const skin = SKINS[seat % SKINS.length] ?? '';
  return `<path d="M120 760V590c0-90 70-130 180-130s180 40 180 130v170Z" fill="${coat}"/><path d="M255 380h90v110h-90Z" fill="${skin}"/>`
    + `<ellipse cx="300" cy="290" rx="108" ry="132" fill="${skin}"/><path d="M186 280c0-110 50-150 114-150s114 40 114 150c-40-50-180-60-228 0Z" fill="#241a1a"/>`
    + '<circle cx="262" cy="292" r="8" fill="#1a1210"/><circle cx="338" cy="292" r="8" fill="#1a1210"/>'
    + '<path d="M262 352q38 22 76 0" stroke="#8a3c38" stroke-width="7" fill="none"/>';
}

function bust(seat: number): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 760">${person(seat)}</svg>`;
}

function face(seat: number): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><rect width="512" height="512" fill="#b9c4cf"/>`
    + `<g transform="translate(16 40) scale(.8)">${person(seat)}</g></svg>`;
}
