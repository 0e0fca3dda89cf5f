import type { MixerPart, PlayerData } from '../client-data.js';
import { html, type Markup } from '../html.js';
import type { ReadPage } from '../view.js';
import { sheet } from './dialogs.js';
import { icon } from './icons.js';

const NAMES: Record<MixerPart, string> = { voices: 'Voices', music: 'Music', effects: 'Effects', beds: 'Atmosphere' };

/** The parts of a read whose level a listener can set; null when there are only voices. */
export const mixerOf = ({ mixer, audioUrl }: Pick<ReadPage, 'mixer' | 'audioUrl'>): PlayerData['mixer'] =>
  (mixer !== null && audioUrl !== null && mixer.parts.length > 1 ? mixer : null);

/** Opens the mixer; shown where the browser can mix. */
export const mixerButton = (read: ReadPage): Markup | null => mixerOf(read) && html`<button class="b" id="show-mixer" type="button"
 aria-label="Mixer" title="Mixer" hidden>${icon('mixer')}</button>`;

/** A slider for each part of the recording. */
export function mixerDialog(read: ReadPage): Markup | null {
  const mixer = mixerOf(read);
  return mixer && sheet('mixer', 'Mixer', html`<p class="fine">How loud each part is for you. This browser remembers it.</p>
<div id="mixer-parts">${mixer.parts.map((part) => html`<label class="part"><span>${NAMES[part]}</span>
<input type="range" min="0" max="100" step="5" value="100" data-part="${part}" aria-valuetext="100 per cent"><output aria-hidden="true">100 %</output></label>`)}</div>
<p class="sheet-acts"><button class="pill" type="button" id="mixer-reset">As it was made</button></p>`);
}
