import { html, type Markup } from '../../html.js';
import { form } from '../forms.js';
import type { Visit } from '../visit.js';

interface Variant {
  voiceId: string; name: string; pitchHz: number | null; wordsPerSecond: number; status: string; chosen: boolean;
  nearest: { character: string; distance: number } | null;
}
/** Voices that were made for a character. */
export interface VoiceDesign { id: string; character: string; status: string; variants: Variant[]; failureMessage: string | null }
interface Candidate { candidateId: string; imageUrl: string; description: string }
/** Portraits that were made of a character. */
export interface PortraitDesign {
  id: string; character: string; status: string; candidates: Candidate[]; chosenId: string | null; failureMessage: string | null;
}

/** Below this distance, listeners may confuse two voices. */
const ALIKE_BELOW = 1.5;

const soundOf = ({ pitchHz, wordsPerSecond, nearest }: Variant): string => [
  pitchHz === null ? null : `${Math.round(pitchHz)} Hz`, `${wordsPerSecond.toFixed(1)} words a second`,
  nearest && nearest.distance < ALIKE_BELOW ? `much like ${nearest.character}` : null,
].filter(Boolean).join(', ');

const state = (status: string, failureMessage: string | null, words: string): Markup | null =>
  status === 'failed' ? html`<p class="wrong-text">${failureMessage ?? 'It could not be made, and cost nothing.'}</p>` : status === 'ready' ? null : html`<p class="fine">${words}</p>`;

/** The voices of a design, each with a player and a button that chooses it. `path` is the action of the choice. */
export function voiceDesigns(visit: Visit, design: VoiceDesign | undefined, path: string): Markup | null {
  if (!design) return null;
  const mayChoose = visit.may('story:write');
  return html`<div class="designs"><h3>Designed voices</h3>${state(design.status, design.failureMessage, 'They are being spoken.')}<ul class="variants">${design.variants.map((variant) =>
    html`<li class="${variant.chosen ? 'chosen' : ''}"><b>${variant.name}</b><p class="fine">${soundOf(variant)}</p><audio controls preload="none" src="/voices/${variant.voiceId}.mp3" aria-label="${variant.name}"></audio>
${variant.chosen ? html`<p class="fine">chosen</p>` : mayChoose && variant.status === 'ready' ? form(visit, path, {
  label: 'Choose', fields: html`<input type="hidden" name="who" value="${design.character}"><input type="hidden" name="designId" value="${design.id}"><input type="hidden" name="voiceId" value="${variant.voiceId}">` }) : null}</li>`)}</ul></div>`;
}

/** The portraits of a design, each with a button that chooses it. */
export function portraitDesigns(visit: Visit, design: PortraitDesign | undefined, path: string): Markup | null {
  if (!design) return null;
  const mayChoose = visit.may('story:write');
  return html`<div class="designs"><h3>Designed portraits</h3>${state(design.status, design.failureMessage, 'They are being drawn.')}<ul class="variants">${design.candidates.map(({ candidateId, imageUrl, description }) =>
    html`<li class="${candidateId === design.chosenId ? 'chosen' : ''}"><img src="${new URL(imageUrl).pathname}" alt="${description}" loading="lazy">
${candidateId === design.chosenId ? html`<p class="fine">chosen</p>` : mayChoose && design.status === 'ready' ? form(visit, path, {
  label: 'Choose', fields: html`<input type="hidden" name="who" value="${design.character}"><input type="hidden" name="designId" value="${design.id}"><input type="hidden" name="candidateId" value="${candidateId}">` }) : null}</li>`)}</ul></div>`;
}
