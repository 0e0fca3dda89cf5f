import { html, type Markup } from '../../../html.js';
import { clockText } from '../../../wording.js';
import type { Trailer, TrailerBeat } from '../../answers.js';
import { workplacePaths } from '../../paths.js';
import type { Visit } from '../../visit.js';
import { beatForms } from './beat-forms.js';
import { clip, shapeOf, still } from './films.js';
import type { LoadedTrailer, Material } from './loaded.js';
import { takesPart } from './takes.js';
import { defectText, pictureText, secondsText, slotText, speakerText } from './words.js';

/** Whether a beat must be rendered before the trailer can be finished. */
const isBehind = ({ status }: Trailer, { stale, selectedTake }: TrailerBeat): boolean => status !== 'draft' && (stale || selectedTake === null);

/** The picture of a beat: its take, with the frame of the next take if that differs; else its frame; else a description. */
function seen(trailer: Trailer, beat: TrailerBeat): Markup {
  const { index, takes, selectedTake, frameUrl, card } = beat;
  const take = takes.find(({ takeId, url }) => takeId === selectedTake && url !== null);
  const toCome = frameUrl !== null && frameUrl !== take?.frameUrl && isBehind(trailer, beat) ? frameUrl : null;
  if (take) {
    return html`${clip(trailer, { url: take.url!, posterUrl: take.frameUrl, label: `Beat ${index + 1}` })}${toCome ? html`<p class="fine">Its next take begins with:</p>${still(trailer, toCome)}` : null}`;
  }
  if (frameUrl !== null) return still(trailer, frameUrl);
  return html`<div class="still blank${shapeOf(trailer)}"><span>${card ?? pictureText(beat)}</span></div>`;
}

function badges(trailer: Trailer, beat: TrailerBeat): Markup {
  const newest = beat.takes[0];
  const isOpen = newest?.status === 'queued' || newest?.status === 'rendering';
  const shown = beat.takes.find(({ takeId }) => takeId === beat.selectedTake);
  return html`${isOpen ? html`<span class="tag wait">${newest.status === 'queued' ? 'Waits to be rendered' : 'Being rendered'}</span>` : null}
${!isOpen && newest?.status === 'failed' ? html`<span class="tag wrong">The last take failed</span>` : null}
${!isOpen && isBehind(trailer, beat) ? html`<span class="tag ask">${beat.stale ? 'Out of date' : 'Not rendered yet'}</span>` : null}
${shown?.defects.map((defect) => html`<span class="tag wrong">${defectText(defect)}</span>`)}`;
}

function reasons({ marks, index }: TrailerBeat): Markup | null {
  if (marks.length === 0) return null;
  return html`<details class="more" id="why-${index + 1}"><summary>Why this line</summary><ul class="plain">${marks.map(({ words, points }) =>
    html`<li>${words}${points === 0 ? null : html` <span class="number fine">${points > 0 ? '+' : '−'}${Math.abs(points).toFixed(1)}</span>`}</li>`)}</ul></details>`;
}

/** The line of a beat, and its effects. */
function heard({ line, effects }: TrailerBeat): Markup {
  return html`${line ? html`<blockquote class="said"><b>${speakerText(line.speaker)}</b> ${line.text}</blockquote>` : html`<p class="fine">No line is heard.</p>`}
${effects.length > 0 ? html`<p class="fine">Effects: ${effects.map(({ soundId, offsetMs }) => `${soundId.replaceAll('-', ' ')} after ${secondsText(offsetMs)}`).join(', ')}</p>` : null}`;
}

/** One beat as a card; the one that is open has its takes side by side, and the forms that change it. */
function beatCard(visit: Visit, loaded: LoadedTrailer, beat: TrailerBeat, material: Material | null): Markup {
  const { trailer } = loaded;
  const { index, slot, startMs, durationMs, line, card } = beat;
  const number = index + 1;
  const isOpen = material !== null;
  const here = workplacePaths.trailer(trailer.id);
  const isRefused = visit.refused?.fields.beatId === beat.id;
  return html`<li id="beat-${number}" class="${isOpen ? 'open' : ''}" tabindex="-1" aria-labelledby="beat-title-${number}"${isRefused ? html` autofocus` : null}>
<div class="beat-seen"><div id="beat-seen-${number}" data-live>${seen(trailer, beat)}<p class="badges">${badges(trailer, beat)}</p></div></div>
<div class="beat-words"><h3 id="beat-title-${number}">${number}. ${slotText(slot)}</h3><p class="fine">${clockText(startMs)}, ${secondsText(durationMs)}. ${pictureText(beat)}${beat.cuts > 1 ? `, ${beat.cuts} pictures` : ''}</p>
${heard(beat)}${card === null ? null : html`<p class="fine">On the card: ${card}</p>`}${line ? reasons(beat) : null}
${isOpen ? null : html`<p class="acts-row"><a class="pill" href="${workplacePaths.trailerBeat(trailer.id, index)}">${loaded.mayEdit ? 'Change' : 'Look'}<span class="vh"> beat ${number}</span></a></p>`}</div>
${isOpen ? html`<div class="beat-desk">${isRefused && visit.notice ? html`<p class="wrong-text">${visit.notice.text}</p>` : null}${takesPart(visit, loaded, beat)}${beatForms(visit, loaded, beat, material)}
<p class="acts-row"><a class="pill" href="${here}#beat-${number}">Close<span class="vh"> beat ${number}</span></a></p></div>` : null}</li>`;
}

/** The storyboard: a card for each beat, in order. `open` is the position of the open one; null for none. */
export const cards = (visit: Visit, loaded: LoadedTrailer, open: number | null, material: Material | null): Markup =>
  html`<ol class="storyboard${shapeOf(loaded.trailer)}">${(loaded.storyboard?.beats ?? []).map((beat) => beatCard(visit, loaded, beat, beat.index === open ? material : null))}</ol>`;
