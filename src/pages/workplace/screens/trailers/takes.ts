import { html, type Markup } from '../../../html.js';
import type { TrailerBeat } from '../../answers.js';
import { form } from '../../forms.js';
import { workplacePaths } from '../../paths.js';
import type { Visit } from '../../visit.js';
import { counted } from '../../words.js';
import { clip, still } from './films.js';
import { ofBeat, priceText } from './form-parts.js';
import type { LoadedTrailer } from './loaded.js';
import { defectText } from './words.js';

const WAITS = { queued: 'It waits to be rendered.', rendering: 'It is being rendered.' } as const;

function takeItem(visit: Visit, { trailer, mayEdit }: LoadedTrailer, beat: TrailerBeat, place: number): Markup {
  const { takeId, status, credits, retaken, defects, failureMessage, url, frameUrl } = beat.takes[place]!;
  const number = beat.takes.length - place;
  const isShown = takeId === beat.selectedTake;
  const choose = mayEdit && status === 'ready' && !isShown ? form(visit, `${workplacePaths.trailer(trailer.id)}/bring-back`, {
    label: `Bring take ${number} back`, fields: html`${ofBeat(beat, 'bring-back')}<input type="hidden" name="takeId" value="${takeId}">` }) : null;
  return html`<li id="take-${takeId}" class="${isShown ? 'chosen' : ''}"><b>Take ${number}</b>${isShown ? html` <span class="tag done">Seen now</span>` : null}
${url ? clip(trailer, { url, posterUrl: frameUrl, label: `Take ${number} of beat ${beat.index + 1}` }) : frameUrl ? still(trailer, frameUrl) : null}
${status === 'failed' ? html`<p class="wrong-text">${failureMessage ?? 'It could not be rendered.'} It cost nothing.</p>` : status === 'ready' ? html`<p class="fine">${retaken ? 'Made again at no price' : counted(credits, 'credit')}</p>` : html`<p class="fine">${WAITS[status]}</p>`}
${defects.map((defect) => html`<p class="wrong-text">${defectText(defect)}</p>`)}${choose}</li>`;
}

/** The takes of a beat side by side, the newest first, and the forms that make another take or another frame. */
export function takesPart(visit: Visit, loaded: LoadedTrailer, beat: TrailerBeat): Markup {
  const { trailer, prices, mayBuy } = loaded;
  const here = workplacePaths.trailer(trailer.id);
  const hasPicture = beat.picture !== null && beat.imageId === null;
  return html`<h4>Takes</h4><div id="takes-${beat.index + 1}" data-live>${beat.takes.length === 0 ? html`<p class="fine">There is none yet. Every beat gets one when the plan is approved.</p>`
    : html`<ul class="variants">${beat.takes.map((_, place) => takeItem(visit, loaded, beat, place))}</ul>`}</div>
${mayBuy ? html`<div class="acts-row">${form(visit, `${here}/take`, { label: `Another take${priceText(prices, 'CLIP')}`, fields: ofBeat(beat, 'take') })}
${hasPicture ? form(visit, `${here}/frame`, { label: `Another frame${priceText(prices, 'FRAME')}`, fields: ofBeat(beat, 'frame') }) : null}</div>
<p class="fine">A take shows what the beat says now, with another camera.${hasPicture ? ' A frame is another framing of the same moment, as a still; the next take moves from it.' : ''}</p>` : null}`;
}
