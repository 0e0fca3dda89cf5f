import { createHash } from 'node:crypto';

/** Colours of a cover, each `#rrggbb`. */
export interface CoverPalette {
  /** Behind everything. */
  night: string;
  /** The cut-paper arches, from far to near. */
  far: string;
  near: string;
  /** The lamp and the rule under the title. */
  accent: string;
  /** Letters. */
  ink: string;
}

/** A house palette for productions without a look of their own; which one follows the seed. */
const HOUSE_PALETTES: readonly CoverPalette[] = [
  { night: '#14213d', far: '#28406b', near: '#0c1529', accent: '#f2b84b', ink: '#fdf6e7' },
  { night: '#3b1730', far: '#6b2b4c', near: '#230b1c', accent: '#f59e6c', ink: '#fff3e8' },
  { night: '#0f3236', far: '#1d5a5b', near: '#082023', accent: '#f0c96a', ink: '#f3f7ee' },
  { night: '#3f2413', far: '#74452a', near: '#25130a', accent: '#f3c677', ink: '#fff5e4' },
];

/** Numbers in `[0, 1)` that depend on the seed alone. */
export function seededNumbers(seed: string): () => number {
  let block = createHash('sha256').update(`cover-1\n${seed}`).digest();
  let at = 0;
  return () => {
    if (at + 4 > block.length) {
      block = createHash('sha256').update(block).digest();
      at = 0;
    }
    at += 4;
    return block.readUInt32BE(at - 4) / 2 ** 32;
  };
}

export function housePalette(seed: string): CoverPalette {
  const pick = Math.floor(seededNumbers(`${seed}/palette`)() * HOUSE_PALETTES.length);
  return HOUSE_PALETTES[pick] as CoverPalette;
}

/** Throws `RangeError` for anything but `#rrggbb`: colours go into SVG. */
export function checkedPalette(palette: CoverPalette): CoverPalette {
  for (const [name, colour] of Object.entries(palette)) {
    if (!/^#[0-9a-f]{6}$/i.test(colour)) {
      throw new RangeError(`${name} must be #rrggbb, not ${JSON.stringify(colour)}`);
    }
  }
  return palette;
}

/** Relative luminance (WCAG 2) and how far a colour is from grey. */
function measured(colour: string): { luminance: number; chroma: number } {
  const parts = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255);
  const [red, green, blue] = parts.map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return {
    luminance: 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0),
    chroma: Math.max(...parts) - Math.min(...parts),
  };
}

function shaded(colour: string, factor: number): string {
  const parts = [1, 3, 5].map((at) => Math.round(parseInt(colour.slice(at, at + 2), 16) * factor));
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

/**
 * The cover's palette from a plan's colours, whatever their order: dark ones make the room, the lightest the
 * letters, the
 * most colourful of the rest the lamp. Null when fewer than three are `#rrggbb` or none is dark enough for light
 * letters.
 */
export function paletteFrom(colours: readonly string[]): CoverPalette | null {
  const distinct = [...new Set(colours.map((colour) => colour.toLowerCase()))];
  const usable = distinct.filter((colour) => /^#[0-9a-f]{6}$/.test(colour));
  const byLight = usable.map((colour) => ({ colour, ...measured(colour) })).sort((a, b) => a.luminance - b.luminance);
  const [darkest, second] = byLight;
  const lightest = byLight.at(-1);
  if (byLight.length < 3 || !darkest || !second || !lightest || darkest.luminance > 0.09) return null;
  const readable = (lightest.luminance + 0.05) / (darkest.luminance + 0.05) >= 7;
  const bright = byLight.slice(1).filter(({ luminance }) => luminance > 0.15);
  const accent = bright.sort((a, b) => b.chroma - a.chroma)[0] ?? lightest;
  return {
    night: darkest.colour, near: shaded(darkest.colour, 0.6), accent: accent.colour,
    ink: readable ? lightest.colour : '#fff8ec',
    far: second.luminance > 0.25 ? shaded(second.colour, 0.55) : second.colour,
  };
}

const SIZE = 1_400;

/** A proscenium arch: legs at the sides, a curved head; drawn as the paper around the opening. */
function arch(inset: number, spring: number, crown: number, fill: string): string {
  const [left, right] = [inset, SIZE - inset];
  const head = `Q${left} ${crown} ${SIZE / 2} ${crown} Q${right} ${crown} ${right} ${spring}`;
  const opening = `M${left} ${SIZE} V${spring} ${head} V${SIZE} Z`;
  const paper = `M0 0 H${SIZE} V${SIZE} H0 Z ${opening}`;
  // A dark lip and a lit edge make it paper and not a flat shape.
  return `<path d="${opening}" fill="none" stroke="#000" stroke-opacity=".22" stroke-width="14"`
    + ` transform="translate(0 9)"/>`
    + `<path d="${paper}" fill="${fill}" fill-rule="evenodd"/>`
    + `<path d="${opening}" fill="none" stroke="#fff" stroke-opacity=".14" stroke-width="2"/>`;
}

function boards(palette: CoverPalette): string {
  let lines = '';
  for (let index = -8; index <= 8; index++) {
    lines += `<path d="M${700 + index * 58} 1120 L${700 + index * 150} 1400" stroke="#000" stroke-opacity=".25"`
      + ` stroke-width="3"/>`;
  }
  return `<path d="M0 1120 H1400 V1400 H0 Z" fill="${palette.near}"/>${lines}`
    + `<path d="M0 1120 H1400" stroke="${palette.accent}" stroke-opacity=".35" stroke-width="3"/>`;
}

/** The drawing under the letters: an empty stage with one light, its place and spread taken from the seed. */
export function coverScene(palette: CoverPalette, seed: string): string {
  const next = seededNumbers(seed);
  const lamp = Math.round(560 + next() * 280);
  const spread = Math.round(300 + next() * 120);
  const floor = Math.round(520 + next() * 360);
  const crown = Math.round(70 + next() * 50);
  let stars = '';
  for (let index = 0; index < 46; index++) {
    const [x, y, radius] = [130 + next() * 1_140, 150 + next() * 620, 0.8 + next() * 2.2];
    stars += `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${radius.toFixed(1)}" fill="${palette.ink}"`
      + ` opacity=".28"/>`;
  }
  return `<defs>`
    + `<radialGradient id="glow" cx=".5" cy=".5" r=".5">`
    + `<stop offset="0" stop-color="${palette.accent}" stop-opacity=".5"/>`
    + `<stop offset="1" stop-color="${palette.accent}" stop-opacity="0"/></radialGradient>`
    + `<linearGradient id="beam" x1="0" y1="0" x2="0" y2="1">`
    + `<stop offset="0" stop-color="${palette.accent}" stop-opacity=".34"/>`
    + `<stop offset="1" stop-color="${palette.accent}" stop-opacity=".05"/></linearGradient></defs>`
    + `<rect width="1400" height="1400" fill="${palette.night}"/>${stars}`
    + `<path d="M${lamp - 26} 0 L${floor - spread} 1185 Q${floor} 1240 ${floor + spread} 1185 L${lamp + 26} 0 Z"`
    + ` fill="url(#beam)"/>`
    + boards(palette)
    + `<ellipse cx="${floor}" cy="1192" rx="${spread}" ry="64" fill="url(#glow)"/>`
    + arch(118, 560, crown + 60, palette.far) + arch(62, 520, crown - 30, palette.near);
}
