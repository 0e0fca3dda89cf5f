import { html, type Markup } from '../html.js';
import { clockText } from '../wording.js';
import { icon } from './icons.js';

const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3] as const;

function button(id: string, name: string, key: string, content: Markup, pressed?: boolean): Markup {
  return html`<button class="b" id="${id}" type="button" aria-label="${name}" title="${name} (${key})"
${pressed === undefined ? null : html` aria-pressed="${String(pressed)}"`}>${content}</button>`;
}

/** The controls in Tab order. `durationMs` is null while the length of a live read is not known. */
export function transport(durationMs: number | null): Markup {
  const total = durationMs === null ? 'live' : clockText(durationMs);
  return html`<div class="transport" id="transport" role="group" aria-label="Playback">
<div class="keys-mid"><button class="b play" id="play" type="button" aria-label="Play" title="Play (Space)">
${icon('play', 'i-play')}${icon('pause', 'i-pause')}</button>
${button('previous', 'Previous line', '←', icon('previous'))}${button('back', 'Back 15 seconds', 'J', icon('back'))}
${button('ahead', 'On 15 seconds', 'L', icon('ahead'))}${button('next', 'Next line', '→', icon('next'))}</div>
<div class="scrub"><span class="time" id="now">0:00</span><div class="rail" id="rail"><div class="buffer" id="buffer"></div>
<input type="range" id="seek" min="0" max="${durationMs ?? 0}" step="100" value="0" aria-label="Position"
 aria-valuetext="0:00 of ${total}"></div><span class="time" id="duration">${total}</span></div>
<div class="keys-left"><label class="speed"><span class="vh">Speed</span><select id="speed" title="Speed ([ and ])">
${SPEEDS.map((speed) => html`<option value="${speed}"${speed === 1 ? html` selected` : null}>${speed}×</option>`)}</select></label></div>
<div class="keys-right">${button('captions', 'Captions', 'C', icon('captions'), true)}
${button('mute', 'Mute', 'M', html`${icon('sound', 'i-sound')}${icon('muted', 'i-muted')}`, false)}
<input type="range" class="volume" id="volume" min="0" max="100" step="5" value="100" aria-label="Volume">
${button('full', 'Full screen', 'F', icon('full'))}</div>
</div>`;
}
