import { INTENT_FIELDS } from '../../../../craft/deck/deck.js';
import { ApiError } from '../../../../kernel/errors/api-error.js';
import type { DeckChapter } from '../../answers.js';
import { withDone } from '../../done.js';
import { workplacePaths } from '../../paths.js';
import { quoteOrDo } from '../../panels/priced.js';
import type { FormAction } from '../../screen.js';
import type { SentForm, Visit } from '../../visit.js';
import { loadBoard, paramsOf } from './loaded.js';

type Fields = SentForm['fields'];

/** The notice after each action. */
export const DONE: Readonly<Record<string, string>> = {
  'approve-plan': 'The plan is approved. Every chapter is being drawn.', 'approve-storyboard': 'The storyboard is approved. The film for review is being rendered.',
  'approve-draft': 'The film is approved.', finish: 'The finished film is being rendered.', reword: 'The chapter has other words.', 'refine-chapter': 'The chapter is changed.',
  earlier: 'The chapter is moved up.', later: 'The chapter is moved down.', remove: 'The chapter is removed.', take: 'Another take is being made.',
  frame: 'Another frame is being made.', refine: 'The deck is written again.', intent: 'What you know is in the deck.', look: 'The look is changed.',
  pdf: 'The PDF is being made.', pptx: 'The slides are being made.', publish: 'Its page is open.', unpublish: 'Its page is closed.',
};

const here = (visit: Visit): string => workplacePaths.deck(visit.param('jobId'));

/** An action that decides or changes something about the whole deck, and leads to the place of that on the page. */
const ofWhole = (operation: string, name: string, anchor: string, body: (fields: Fields) => object = () => ({})): FormAction => ({
  async send(visit, { fields, idempotencyKey }) {
    await visit.call(operation, { ...paramsOf(visit), idempotencyKey, body: { ...body(fields) } });
    return withDone(`${here(visit)}#${anchor}`, name);
  },
});

/** A priced approval: shows its price first. */
const approves = (operation: string, name: string, title: string, acknowledgement: string): FormAction => ({
  async send(visit, sent) {
    const body = sent.fields.acknowledged === 'true' ? { [acknowledgement]: true } : {};
    const back = { path: here(visit), label: 'The pitch deck' };
    const page = await quoteOrDo(visit, sent, { operation, input: { ...paramsOf(visit), body }, path: `${here(visit)}/${name}`, back, title });
    return page ?? withDone(`${here(visit)}#next`, name);
  },
});

/** The chapter of a form at its present position, with all chapters. Throws `version_conflict` when the chapter was removed. */
async function chapterNamed(visit: Visit, { chapterId }: Fields): Promise<{ index: number; chapters: readonly DeckChapter[] }> {
  const { storyboard: { chapters } } = await loadBoard(visit);
  const index = chapters.findIndex(({ id }) => id === chapterId);
  if (index < 0) throw new ApiError('version_conflict', 'The deck was changed, and the chapter is no longer there. Look at the chapters as they are now.');
  return { index, chapters };
}

/** An action that changes a chapter and leads to its card at its new position. */
const ofChapter = (
  operation: string, name: string, body: (fields: Fields, index: number, count: number) => object, then = (index: number) => index,
): FormAction => ({
  async send(visit, { fields, idempotencyKey }) {
    const { index, chapters } = await chapterNamed(visit, fields);
    await visit.call(operation, { ...paramsOf(visit), idempotencyKey, body: { ...body(fields, index, chapters.length) } });
    return withDone(workplacePaths.deckChapter(visit.param('jobId'), then(index)), name);
  },
});

/** The order of `count` chapters in which two positions are swapped. */
const swapped = (count: number, one: number, other: number): number[] =>
  Array.from({ length: count }, (_, at) => (at === one ? other : at === other ? one : at));

/** Buys another take or frame of a chapter; shows its price first. */
const buysOfChapter = (operation: string, name: 'take' | 'frame'): FormAction => ({
  async send(visit, sent) {
    const { index } = await chapterNamed(visit, sent.fields);
    const back = workplacePaths.deckChapter(visit.param('jobId'), index);
    const page = await quoteOrDo(visit, sent, {
      operation, input: { ...paramsOf(visit), body: { chapterIndex: index } }, path: `${here(visit)}/${name}`,
      back: { path: back, label: 'The pitch deck' }, title: `Another ${name} of chapter ${index + 1}`,
    });
    return page ?? withDone(back, name);
  },
});

const INTENT = (fields: Fields): object => Object.fromEntries(INTENT_FIELDS.map((name) => [name, fields[name]?.trim() || null]));

/** The actions of the forms of a pitch deck. */
export const actions: Readonly<Record<string, FormAction>> = {
  'approve-plan': approves('approvePitchDeckPlan', 'approve-plan', 'The pitch deck, drawn and filmed for review', 'acknowledgePlanCoverage'),
  'approve-storyboard': ofWhole('approvePitchDeckStoryboard', 'approve-storyboard', 'next'),
  'approve-draft': ofWhole('approvePitchDeckDraft', 'approve-draft', 'next'),
  reword: ofChapter('regeneratePitchDeckText', 'reword', ({ instruction }, chapterIndex) => ({ chapterIndex, ...(instruction ? { instruction } : {}) })),
  'refine-chapter': ofChapter('refinePitchDeckChapter', 'refine-chapter', ({ title, seconds, textMode, composition, cutIntoNext }, chapterIndex) =>
    ({ chapterIndex, ...(title ? { title } : {}), ...(seconds ? { durationSeconds: Number(seconds) } : {}), textMode, composition, cutIntoNext })),
  earlier: ofChapter('reorderPitchDeckChapters', 'earlier', (_fields, index, count) => ({ order: swapped(count, index - 1, index) }), (index) => index - 1),
  later: ofChapter('reorderPitchDeckChapters', 'later', (_fields, index, count) => ({ order: swapped(count, index, index + 1) }), (index) => index + 1),
  remove: ofChapter('removePitchDeckChapter', 'remove', (_fields, chapterIndex) => ({ chapterIndex }), (index) => Math.max(0, index - 1)),
  take: buysOfChapter('regeneratePitchDeckClip', 'take'),
  frame: buysOfChapter('regeneratePitchDeckFrame', 'frame'),
  refine: ofWhole('refinePitchDeck', 'refine', 'whole', ({ instruction = '' }) => ({ instruction })),
  intent: ofWhole('setPitchDeckIntent', 'intent', 'intent', INTENT),
  look: ofWhole('setPitchDeckLook', 'look', 'look', ({ finish }) => ({ finish })),
  pdf: ofWhole('makePitchDeckPdf', 'pdf', 'passing-on', () => ({ format: 'pdf' })),
  pptx: ofWhole('makePitchDeckPdf', 'pptx', 'passing-on', () => ({ format: 'pptx' })),
  publish: ofWhole('publishPitchDeck', 'publish', 'passing-on'),
  unpublish: ofWhole('unpublishPitchDeck', 'unpublish', 'passing-on'),
  finish: approves('finishPitchDeck', 'finish', 'The finished pitch deck', 'acknowledgeVideoCoverage'),
};
