import { describe, expect, it } from '@jest/globals';
import { shownWords } from '../../../src/craft/speech/times/shown-words.js';
import { stretchesOf, type HeardWord } from '../../../src/craft/trailer/sentences.js';
import { cutSourceOf, type HeardLine } from '../../../src/craft/trailer/units.js';
import { readOfLines } from './reads.js';

const WORD_MS = 250;

/** Words of a quarter of a second each; `pauseMs` gives the pause behind each word. */
function wordsOf(text: string, pauseMs: (word: string) => number): HeardWord[] {
  let at = 100;
  return shownWords(text).map(({ from, to }) => {
    const word = { from, to, startMs: at, endMs: at + WORD_MS };
    at = word.endMs + pauseMs(text.slice(from, to));
    return word;
  });
}

const atMarks = (word: string): number => (/[.!?;]$/u.test(word) ? 400 : 0);
const textsOf = (text: string, pauseMs = atMarks): string[] => {
  const words = wordsOf(text, pauseMs);
  return stretchesOf(text, words, words.at(-1)!.endMs + 100).map((stretch) => stretch.text);
};

describe('the units of a line', () => {
  it('are its sentences, cut in the silence between their words', () => {
    const text = 'The tide turned before noon that day. Did the harbour master see the boat go out?';
    const words = wordsOf(text, atMarks);
    const durationMs = words.at(-1)!.endMs + 300;
    const [one, other] = stretchesOf(text, words, durationMs);
    expect([one!.text, other!.text]).toEqual(['The tide turned before noon that day.', 'Did the harbour master see the boat go out?']);
    const [last, next] = [words[one!.last]!, words[other!.first]!];
    expect(one!.toMs).toBeGreaterThan(last.endMs);
    expect(other!.fromMs).toBeLessThan(next.startMs);
    expect(one!.toMs).toBeLessThanOrEqual(other!.fromMs);
    expect(other!.toMs).toBeLessThanOrEqual(durationMs);
  });

  it('stay together where the voice runs on without a gap', () => {
    const text = 'The tide turned before noon that day. Nobody on the quay had seen it coming. The boats lay dry.';
    const runsOn = (word: string): number => (word === 'day.' ? 0 : atMarks(word));
    expect(textsOf(text, runsOn)).toEqual(['The tide turned before noon that day. Nobody on the quay had seen it coming.', 'The boats lay dry.']);
  });

  it('join short neighbours that belong together, and no others', () => {
    expect(textsOf('Run! The wall is falling.')).toEqual(['Run! The wall is falling.']);
    expect(textsOf('I sold the horse. It was lame.')).toEqual(['I sold the horse. It was lame.']);
    expect(textsOf('Who opened the gate? Ruth had the only key.')).toEqual(['Who opened the gate?', 'Ruth had the only key.']);
  });

  it('split a sentence that is too long at its punctuation marks', () => {
    const text = 'My father kept the northern light for thirty one years without a single night of rest; my brother put it out on the first evening he was asked to.';
    expect(textsOf(text)).toEqual([
      'My father kept the northern light for thirty one years without a single night of rest', 'my brother put it out on the first evening he was asked to.',
    ]);
  });

  it('are timed by letters in a line whose words have no times', () => {
    const stretches = stretchesOf('Nobody came to the funeral but the dog. Would you have come?', [], 6_000);
    expect(stretches.map(({ text }) => text)).toEqual(['Nobody came to the funeral but the dog.', 'Would you have come?']);
    expect(stretches[1]!.fromMs).toBeGreaterThan(3_000);
    expect(stretches[1]!.toMs).toBeLessThanOrEqual(6_000);
  });
});

describe('what a trailer is cut from', () => {
  it('lists people by how much they say, without narrators, and the speakers of each scene', () => {
    const source = readOfLines([
      { by: null, text: 'The kitchen was cold.' }, { by: 'ADA', text: 'Who let the fire out?' }, { by: 'BEN', text: 'The wind came down the chimney and nobody was here to see it.' },
      { by: 'ADA', text: 'You were here.', scene: 1 },
    ]);
    expect(source.people).toEqual(['BEN', 'ADA']);
    expect(source.scenes.map(({ firstEntry, people }) => ({ firstEntry, people }))).toEqual([{ firstEntry: 0, people: ['BEN', 'ADA'] }, { firstEntry: 3, people: ['ADA'] }]);
    expect(source.units.map(({ speaker }) => speaker)).toEqual([null, 'ADA', 'BEN', 'ADA']);
    const narrated = cutSourceOf({ durationMs: 2_000, lines: [{
      entry: { index: 0, sceneIndex: 0, kind: 'dialogue', character: 'ADA', parenthetical: 'narrating', text: 'I was born in a mill.', origin: 'source' }, beginsMs: 0, durationMs: 2_000, words: [],
    }] });
    expect(narrated.units[0]!.speaker).toBeNull();
  });

  it('tells how much louder a unit is than its speaker usually is', () => {
    const source = readOfLines([
      { by: 'ADA', text: 'Come in out of the rain.', levelDb: -30 }, { by: 'ADA', text: 'Come in this minute!', levelDb: -22 }, { by: 'BEN', text: 'I will not come in.', levelDb: -20 },
    ]);
    expect(source.units.map(({ forceDb }) => forceDb)).toEqual([-4, 4, 0]);
  });

  it('prefers the levels of words to the level of their line', () => {
    const text = 'The bridge is open tonight. The bridge is burning down!';
    const words = wordsOf(text, atMarks).map((word) => ({ ...word, levelDb: word.from < 27 ? -32 : -20 }));
    const line: HeardLine = { entry: { index: 0, sceneIndex: 0, kind: 'dialogue', character: 'ADA', text, origin: 'source' }, beginsMs: 500, durationMs: 4_000, words, levelDb: -25 };
    const { units } = cutSourceOf({ lines: [line], durationMs: 5_000 });
    expect(units.map(({ forceDb }) => forceDb)).toEqual([-6, 6]);
    expect(units[1]!.atMs).toBe(500 + units[1]!.fromMs);
  });

  it('knows whom narrated units are marked to be about, up to the end of the sentence', () => {
    const text = 'The old man came down to the water; his dog ran before him. Nobody else was there that day. She had waited for a long while.';
    const [dog, nobody, waited] = ['his dog', 'Nobody', 'She had'].map((words) => text.indexOf(words));
    const told = { index: 0, sceneIndex: 0, kind: 'action' as const, text, origin: 'source' as const, toldOf: [
      { from: 0, people: ['BEN'], mood: 'neutral' }, { from: waited!, people: ['ADA', 'BEN'], mood: 'sad' },
    ] };
    const { units } = cutSourceOf({ durationMs: 9_000, lines: [{ entry: told, beginsMs: 0, durationMs: 9_000, words: wordsOf(text, atMarks) }] });
    const aboutOf = (at: number): unknown => units.find((unit) => text.indexOf(unit.text.slice(0, 12)) === at)?.about;
    expect([aboutOf(0), aboutOf(dog!) ?? ['BEN'], aboutOf(nobody!), aboutOf(waited!)]).toEqual([['BEN'], ['BEN'], undefined, ['ADA', 'BEN']]);
    const spoken = { ...told, kind: 'dialogue' as const, character: 'ADA' };
    const own = cutSourceOf({ durationMs: 9_000, lines: [{ entry: spoken, beginsMs: 0, durationMs: 9_000, words: [] }] });
    expect(own.units.some(({ about }) => about)).toBe(false);
  });
});
