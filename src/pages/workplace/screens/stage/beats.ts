import { CANVAS_PLACES, type CanvasPlace } from '../../../../craft/stage/canvas-places.js';
import type { CanvasBeat } from '../../../../domain/artifacts/overlays/theater-canvas.js';
import { html, type Markup } from '../../../html.js';
import { field, select } from '../../forms.js';
import { workplacePaths } from '../../paths.js';
import { numberOf } from '../timeline/cue-fields.js';
import type { At, Fields } from './form-state.js';
import { placedKind, type Offered } from './placed-kind.js';
import { entryOf, forText, REVEALS, secondsOf } from './words.js';

const PLACES: Readonly<Record<CanvasPlace, string>> = { left: 'Left', centre: 'In the middle', right: 'Right', top: 'At the top', lower: 'Lower' };

function fields(at: At, { nouns, artifactId }: Offered): Markup {
  const pictures = at('nounKey');
  const isGone = pictures.value !== '' && !nouns.some(({ nounKey }) => nounKey === pictures.value);
  return html`<div class="pair">${field({ label: 'Words to show', max: 120, ...at('text') })}
${nouns.length > 0 || isGone ? select({ label: 'Or a picture', ...pictures }, [
    { value: '', label: 'None' }, ...nouns.map(({ nounKey, label }) => ({ value: nounKey, label })), ...isGone ? [{ value: String(pictures.value), label: 'A picture that is gone' }] : [],
  ]) : null}
${select({ label: 'Where', ...at('place') }, CANVAS_PLACES.map((value) => ({ value, label: PLACES[value] })))}${select({ label: 'How it comes up', ...at('reveal') }, REVEALS)}
${field({ label: 'For so many seconds', type: 'number', range: { min: 0.5, max: 30, step: 'any' }, hint: 'Empty: as long as the line is heard', ...at('seconds') })}</div>
${nouns.length > 0 ? null : html`<p class="fine">Pictures of what the read names can be shown once they are made, <a href="${workplacePaths.read(artifactId)}#places">with its places</a>.</p>`}`;
}

/** A beat as the API accepts it: without empty fields. */
const asSent = ({ entryIndex, text, nounKey, place, reveal, durationMs }: CanvasBeat): object =>
  ({ entryIndex, place, reveal, ...(text === null ? {} : { text }), ...(nounKey === null ? {} : { nounKey }), ...(durationMs === null ? {} : { durationMs }) });

function filledIn({ text, nounKey, place, reveal, seconds }: Fields): object {
  const durationMs = numberOf(seconds, 1_000);
  const given = Object.entries({ text, nounKey, place, reveal, durationMs }).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(given);
}

/** Words and pictures on the stage, from a line on. */
export const beats = placedKind<CanvasBeat>({
  key: 'beat', title: 'Words and pictures', one: 'the words or picture', operation: 'setArtifactTheaterCanvas', part: 'canvas',
  of: (scene) => scene.beats,
  idOf: ({ entryIndex, place }) => `${entryIndex} ${place}`,
  entryOf: ({ entryIndex }) => entryIndex,
  nameOf: ({ text, nounKey, place, durationMs }, { nouns }) =>
    `${text === null ? `The picture “${nouns.find((noun) => noun.nounKey === nounKey)?.label ?? nounKey}”` : `“${text}”`}, ${PLACES[place].toLowerCase()}${forText(durationMs)}`,
  valuesOf: ({ text, nounKey, place, reveal, durationMs }) => ({ text: text ?? '', nounKey: nounKey ?? '', place, reveal, seconds: secondsOf(durationMs) }),
  fields, newFields: fields,
  added: (items, sent) => ({ beats: [...items.map(asSent), { entryIndex: entryOf(sent.line), ...filledIn(sent) }] }),
  changed: (items, item, sent) => ({ beats: items.map((one) => (one === item ? { entryIndex: item.entryIndex, ...filledIn(sent) } : asSent(one))) }),
  removed: (items, item) => ({ beats: items.filter((one) => one !== item).map(asSent) }),
});
