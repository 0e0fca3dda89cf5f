import { describe, expect, it } from '@jest/globals';
import { textOf, type Chapter, type ChapterKind, type Deck } from '../../../src/craft/deck/deck.js';
import { leadsOf } from '../../../src/craft/deck/writer/deck-source.js';
import { newChapter } from '../../../src/craft/deck/writer/changes/new-chapter.js';
import { otherText } from '../../../src/craft/deck/writer/changes/other-text.js';
import { refineChapter } from '../../../src/craft/deck/writer/changes/refine-chapter.js';
import { refineDeck } from '../../../src/craft/deck/writer/changes/refine-deck.js';
import { neededSeconds, readAloudMs } from '../../../src/craft/deck/writer/material/reading-time.js';
import { isTraced } from '../../../src/craft/deck/writer/material/tracing.js';
import { intentChapters } from '../../../src/craft/deck/writer/texts/intent-chapters.js';
import { secondsOf, writeDeck } from '../../../src/craft/deck/writer/write-deck.js';
import { NotPossible, NotUnderstood } from '../../../src/craft/trailer/refusals.js';
import { deckSource, FULL_INTENT, NO_INTENT } from './reads.js';

const source = deckSource('clockmaker');
const deck = writeDeck(source, { seed: 'changes' });
const [lead, second] = leadsOf(source) as [string, string];
const at = (kind: ChapterKind, of: Deck = deck): number => of.chapters.findIndex((chapter) => chapter.kind === kind);
const inDeck = (index: number, chapter: Chapter): Deck => ({ ...deck, chapters: deck.chapters.map((one, place) => (place === index ? chapter : one)) });
const fits = (chapter: Chapter): boolean => neededSeconds(chapter) <= chapter.durationSeconds && chapter.durationSeconds <= 30;

describe('another text', () => {
  it.each(['logline', 'world', 'people', 'scene', 'synopsis'] as const)('for %s is true, new, and never one that was refused', (kind) => {
    const index = at(kind);
    const refused: string[] = [];
    for (let round = 0; round < 3; round += 1) {
      const next = otherText(source, deck, index, { instruction: null, refused });
      expect([textOf(deck.chapters[index]!), ...refused]).not.toContain(textOf(next));
      expect(next.sentences.every((sentence) => isTraced(source, sentence))).toBe(true);
      expect(fits({ ...deck.chapters[index]!, ...next })).toBe(true);
      refused.push(textOf(next));
    }
  });

  it('says nothing that the deck says elsewhere', () => {
    const next = textOf(otherText(source, deck, at('scene'), { instruction: null, refused: [] }));
    for (const [index, chapter] of deck.chapters.entries()) if (index !== at('scene')) expect(textOf(chapter)).not.toContain(next);
  });

  it('follows an instruction', () => {
    const index = at('scene');
    const now = readAloudMs(textOf(deck.chapters[index]!));
    const other = (instruction: string): string => textOf(otherText(source, deck, index, { instruction, refused: [] }));
    expect(readAloudMs(other('shorter'))).toBeLessThan(0.9 * now);
    expect(readAloudMs(other('longer'))).toBeGreaterThan(1.1 * now);
    expect(other('a question')).toMatch(/\?”?$/);
    expect(other('about the clock')).toMatch(/\bclocks?\b/i);
    expect(other('without the clock')).not.toMatch(/\bclocks?\b/i);
    expect(other(`in the words of ${lead}`)).toMatch(/(?:says|asks): “/);
    expect(other('told by the narrator')).not.toContain('“');
    expect(otherText(source, deck, index, { instruction: 'in two sentences', refused: [] }).sentences).toHaveLength(2);
    const both = other('about the clock, shorter');
    expect([/\bclocks?\b/i.test(both), readAloudMs(both) < 0.9 * now]).toEqual([true, true]);
  });

  it('follows an instruction as a whole, or refuses it and quotes the part that it cannot follow', () => {
    const ask = (instruction: string) => () => otherText(source, deck, at('scene'), { instruction, refused: [] });
    expect(ask('shorter, in the manner of Homer')).toThrow(NotUnderstood);
    expect(ask('shorter, in the manner of Homer')).toThrow(/“in the manner of Homer”/);
    expect(ask('about zeppelins')).toThrow(NotPossible);
    const own = inDeck(1, newChapter(source, deck, 1, { sentences: [{ text: 'We have built this before.', origins: [] }] }));
    expect(() => otherText(source, own, 1, { instruction: null, refused: [] })).toThrow(/those of a person/);
  });
});

describe('a chapter that is refined', () => {
  const index = at('scene');
  const chapter = deck.chapters[index]!;
  const refined = (instruction: string, of = index): Chapter => refineChapter(source, deck, of, instruction);

  it('shows and plays what is asked', () => {
    expect(refined(`close on ${lead}`).picture).toMatchObject({ size: 'close', people: [lead] });
    expect(refined('show the place').picture).toMatchObject({ size: 'place', people: [] });
    expect(refined('text only')).toMatchObject({ composition: 'text', picture: null });
    expect(refined('picture only', at('logline'))).toMatchObject({ composition: 'image', picture: { sceneIndex: expect.any(Number) } });
    expect(refined('caption').textMode).toBe('caption');
    const withLine = deck.chapters.findIndex(({ kind, lines }) => kind === 'scene' && lines.length > 0);
    expect(refined('no line', withLine).lines).toEqual([]);
    const other = refined('another line', withLine);
    expect(other.lines).toHaveLength(1);
    expect(deck.chapters.flatMap(({ lines }) => lines.map(({ text }) => text))).not.toContain(other.lines[0]!.text);
    expect(refined(`a line by ${second}`, withLine).lines[0]!.speaker).toBe(second);
  });

  it('lasts as long as asked, with a shorter text where it must', () => {
    expect(refined('20 seconds').durationSeconds).toBe(20);
    const synopsis = refined('18 seconds', at('synopsis'));
    expect([synopsis.durationSeconds, fits(synopsis)]).toEqual([18, true]);
    expect(() => refined('40 seconds')).toThrow(/from 4 to 30/);
    expect(() => refined('4 seconds', at('synopsis'))).toThrow(NotPossible);
  });

  it('takes line and picture along to a later moment', () => {
    const later = refined('later');
    expect(textOf(later)).not.toBe(textOf(chapter));
    expect([later.sentences.every((sentence) => isTraced(source, sentence)), fits(later)]).toEqual([true, true]);
    expect(later.picture!.entryIndex).toBeGreaterThanOrEqual(chapter.picture!.entryIndex);
  });

  it('follows every part of an instruction, or changes nothing', () => {
    const both = refined('shorter, show the place, caption');
    expect([both.picture?.size, both.textMode, readAloudMs(textOf(both)) < readAloudMs(textOf(chapter))]).toEqual(['place', 'caption', true]);
    expect(() => refined('shorter, more sparkle')).toThrow(/“more sparkle”/);
    expect(() => refined('voice-over')).toThrow(/“voice-over” cannot be followed: it is so already/);
    expect(() => refineChapter(source, deck, 99, 'shorter')).toThrow(RangeError);
  });
});

describe('a deck that is refined', () => {
  const refined = (instruction: string): Deck => refineDeck(source, deck, instruction);
  const spoken = ({ chapters }: Deck): number => chapters.reduce((sum, chapter) => sum + readAloudMs(textOf(chapter)), 0);
  const lines = ({ chapters }: Deck): number => chapters.flatMap((chapter) => chapter.lines).length;

  it('is shorter, longer, or exactly as long', () => {
    expect(secondsOf(refined('shorter').chapters)).toBeLessThan(0.93 * secondsOf(deck.chapters));
    expect(secondsOf(refined('longer').chapters)).toBeGreaterThan(1.07 * secondsOf(deck.chapters));
    for (const seconds of [90, 130]) {
      const { chapters } = refined(`${seconds} seconds`);
      expect([secondsOf(chapters), chapters.every(fits)]).toEqual([seconds, true]);
    }
    expect(() => refined('20 seconds')).toThrow(NotPossible);
  });

  it('has less text, fewer lines, and ends on a question', () => {
    expect(spoken(refined('less text'))).toBeLessThan(0.93 * spoken(deck));
    expect(lines(refined('fewer lines'))).toBeLessThan(lines(deck));
    const open: Deck = { ...deck, chapters: deck.chapters.map((chapter, index) => (index === deck.chapters.length - 1 ? { ...chapter, lines: [] } : chapter)) };
    const asking = refineDeck(source, open, 'end on a question').chapters.at(-1)!;
    expect(asking.lines.at(-1)?.text ?? textOf(asking)).toMatch(/\?["”’]*$/);
  });

  it('leaves a person out, who is then neither heard, seen nor named', () => {
    const without = refined(`without ${second}`);
    const name = new RegExp(`\\b${second.split(' ').at(-1)!}\\b`, 'i');
    expect(without.chapters.flatMap((chapter) => chapter.lines.map(({ speaker }) => speaker))).not.toContain(second);
    expect(without.chapters.flatMap(({ picture }) => picture?.people ?? [])).not.toContain(second);
    expect(without.chapters.filter((chapter) => name.test(`${chapter.title} ${textOf(chapter)}`)).map(textOf)).toEqual([]);
    expect(without.chapters.length).toBeGreaterThan(4);
  });

  it('gives one person more lines, while every sentence stays traced', () => {
    const more = refined(`more of ${second}`);
    const heard = ({ chapters }: Deck): number => chapters.filter((chapter) => chapter.lines.some(({ speaker }) => speaker === second)).length;
    expect(heard(more)).toBeGreaterThan(heard(deck));
    for (const chapter of more.chapters) expect([fits(chapter), chapter.sentences.every((sentence) => isTraced(source, sentence))]).toEqual([true, true]);
  });

  it('refuses an instruction and quotes the part that it does not understand', () => {
    expect(() => refined('shorter, more explosions by Michael Bay')).toThrow(/“more explosions by Michael Bay”/);
    expect(() => refined('')).toThrow(NotUnderstood);
  });
});

describe('a chapter that a person adds', () => {
  it('keeps the words of the person, traced to the person', () => {
    const chapter = newChapter(source, deck, 2, { title: 'Why us', sentences: [{ text: 'We grew up above a clockmaker’s shop.', origins: [] }] });
    expect(chapter).toMatchObject({ kind: 'own', title: 'Why us', sentences: [{ text: 'We grew up above a clockmaker’s shop.', origins: [{ kind: 'person', field: 'edit' }] }] });
    expect(fits(chapter)).toBe(true);
  });

  it('tells something new where the person gives no text', () => {
    const place = at('synopsis');
    const chapter = newChapter(source, deck, place, {});
    expect([chapter.kind, chapter.arcStage, fits(chapter)]).toEqual(['scene', 'turn', true]);
    expect(chapter.sentences.every((sentence) => isTraced(source, sentence))).toBe(true);
    expect(deck.chapters.map(textOf)).not.toContain(textOf(chapter));
    expect(deck.chapters.map(({ title }) => title)).not.toContain(chapter.title);
  });

  it('has the kind and the time that are given, and refuses a time that is too short', () => {
    expect(newChapter(source, deck, 1, { kind: 'people', composition: 'text', durationSeconds: 25, arcStage: 'setup' })).toMatchObject({ kind: 'people', picture: null, composition: 'text', durationSeconds: 25 });
    expect(() => newChapter(source, deck, 1, { kind: 'scene', durationSeconds: 4, sentences: [{ text: 'One two three four five six seven eight nine ten eleven twelve words and more of them.', origins: [] }] })).toThrow(NotPossible);
    expect(() => newChapter(source, deck, 99, {})).toThrow(RangeError);
  });
});

describe('the chapters of the intent', () => {
  it('hold what a person stated, group by group, and are none where nothing was stated', () => {
    expect(intentChapters(NO_INTENT)).toEqual([]);
    const chapters = intentChapters(FULL_INTENT);
    expect(chapters.map(({ title }) => title)).toEqual(['Who it is for', 'What it is like', 'The team', 'Budget and ask']);
    expect(chapters[2]!.sentences).toEqual(['Mara Voss writes.', 'Ben Ode directs.'].map((text) => ({ text, origins: [{ kind: 'person', field: 'team' }] })));
    expect(chapters[3]!.sentences.map(({ origins }) => origins[0])).toEqual([{ kind: 'person', field: 'budget' }, { kind: 'person', field: 'ask' }]);
    expect(chapters.every(fits)).toBe(true);
    expect(intentChapters({ ...NO_INTENT, ask: 'A pilot.' }).map(textOf)).toEqual(['A pilot.']);
  });

  it('lose nothing of a long text', () => {
    const team = Array.from({ length: 30 }, (_, index) => `Person ${index} has made plays for the radio for many years.`).join(' ');
    const chapters = intentChapters({ ...NO_INTENT, team });
    expect(chapters.map(textOf).join(' ')).toBe(team);
    expect(chapters.every(fits)).toBe(true);
  });
});
