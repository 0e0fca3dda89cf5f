import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { CHAPTER_SECONDS, textOf } from '../../../src/craft/deck/deck.js';
import { leadsOf } from '../../../src/craft/deck/writer/deck-source.js';
import { isTraced } from '../../../src/craft/deck/writer/material/tracing.js';
import { writeDeck } from '../../../src/craft/deck/writer/write-deck.js';
import { deckBoard } from '../../../src/domain/pitch-decks/deck-board.js';
import type { DeckContext } from '../../../src/domain/pitch-decks/folds/deck-fold.js';
import { boardOf, chapterItem, DEFAULT_FIELDS, type DeckRow } from '../../../src/domain/pitch-decks/deck-model.js';
import { ApiError } from '../../../src/kernel/errors/api-error.js';
import { applyEdit, requireItem, type BoardContent, type StoryboardEdit } from '../../../src/kernel/families/storyboards/storyboard.js';
import { deckSource } from '../../craft/deck/reads.js';

const source = deckSource('clockmaker');
const [lead, second] = leadsOf(source) as [string, string];
const context = { deck: { title: source.title } as DeckRow, source } satisfies DeckContext;
const written = writeDeck(source, { seed: 'edits' });
const START: BoardContent = { items: written.chapters.map((chapter, at) => ({ ...chapterItem(chapter, `deck-${at}`) })), fields: { ...DEFAULT_FIELDS } };

/** The storyboard after an edit, as the store applies it, or the error with which the edit is refused. */
function after(board: BoardContent, edit: StoryboardEdit): BoardContent | ApiError {
  try {
    if (edit.kind !== 'fold') return applyEdit(board, edit, 'chapter');
    requireItem(board, edit, 'chapter');
    const { at, args } = edit;
    return { ...board, ...deckBoard.folds[edit.name]!(board, { at, args, context, item: at === null ? null : board.items[at]! }) };
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return error;
    throw error;
  }
}

const place = fc.integer({ min: 0, max: 13 });
const words = fc.constantFrom('The lights are going out along this coast.', 'Nobody asked. Everybody knew.', `${'A very long text that goes on and on. '.repeat(14)}`.trim(), 'Now');
const instruction = fc.constantFrom('shorter', 'longer', 'another text', 'a question', 'another line', 'no line', `close on ${lead}`, `a line by ${second}`, 'text only', 'both', 'show the place', '12 seconds', 'caption', 'purple');
const ofDeck = fc.constantFrom('shorter', 'longer', 'less text', 'more lines', 'fewer lines', 'end on a question', '80 seconds', `without ${second}`, `more of ${lead}`, 'purple');
const maybe = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(arbitrary, { nil: undefined });
const sent = (of: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<Record<string, unknown>> =>
  fc.record(of).map((fields) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)));

const choices = {
  title: maybe(words), durationSeconds: maybe(fc.integer({ min: 4, max: 30 })), textMode: maybe(fc.constantFrom('voiceover', 'caption')),
  composition: maybe(fc.constantFrom('image', 'text', 'both')), cutIntoNext: maybe(fc.constantFrom('cut', 'dip')),
};
const units = source.read.units.map(({ entryIndex, sentence }) => ({ kind: 'line', entryIndex, sentence }));
const component = fc.oneof(
  fc.constantFrom(...units), words.map((text) => ({ kind: 'text', text })), fc.integer({ min: 0, max: 9 }).map((sceneIndex) => ({ kind: 'place', sceneIndex })),
  fc.constantFrom(lead, second, 'Nobody').map((character) => ({ kind: 'person', character, size: 'close' })),
  fc.constantFrom('image', 'text', 'both').map((composition) => ({ kind: 'composition', composition })),
);

const at = (name: string, args: fc.Arbitrary<Record<string, unknown>>): fc.Arbitrary<StoryboardEdit> => fc.record({ kind: fc.constant('fold' as const), name: fc.constant(name), at: place, args });
const whole = (name: string, args: fc.Arbitrary<Record<string, unknown>>): fc.Arbitrary<StoryboardEdit> => fc.record({ kind: fc.constant('fold' as const), name: fc.constant(name), at: fc.constant(null), args });

const anyEdit: fc.Arbitrary<StoryboardEdit> = fc.oneof(
  whole('insertChapter', fc.record({ chapterIndex: place, chapter: sent({ ...choices, text: maybe(words), kind: maybe(fc.constantFrom('scene', 'people', 'world', 'synopsis', 'look')) }) })),
  at('removeChapter', fc.constant({})), at('refineOneChapter', sent({ ...choices, instruction: maybe(instruction) })), at('dropLine', sent({ lineIndex: maybe(fc.integer({ min: 0, max: 2 })) })),
  whole('refine', fc.record({ instruction: ofDeck })), at('reword', fc.record({ instruction: fc.option(instruction) })),
  at('applyComponent', fc.record({ component, take: fc.constant(null) })), at('swapImage', fc.record({ image: fc.constantFrom(null, { imageId: 'img_a', path: 'images/a' }) })),
  whole('directTextMotion', sent({ motion: fc.constantFrom('none', 'typed'), chapterIndex: maybe(place) })),
  whole('changeIntent', fc.record({ change: sent({ audience: maybe(fc.option(words)), budget: maybe(fc.option(words)), ask: maybe(fc.option(words)) }) })),
  fc.shuffledSubarray([...START.items.keys()], { minLength: START.items.length }).map((order) => ({ kind: 'reorder' as const, order })),
);

/** Gives each call an id of its own, from which the ids of new chapters are made. */
const called = (edits: readonly StoryboardEdit[]): StoryboardEdit[] =>
  edits.map((edit, call) => (edit.kind === 'fold' ? { ...edit, args: { ...edit.args, callId: `call-${call}` } } : edit));

function requireSound(board: BoardContent): void {
  const { items } = boardOf(board);
  expect(items.length).toBeGreaterThan(0);
  expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
  for (const { durationSeconds, sentences, lines, composition, picture, image, textOffsetMs, formerTexts, ...rest } of items) {
    const isLegal = Number.isInteger(durationSeconds) && durationSeconds >= CHAPTER_SECONDS.least && durationSeconds <= CHAPTER_SECONDS.most;
    expect([durationSeconds, isLegal]).toEqual([durationSeconds, true]);
    expect(sentences.filter((sentence) => !isTraced(source, sentence))).toEqual([]);
    expect(lines.every(({ offsetMs, gainDb }) => Number.isFinite(offsetMs) && Number.isFinite(gainDb))).toBe(true);
    expect([rest.id, composition === 'text' || picture !== null || image !== null]).toEqual([rest.id, true]);
    expect(formerTexts).not.toContain('');
    expect(textOffsetMs).toBe(0);
  }
}

describe('any edits of a deck, one after the other', () => {
  it('keep ids unique, lengths legal and every sentence traced, and give the same deck when repeated', () => {
    const seen = new Map<string, number>();
    fc.assert(fc.property(fc.array(anyEdit, { minLength: 1, maxLength: 7 }), (asked) => {
      const edits = called(asked);
      let board = START;
      const applied = edits.filter((edit) => {
        const next = after(board, edit);
        const name = edit.kind === 'fold' ? edit.name : edit.kind;
        if (next instanceof ApiError) return false;
        seen.set(name, (seen.get(name) ?? 0) + 1);
        board = next;
        requireSound(board);
        return true;
      });
      const again = applied.reduce<BoardContent>((now, edit) => after(now, edit) as BoardContent, START);
      expect(again).toEqual(board);
    }), { numRuns: 80 });
    expect([...seen.keys()].sort()).toEqual(['applyComponent', 'changeIntent', 'directTextMotion', 'dropLine', 'insertChapter', 'refine', 'refineOneChapter', 'removeChapter', 'reorder', 'reword', 'swapImage']);
  });
});

describe('a chapter that is written again', () => {
  const scene = written.chapters.findIndex(({ kind, lines }) => kind === 'scene' && lines.length > 0);
  const fold = (board: BoardContent, name: string, args: object): BoardContent => {
    const next = after(board, { kind: 'fold', name, at: scene, args: { ...args, callId: 'call' } });
    if (next instanceof ApiError) throw next;
    return next;
  };

  it('loses its text offset and trim and remembers its former text; a new title alone changes none of this', () => {
    const moved: BoardContent = { ...START, items: START.items.with(scene, { ...START.items[scene]!, textOffsetMs: 300, trim: { fromMs: 0, toMs: 4_000 } }) };
    const chapter = boardOf(fold(moved, 'reword', { instruction: null })).items[scene]!;
    expect(chapter).toMatchObject({ textOffsetMs: 0, trim: null, formerTexts: [textOf(written.chapters[scene]!)] });
    const titled = boardOf(fold(moved, 'refineOneChapter', { title: 'Below' })).items[scene]!;
    expect(titled).toMatchObject({ title: 'Below', textOffsetMs: 300, trim: { fromMs: 0, toMs: 4_000 }, formerTexts: [] });
  });

  it('never gets a text that it already had', () => {
    let board = START;
    const texts = [textOf(boardOf(board).items[scene]!)];
    for (let turn = 0; turn < 4; turn += 1) {
      board = fold(board, turn % 2 === 0 ? 'reword' : 'refineOneChapter', { instruction: turn % 2 === 0 ? null : 'another text' });
      const text = textOf(boardOf(board).items[scene]!);
      expect(texts).not.toContain(text);
      texts.push(text);
    }
  });

  it('takes its bells with it when it is removed', () => {
    const bells = [scene, 0].map((index) => ({ chapterId: `deck-${index}`, soundId: 'bell', offsetMs: 0, levelDb: 0 }));
    const left = fold({ ...START, fields: { ...START.fields, bells } }, 'removeChapter', {});
    expect(boardOf(left).fields.bells.map(({ chapterId }) => chapterId)).toEqual(['deck-0']);
  });
});
