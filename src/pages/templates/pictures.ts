import { html, type Markup } from '../html.js';
import type { PagePicture, ReadCastMember } from '../../domain/artifacts/pictures/page-pictures.js';
import type { ReadScene } from '../view.js';
import { initialsOf, moodOf } from '../wording.js';

const TONES = 8;

/** The place of a scene: its drawing over the light of its heading, which shows until the drawing has loaded, or in place of a missing drawing. */
export function backdrop(scene: ReadScene | undefined, shown: boolean): Markup {
  return html`<div class="backdrop" data-mood="${moodOf(scene?.heading ?? '')}"${shown ? html` data-shown` : null}>
${picture(shown ? scene?.backdrop ?? null : null)}</div>`;
}

/** An image whose source the client may change; hidden without a drawing. */
function picture(drawn: PagePicture | null): Markup {
  return html`<img${drawn ? html` src="${drawn.url}"` : html` hidden`} alt="${drawn?.alt ?? ''}">`;
}

/** A small picture of a scene's place; the text beside it says the same. */
export function thumb(scene: ReadScene): Markup {
  const drawn = scene.backdrop ? html`<img src="${scene.backdrop.url}" alt="" loading="lazy">` : null;
  return html`<span class="thumb backdrop" data-mood="${moodOf(scene.heading)}" data-shown aria-hidden="true">${drawn}</span>`;
}

/** Someone on the stage: the drawn bust, or a cameo with initials. */
export function bust(member: ReadCastMember, seat: number, onStage: boolean): Markup {
  if (!member.bust) return cameo(member, seat);
  return html`<img class="bust" src="${member.bust.url}" alt="${member.bust.alt}" width="600" height="760"${onStage ? null : html` loading="lazy"`}>`;
}

/** A face in a list beside the person's name, so its `alt` is empty. */
export function face(member: ReadCastMember, seat: number | null): Markup {
  if (!member.face) return cameo(member, seat);
  return html`<img class="face" src="${member.face.url}" alt="" width="60" height="60" loading="lazy">`;
}

function cameo(member: ReadCastMember, seat: number | null): Markup {
  const tone = seat === null ? 'narrator' : String(seat % TONES);
  return html`<span class="cameo" data-tone="${tone}" aria-hidden="true"><span>${initialsOf(member.character)}</span></span>`;
}
