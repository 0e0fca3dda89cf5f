import { otherLine } from '../../craft/trailer/alternatives.js';
import { recut } from '../../craft/trailer/recut.js';
import type { BeatLine, BeatPicture, Cut, CutSource } from '../../craft/trailer/cut.js';
import { msOfCounts } from '../../craft/trailer/cut.js';
import { NotPossible, NotUnderstood } from '../../craft/trailer/refusals.js';
import { ApiError } from '../../kernel/errors/api-error.js';
import { defineBoard, type Fold, type FoldCall } from '../../kernel/families/storyboards/board.js';
import type { BoardContent } from '../../kernel/families/storyboards/storyboard.js';
import { requireEditable } from '../storyboards/editable.js';
import { changedEffects, framed, withMade, withMusic } from '../storyboards/folds.js';
import { chosenSourceOfRead } from '../storyboards/chosen-lines.js';
import { showing } from '../storyboards/takes/retake.js';
import { itemsOf } from './create-trailer.js';
import { withKept } from './kept-beats.js';
import { orderedByEdit } from './ordered-work.js';
import type { BeatTake } from './takes/beat-takes.js';
import { boardOf, countsOf, EDITABLE, TRAILER, type BeatItem, type TrailerRow } from './trailer-model.js';
import { findTrailer, lockTrailer, noteEdited } from './trailer-store.js';
import { TRAILER_TYPE } from './trailer-type.js';

/** What the folds of a trailer need besides its storyboard. */
interface TrailerContext { trailer: TrailerRow; source: CutSource }

type TrailerFold = Fold<TrailerContext>;

const invalid = (field: string, message: string, details: object = {}): ApiError => new ApiError('validation_failed', message, { field, ...details });

/** Converts an error of the cutter into the API error for the caller; rethrows other errors. */
function refused(error: unknown): never {
  if (error instanceof NotUnderstood || error instanceof NotPossible) throw invalid('instruction', error.message);
  throw error;
}

const cutOf = (board: BoardContent): Cut => {
  const { items, fields } = boardOf(board);
  return { countsPerMinute: fields.countsPerMinute, beats: items };
};

/** The storyboard with some fields of one beat changed. */
function withBeat(board: BoardContent, { at }: FoldCall<unknown>, change: Partial<BeatItem>): Partial<BoardContent> {
  const items = boardOf(board).items;
  return { items: items.with(at!, { ...items[at!]!, ...change } as BeatItem) };
}

/** Gives a beat another line, one that is heard nowhere else and that the beat has not had before. */
const reword: TrailerFold = (board, call) => {
  const { source } = call.context;
  const { instruction } = call.args as { instruction: string | null };
  const beat = boardOf(board).items[call.at!]!;
  const former = (beat['formerLines'] ?? []) as { entryIndex: number; sentence: number }[];
  try {
    const { line, picture, marks } = otherLine(source, cutOf(board), call.at!, { instruction, refused: former });
    const left = beat.line ? [...former, { entryIndex: beat.line.entryIndex, sentence: beat.line.sentence }] : former;
    return withBeat(board, call, { line, picture, marks, card: null, image: null, formerLines: left });
  } catch (error) {
    return refused(error);
  }
};

/** Cuts the whole trailer again. Beats that stay keep their takes, and words and images that people put in stay. */
const recutBoard: TrailerFold = (board, { args, context: { trailer, source } }) => {
  const { instruction, callId } = args as { instruction: string; callId: string };
  const { items, fields } = boardOf(board);
  try {
    const { seconds, title, id } = trailer;
    const cut = recut(source, { seconds, title, seed: id }, instruction, cutOf(board));
    const { countsPerMinute } = cut;
    const after = { items: itemsOf(cut, (at) => `${callId}-${at}`), countsPerMinute };
    return { items: withKept({ items, countsPerMinute: fields.countsPerMinute }, after, title), fields: { ...fields, countsPerMinute } };
  } catch (error) {
    return refused(error);
  }
};

/** The earliest and latest start of a line relative to the picture of its beat. */
export const LINE_OFFSETS_MS = { least: -2_000, most: 4_000 } as const;

/** Moves the line of a beat, or changes its level. Raises `validation_failed` when the line would begin before the trailer or end after it. */
const moveLine: TrailerFold = (board, call) => {
  const { lineOffsetMs, lineGainDb } = call.args as { lineOffsetMs?: number; lineGainDb?: number };
  const { items, fields } = boardOf(board);
  const { line } = items[call.at!]!;
  if (!line) throw invalid('beatIndex', 'no line is heard in this beat');
  const moved: BeatLine = { ...line, offsetMs: lineOffsetMs ?? line.offsetMs, gainDb: lineGainDb ?? line.gainDb };
  const starts = countsOf(items);
  const [startMs, totalMs] = [msOfCounts(fields, starts[call.at!]!), msOfCounts(fields, starts.at(-1)!)];
  const latest = Math.floor(totalMs - startMs - (line.toMs - line.fromMs));
  if (startMs + moved.offsetMs < 0) throw invalid('lineOffsetMs', 'the line would begin before the trailer', { minimum: -Math.floor(startMs) });
  if (moved.offsetMs > latest) throw invalid('lineOffsetMs', 'the line would end after the trailer', { maximum: latest });
  return withBeat(board, call, { line: moved });
};

/** A component that a caller puts into a beat. */
export type Component =
  | { kind: 'take'; takeId: string } | { kind: 'line'; entryIndex: number; sentence: number } | { kind: 'card'; words: string }
  | { kind: 'place'; sceneIndex: number } | { kind: 'person'; character: string; size: 'medium' | 'close' };

function lineIn(
  { units }: CutSource, { entryIndex, sentence }: { entryIndex: number; sentence: number }, roomMs: number,
): { line: BeatLine; sceneIndex: number } {
  const unit = units.find((one) => one.entryIndex === entryIndex && one.sentence === sentence);
  if (!unit) throw invalid('component.entryIndex', 'the read has no such line', { sentences: units.filter((one) => one.entryIndex === entryIndex).length });
  const { speaker, text, fromMs, toMs, sceneIndex } = unit;
  if (toMs - fromMs > roomMs) throw invalid('component.entryIndex', `the line lasts ${toMs - fromMs} ms; the beat has ${Math.floor(roomMs)}`, { maximum: Math.floor(roomMs) });
  const offsetMs = Math.round(Math.min(200, (roomMs - (toMs - fromMs)) / 2));
  return { sceneIndex, line: { entryIndex, sentence, speaker, text, fromMs, toMs, offsetMs, gainDb: 0 } };
}

function personIn({ people, units }: CutSource, { character, size }: { character: string; size: 'medium' | 'close' }): BeatPicture {
  const name = people.find((one) => one.toLowerCase() === character.trim().toLowerCase());
  const first = units.find(({ speaker }) => speaker === name);
  if (!name || !first) throw invalid('component.character', 'nobody of this name speaks in the read', { people: people.slice(0, 20) });
  return { sceneIndex: first.sceneIndex, entryIndex: first.entryIndex, size, people: [name] };
}

/** The mark of a beat whose content a person chose. */
const CHOSEN: BeatItem['marks'] = [{ rule: 'chosen', points: 0, words: 'chosen by hand' }];

/** The fields of a beat that a component changes. */
function changeBy(beat: BeatItem, component: Exclude<Component, { kind: 'take' }>, { source }: TrailerContext, roomMs: number): Partial<BeatItem> {
  switch (component.kind) {
    case 'line': {
      const { line, sceneIndex } = lineIn(source, component, roomMs);
      const people = line.speaker === null ? [] : [line.speaker];
      return { line, marks: CHOSEN, card: null, image: null, picture: { sceneIndex, entryIndex: line.entryIndex, size: people.length > 0 ? 'medium' : 'wide', people } };
    }
    case 'card': return { card: component.words, picture: null, image: null, marks: CHOSEN };
    case 'person': return { picture: personIn(source, component), card: null, image: null };
    case 'place': {
      const scene = source.scenes.find(({ index }) => index === component.sceneIndex);
      if (!scene) throw invalid('component.sceneIndex', 'the read has no such scene', { scenes: source.scenes.map(({ index }) => index) });
      return { picture: { sceneIndex: scene.index, entryIndex: scene.firstEntry, size: 'place', people: [] }, card: null, image: null };
    }
  }
}

/** Puts a component into a beat. A take also restores the content that it shows. */
const applyComponent: TrailerFold = (board, call) => {
  const { component, take } = call.args as { component: Component; take: BeatTake | null };
  const { items, fields } = boardOf(board);
  const beat = items[call.at!]!;
  if (component.kind === 'take') {
    if (!take || take.itemId !== beat.id) throw invalid('component.takeId', 'this beat has no such take');
    const { takeId, variation, picture, shown } = take;
    const isSaid = JSON.stringify(shown.line) === JSON.stringify(beat.line);
    return withBeat(board, call, { takeId, variation, picture, ...shown, ...(isSaid ? {} : { marks: CHOSEN }) });
  }
  return withBeat(board, call, changeBy(beat, component, call.context, msOfCounts(fields, beat.counts)));
};

/** Adds an effect to a beat, or removes one. */
const changeEffects: TrailerFold = (board, call) => {
  const { items, fields } = boardOf(board);
  const beat = items[call.at!]!;
  return withBeat(board, call, { effects: changedEffects(beat, call.args, { noun: 'beat', lastMs: Math.floor(msOfCounts(fields, beat.counts)) }) });
};

/** Changes the music; fields that are not sent keep their values. */
const changeMusic: TrailerFold = (board, { args }) => withMusic(boardOf(board), args);

/** Shows newly made takes in their beats. */
const showTakes: TrailerFold = (board, { args }) => ({ items: withMade(boardOf(board).items, args, showing) });

const showFrame: TrailerFold = (board, { args }) => ({ items: withMade(boardOf(board).items, args, framed) });

/** The storyboards of trailers. */
export const trailerBoard = defineBoard<TrailerContext>({
  type: TRAILER,
  folds: { reword, recut: recutBoard, moveLine, applyComponent, changeEffects, changeMusic, showTakes, showFrame },
  async context(services, { id }) {
    const trailer = await findTrailer(services.db, id);
    if (!trailer) throw new ApiError('story_job_not_found', 'the trailer is gone');
    return { trailer, source: await chosenSourceOfRead(services, trailer) };
  },
  async lock(tx, { id }) {
    await lockTrailer(tx, id);
  },
  async admit(tx, { id }) {
    requireEditable(TRAILER_TYPE, await findTrailer(tx, id), EDITABLE);
  },
  async orderedBy(tx, { id }, asked) {
    const trailer = await findTrailer(tx, id);
    return trailer && orderedByEdit(trailer, asked);
  },
  edited: (tx, { id }) => noteEdited(tx, id),
});
