import Type, { type TProperties } from 'typebox';
import type { GatedDeck } from '../../src/domain/pitch-decks/deck-gates.js';
import { deckSubject, EDITABLE, boardOf, type ShownChapter } from '../../src/domain/pitch-decks/deck-model.js';
import { chaptersToRender, defectiveChapters } from '../../src/domain/pitch-decks/deck-view.js';
import { spokenTextMs } from '../../src/domain/pitch-decks/film/deck-sound.js';
import { loadPerformed } from '../../src/domain/artifacts/mix/performed-read.js';
import { FIXES } from '../../src/domain/pitch-decks/orders.js';
import { listChapterTakes, TAKE_KIND } from '../../src/domain/pitch-decks/takes/chapter-takes.js';
import { findTake, madeBy } from '../../src/domain/storyboards/takes/take.js';
import { seenTake } from '../../src/domain/storyboards/views.js';
import { closed, nullable } from '../../src/kernel/contract/models.js';
import { PRICES } from '../../src/kernel/credits/prices.js';
import { ApiError } from '../../src/kernel/errors/api-error.js';
import { findStoryboard } from '../../src/kernel/families/storyboards/storyboard-store.js';
import type { Services } from '../../src/kernel/services.js';
import { fold, regenerate, type EditRow } from '../families/storyboard-edits.js';
import type { Access, Sent } from '../families/subject.js';

export const BUY: Access = { scopes: ['artifact:publish'], idempotency: 'accepted' };
const chapter = { noun: 'chapter' as const };
const AtChapter = { chapterIndex: Type.Integer({ minimum: 0, maximum: 200, description: 'Counted from 0' }) };
const Ms = (description: string) => Type.Integer({ minimum: 0, maximum: 60_000, description });

type FindCall = Parameters<NonNullable<EditRow['find']>>[1];
const placeIn = ({ params, body }: { params: Sent; body: Sent }): number => Number(params.chapterIndex ?? body.chapterIndex);

/** Raises `story_job_state_invalid` before the chapters are drawn. */
export function requireDrawn(row: object): GatedDeck {
  const deck = row as GatedDeck;
  if (deck.status !== 'plan') return deck;
  throw new ApiError('story_job_state_invalid', 'a pitch deck has pictures once its plan is approved', {
    status: deck.status, allowed: EDITABLE.filter((status) => status !== 'plan'),
    next: { method: 'POST', path: `/pitch-decks/${deck.id}/plan/approve`, body: {}, why: 'Quotes the drawings and the film for review.' },
  });
}

/** The board of a deck, and the requests for its takes. Raises `story_job_not_found`. */
async function takesNow({ db }: Services, deck: GatedDeck) {
  const stored = await findStoryboard(db, deckSubject(deck));
  if (!stored) throw new ApiError('story_job_not_found', 'the pitch deck is gone');
  return { board: boardOf(stored), requests: await listChapterTakes(db, deck) };
}

/** Raises `validation_failed` for a chapter whose take has no defect. */
async function requireDefect(services: Services, call: FindCall): Promise<void> {
  const { board, requests } = await takesNow(services, requireDrawn(call.row));
  const item = board.items[placeIn(call)];
  if (item && (seenTake(item, requests)?.defects.length ?? 0) === 0) {
    throw new ApiError('validation_failed', 'the take of this chapter has no defect; storyboard/regenerate-clip makes another one', { field: 'chapterIndex' });
  }
}

/** The first repair of a chapter is free, because whoever paid for a take is not to blame for its defect. */
async function repairPrice(services: Services, row: object, chapterIndex: number): Promise<number> {
  const { board, requests } = await takesNow(services, row as GatedDeck);
  const id = board.items[chapterIndex]?.id;
  const wasRepaired = requests.some(({ brief, status }) => brief.purpose === 'repair' && status !== 'FAILED' && id !== undefined && brief.itemIds.includes(id));
  return wasRepaired ? PRICES.CLIP : 0;
}

/**
 * Ids of the chapters without a clip of what they show and sound now, or with a defect that nobody has accepted. Raises `validation_failed` when there are
 * none.
 */
async function chaptersToFix(services: Services, row: object): Promise<string[]> {
  const deck = requireDrawn(row);
  const { board, requests } = await takesNow(services, deck);
  const places = new Set([...chaptersToRender(deck, board, requests), ...defectiveChapters(board, requests)]);
  if (places.size === 0) throw new ApiError('validation_failed', 'every chapter has a clip of what it says, without a defect', { reason: 'nothing_to_fix' });
  return board.items.filter((_, at) => places.has(at)).map(({ id }) => id);
}

/** Raises `validation_failed` for a chapter that shows a card or an image instead of the stage: only the stage can be framed in another way. */
async function requireStaged(services: Services, call: FindCall): Promise<void> {
  const { board } = await takesNow(services, requireDrawn(call.row));
  const item = board.items[placeIn(call)];
  if (item && (item.composition === 'text' || item.picture === null || item.image !== null)) {
    throw new ApiError('validation_failed', 'this chapter shows a card or an image, which has one frame', { field: 'chapterIndex' });
  }
}

/** How long the text of a chapter takes at a given speed, in ms. Raises `validation_failed` for a text that is not spoken. */
async function spokenAt(services: Services, call: FindCall): Promise<number> {
  const deck = requireDrawn(call.row);
  const { board } = await takesNow(services, deck);
  const performed = await loadPerformed(services, deck.artifactId, deck.readRevision);
  const textMs = await spokenTextMs(services, { deck, board, performed }, placeIn(call), AbortSignal.timeout(120_000), call.body.speed as number);
  if (textMs === 0 && board.items[placeIn(call)]) throw new ApiError('validation_failed', 'the text of this chapter is not spoken', { field: 'chapterIndex' });
  return textMs;
}

/** An edit of the chapter that its path names. */
const ofChapter = (suffix: string, name: string, { body, ...row }: Parameters<typeof fold>[3] & { body: TProperties }): EditRow =>
  fold(`/chapters/{chapterIndex}${suffix}`, name, { ...chapter, body }, row);

const takesOf = async ({ db }: Services, row: object) => madeBy(await listChapterTakes(db, requireDrawn(row)));

/** Edits of the takes of a deck. */
export const takeRows: readonly EditRow[] = [
  regenerate('/storyboard/regenerate', chapter, 'frame', {
    id: 'regeneratePitchDeckFrame', summary: 'Make the frame of a chapter of a pitch deck again', access: BUY, price: 'FRAME', instructed: false, example: { chapterIndex: 2 },
    find: requireStaged, description: 'Another framing of the same moment, as a still; its clip is to be rendered again. Costs FRAME credits, charged when it is there.',
  }),
  regenerate('/storyboard/regenerate-clip', chapter, 'clip', {
    id: 'regeneratePitchDeckClip', summary: 'Make the clip of a chapter of a pitch deck again', access: BUY, price: 'CLIP', instructed: false, example: { chapterIndex: 2 },
    find: async (_services, { row }) => void requireDrawn(row),
    description: 'Another take of what the chapter says now, with another camera. Earlier takes stay, and can be selected. Costs CLIP credits, charged when it is there.',
  }),
  regenerate('/chapters/render-clip', chapter, 'clip', {
    id: 'renderPitchDeckClip', summary: 'Render the clip of a chapter of a pitch deck', access: BUY, price: 'CLIP', instructed: false, example: { chapterIndex: 2 },
    find: async (_services, { row }) => void requireDrawn(row),
    description: 'At once, before the storyboard is approved, which renders every chapter that has no clip of what it says. Costs CLIP credits, charged when it is there.',
  }),
  {
    path: '/more-fixes', id: 'fixPitchDeckChapters', summary: 'Make the clips of all chapters again that need it', access: BUY, body: {}, example: {},
    description: 'Of every chapter whose take has a defect that nobody keeps, is missing, or shows something else than the chapter says. Costs CLIP credits for each, charged when all are there.',
    price: async ({ row }, services) => PRICES.CLIP * (await chaptersToFix(services, row)).length,
    find: (services, { row }) => chaptersToFix(services, row),
    edit: ({ found, credits }) => ({ kind: 'regenerate', at: null, part: FIXES, instruction: ((found ?? []) as string[]).join(' '), credits }),
  },
  ofChapter('/select-take', 'selectTake', {
    id: 'selectPitchDeckTake', summary: 'Select a take of a chapter of a pitch deck', body: { takeId: Type.String({ minLength: 1, maxLength: 80, description: 'A take of this chapter' }) },
    description: 'The chapter then says and shows what the take shows. Free.', effects: { takeId: 'which take is seen' }, example: { takeId: 'ctk_0000000000000000-1' },
    find: async ({ db }, { row, body }) => { requireDrawn(row); return findTake<ShownChapter>(db, TAKE_KIND, body.takeId as string); },
    args: ({ found }) => ({ take: found ?? null }),
  }),
  ofChapter('/trim-take', 'trimTake', {
    id: 'trimPitchDeckTake', summary: 'Show a part of the take of a chapter of a pitch deck', example: { trim: { fromMs: 0, toMs: 5_000 } },
    body: { trim: nullable(closed({ fromMs: Ms('Where it begins in the take'), toMs: Ms('Where it ends there, a second later at least') }, { examples: [{ fromMs: 0, toMs: 2_000 }] }), { description: 'null: all of it' }) },
    description: 'A line that does not lie in it whole is not heard. The film becomes shorter; no clip is rendered again. Free.', args: ({ body }) => ({ trim: body.trim }),
    find: async (_services, { row }) => void requireDrawn(row),
  }),
  ofChapter('/take-repair-override', 'keepTake', {
    id: 'keepPitchDeckTake', summary: 'Keep a take of a pitch deck although it has defects', example: { keep: true }, body: { keep: Type.Boolean({ description: 'false: it counts as defective again' }) },
    description: 'Finishing then needs no acknowledgement of it. A take without a defect has nothing to be kept in spite of.',
    find: async (services, { row }) => (await takesOf(services, row)).filter(({ defects }) => defects.length > 0).map(({ takeId }) => takeId),
    args: ({ body: { keep }, found }) => ({ keep, defective: found ?? [] }),
  }),
  ofChapter('/abandon-take', 'abandonTake', {
    id: 'abandonPitchDeckTake', summary: 'Give up the take of a chapter of a pitch deck', access: BUY, body: {}, example: {},
    description: 'The newest other take of the chapter is seen, with what it says; where there is none the chapter is rendered with the next approval. Free.',
    find: (services, { row }) => takesOf(services, row), args: ({ found }) => ({ takes: found ?? [] }),
  }),
  {
    path: '/chapters/{chapterIndex}/repair-take', id: 'repairPitchDeckTake', summary: 'Make a defective take of a pitch deck again', access: BUY, params: AtChapter, body: {}, example: {},
    description: 'For a chapter whose take has a defect. Free once for each chapter, then CLIP credits, charged when it is there.',
    price: ({ row, params }, services) => repairPrice(services, row, params.chapterIndex as number), find: requireDefect,
    edit: ({ params, credits }) => ({ kind: 'regenerate', at: params.chapterIndex as number, part: credits > 0 ? 'clip' : 'repair', instruction: null, credits }),
  },
  ofChapter('/stage-voice-over', 'stageVoiceOver', {
    id: 'stagePitchDeckVoiceOver', summary: 'Have the text of a chapter spoken faster or slower', access: BUY, example: { speed: 0.9 },
    body: { speed: Type.Number({ minimum: 0.7, maximum: 1.3, description: 'Against the usual speed of the narrator; 1 is that' }) },
    description: 'The narrator speaks it again, and the chapter becomes longer where it needs to, up to 30 seconds. Free; its clip is to be rendered again.',
    find: spokenAt, args: ({ body: { speed }, found }) => ({ speed, textMs: found ?? 0 }),
  }),
];
