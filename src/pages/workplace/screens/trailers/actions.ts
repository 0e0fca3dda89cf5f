import { ApiError } from '../../../../kernel/errors/api-error.js';
import type { TrailerBeat } from '../../answers.js';
import { withDone } from '../../done.js';
import { workplacePaths } from '../../paths.js';
import { quoteOrDo } from '../../panels/priced.js';
import type { FormAction } from '../../screen.js';
import type { SentForm, Visit } from '../../visit.js';
import { numberOf } from '../timeline/cue-fields.js';
import { loadBoard, paramsOf } from './loaded.js';
import { ANY_COLOUR } from './words.js';

type Fields = SentForm['fields'];

/** The notice after each action. */
export const DONE: Readonly<Record<string, string>> = {
  'approve-plan': 'The plan is approved. Every beat is being rendered.', 'approve-storyboard': 'The storyboard is approved.', 'approve-draft': 'The draft is approved. The finished film is being rendered.',
  recut: 'The trailer is cut again.', music: 'The music is changed.', narrator: 'The narrator is changed.', reword: 'The beat has another line.', line: 'The beat says this line.',
  card: 'The beat shows the card.', place: 'The beat shows the place.', person: 'The beat shows the person.', image: 'The picture of the beat is changed.', move: 'The line is moved.',
  effect: 'The effect is added.', 'remove-effect': 'The effect is removed.', 'bring-back': 'The earlier take is back.', take: 'Another take is being made.', frame: 'Another frame is being made.',
};

const here = (visit: Visit): string => workplacePaths.trailer(visit.param('jobId'));

/** The beat of a form at its present position. Throws `version_conflict` when it no longer exists. */
async function beatNamed(visit: Visit, { beatId }: Fields): Promise<TrailerBeat> {
  const { storyboard } = await loadBoard(visit);
  const beat = storyboard?.beats.find(({ id }) => id === beatId);
  if (!beat) throw new ApiError('version_conflict', 'The trailer was cut again, and the beat is no longer there. Look at the storyboard as it is now.');
  return beat;
}

/** An action that decides or changes something about the whole trailer, and leads to the place of that on the page. */
const ofWhole = (operation: string, name: string, anchor: string, body: (fields: Fields) => object = () => ({})): FormAction => ({
  async send(visit, { fields, idempotencyKey }) {
    await visit.call(operation, { ...paramsOf(visit), idempotencyKey, body: { ...body(fields) } });
    return withDone(`${here(visit)}#${anchor}`, name);
  },
});

/** An action that changes a beat and leads back to its card. */
const ofBeat = (operation: string, name: string, body: (fields: Fields) => object): FormAction => ({
  async send(visit, { fields, idempotencyKey }) {
    const { index } = await beatNamed(visit, fields);
    await visit.call(operation, { ...paramsOf(visit), idempotencyKey, body: { beatIndex: index, ...body(fields) } });
    return withDone(workplacePaths.trailerBeat(visit.param('jobId'), index), name);
  },
});

/** Buys another take or frame of a beat; shows its price first. */
const buysOfBeat = (operation: string, name: 'take' | 'frame'): FormAction => ({
  async send(visit, sent) {
    const { index } = await beatNamed(visit, sent.fields);
    const back = workplacePaths.trailerBeat(visit.param('jobId'), index);
    const page = await quoteOrDo(visit, sent, {
      operation, input: { ...paramsOf(visit), body: { beatIndex: index } }, path: `${here(visit)}/${name}`, back: { path: back, label: 'The trailer' }, title: `Another ${name} of beat ${index + 1}`,
    });
    return page ?? withDone(back, name);
  },
});

/** A priced approval: shows its price first. */
const approves = (operation: string, name: string, title: string, body: (fields: Fields) => Record<string, unknown> = () => ({})): FormAction => ({
  async send(visit, sent) {
    const back = { path: here(visit), label: 'The trailer' };
    const page = await quoteOrDo(visit, sent, { operation, input: { ...paramsOf(visit), body: body(sent.fields) }, path: `${here(visit)}/${name}`, back, title });
    return page ?? withDone(`${here(visit)}#next`, name);
  },
});

const component = (name: string, of: (fields: Fields) => object): FormAction => ofBeat('applyTrailerComponent', name, (fields) => ({ component: of(fields) }));

/** The values that are not null. */
const filledIn = (values: Record<string, number | string | null>): object => Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));

/** The actions of the forms of a trailer. */
export const actions: Readonly<Record<string, FormAction>> = {
  'approve-plan': approves('approveTrailerPlan', 'approve-plan', 'The trailer, rendered for review'),
  'approve-storyboard': ofWhole('approveTrailerStoryboard', 'approve-storyboard', 'next'),
  'approve-draft': approves('approveTrailerDraft', 'approve-draft', 'The finished trailer', ({ resolution }) => ({ ...(resolution ? { resolution } : {}) })),
  recut: ofWhole('refineTrailer', 'recut', 'whole', ({ instruction = '' }) => ({ instruction })),
  music: ofWhole('changeTrailerMusic', 'music', 'whole', ({ mood, colour, level, muted }) => ({
    ...filledIn({ mood: mood ?? null, levelDb: numberOf(level, 1) }), ...(colour ? { colour: colour === ANY_COLOUR ? null : colour } : {}), muted: muted === 'true',
  })),
  narrator: ofWhole('setTrailerNarrator', 'narrator', 'whole', ({ voiceId = null }) => ({ voiceId })),
  reword: ofBeat('regenerateTrailerText', 'reword', ({ instruction }) => ({ ...(instruction ? { instruction } : {}) })),
  move: ofBeat('moveTrailerLine', 'move', ({ offset, gain }) => filledIn({ lineOffsetMs: numberOf(offset, 1_000), lineGainDb: numberOf(gain, 1) })),
  line: component('line', ({ entryIndex, part = '1' }) => ({ kind: 'line', entryIndex: Number(entryIndex), sentence: Number(part) - 1 })),
  card: component('card', ({ words = '' }) => ({ kind: 'card', words })),
  place: component('place', ({ sceneIndex }) => ({ kind: 'place', sceneIndex: Number(sceneIndex) })),
  person: component('person', ({ character = '', size = 'close' }) => ({ kind: 'person', character, size })),
  'bring-back': component('bring-back', ({ takeId = '' }) => ({ kind: 'take', takeId })),
  image: ofBeat('swapTrailerImage', 'image', ({ imageId = null }) => ({ imageId })),
  effect: ofBeat('changeTrailerEffects', 'effect', ({ soundId = '', offset, level }) =>
    ({ action: 'add', soundId, ...filledIn({ offsetMs: numberOf(offset, 1_000), levelDb: numberOf(level, 1) }) })),
  'remove-effect': ofBeat('changeTrailerEffects', 'remove-effect', ({ soundId = '' }) => ({ action: 'remove', soundId })),
  take: buysOfBeat('regenerateTrailerClip', 'take'),
  frame: buysOfBeat('regenerateTrailerFrame', 'frame'),
};
