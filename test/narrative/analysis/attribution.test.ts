import { describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { fit } from '../../../bench/people/fitting.js';
import { labelledTurns } from '../../../bench/people/labelled-turns.js';
import { markedText } from '../../../bench/people/novels.js';
import { peopleBenchmark } from '../../../bench/benchmarks/people.js';
import { analyseText } from '../../../src/craft/narrative/analysis/index.js';
import { decode } from '../../../src/craft/narrative/analysis/attribution/conversation.js';
import { F, FEATURES, FITTED } from '../../../src/craft/narrative/analysis/attribution/features.js';
import { search } from '../../../src/craft/narrative/analysis/attribution/search.js';
import { tagAfter, tagBefore } from '../../../src/craft/narrative/analysis/speech/tags.js';
import type { TextAnalysis } from '../../../src/craft/narrative/model.js';

const said = (...paragraphs: string[]): TextAnalysis => analyseText(paragraphs.join('\n\n'));

/** The cue of the speaker of the quotation that contains `words`. */
function speakerOf({ text, quotes, cast }: TextAnalysis, words: string): string | undefined {
  const at = text.indexOf(words);
  return cast.find(({ id }) => id === quotes.find(({ start, end }) => start <= at && at < end)?.speaker)?.cue;
}

describe('a tag', () => {
  it.each([
    ['said Hall.', '“That’s him,”', 'Hall'], ['cried Pooh.', '“Honey!”', 'Pooh'], ['Said Quill, buttering his bread.', '“A relief,”', 'Quill'],
    ['was Quill’s explanation.', '“An order,”', 'Quill'], ['came the Collector’s voice.', '“Her prayers,”', 'the Collector'],
    ['the onlooker explained.', '“My wife,”', 'the onlooker'], ['the people cried.', '“To the left!”', 'the people'],
    ['said mother.', '“It was my pump,”', 'Mother'], ['said grannie, smiling.', '“Dear me, child,”', 'Grannie'], ['asked aunt Helen.', '“Who is it?”', 'Aunt Helen'],
    ['said his mother.', '“It was my pump,”', 'his mother'], ['said van Helsing.', '“Come,”', 'van Helsing'], ['said Madame de Vries.', '“Come,”', 'Madame de Vries'],
    ['said Insp. Grant.', '“Come,”', 'Insp. Grant'], ['said the Rev. Mr. Bell.', '“Come,”', 'Rev. Mr. Bell'],
  ])('after the words names its subject: %s', (narration, words, subject) => {
    expect(tagAfter(narration, words)).toMatchObject({ subject, how: 'after' });
  });

  it('does not take a word that only begins a sentence for its subject', () => {
    expect(tagAfter('Then came the rain.', '“Honey!”')).toBeNull();
    expect(tagAfter('said Yes.', '“Honey!”')).toBeNull();
  });

  it.each([
    ['Quill hoped to have silenced him; but he soon afterwards said,', 'he'],
    ['Quill bent down, and Pell after a while said,', 'Pell'],
    ['Quill took the lamp and said,', 'Quill'],
  ])('before the words has the subject of its own clause: %s', (sentence, subject) => {
    expect(tagBefore(sentence)).toMatchObject({ subject, how: 'before' });
  });

  it('makes a person of a name that is mostly a common word, such as Hall', () => {
    const told = said('Ann Quill and Mr. Hall came in from the yard.', '“It rains,” said Ann.', '“It does,” said Hall.', '“Much,” said Ann.', '“Very,” said Hall.');
    expect(speakerOf(told, 'It does')).toBe('HALL');
    expect(speakerOf(told, 'Very')).toBe('HALL');
  });
});

describe('weights that are fitted', () => {
  const folder = 'test/fixtures/quotes/';
  const texts = readdirSync(folder).sort().map((name) => labelledTurns(markedText(name, readFileSync(folder + name, 'utf8')), FITTED, 10));
  const none = new Float64Array(FEATURES.length);
  const fitting = { rounds: 4, rate: 0.3, pull: 0, beamWidth: 8 };
  const rightWith = (weights: Float64Array): number => texts.reduce((sum, { context, right }) => {
    const decoded = decode(search(context, weights, 10, { from: 0, to: right.length, start: null }));
    return sum + right.filter((people, at) => people?.has(decoded[at]!.figure)).length;
  }, 0);
  const fitted = fit(texts.map((text) => ({ text, times: 1 })), none, fitting);

  it('find more speakers than weights of zero, and are the same each time', () => {
    expect(rightWith(fitted)).toBeGreaterThan(rightWith(none) + 10);
    expect([...fit(texts.map((text) => ({ text, times: 1 })), none, fitting)]).toEqual([...fitted]);
  });

  it('have the right sign for obvious features', () => {
    expect(fitted[F['same untagged none']]).toBeLessThan(fitted[F['before untagged none']]!);
    expect(fitted[F.addressesItself]).toBeLessThan(0);
    expect(fitted[F.answersAddressAsked]).toBeGreaterThan(0);
  });

  it('keep their first value for features that the texts do not show', () => {
    const first = none.map((_weight, at) => (at === F.listener ? -5 : 0));
    expect(fit(texts.slice(0, 1).map((text) => ({ text, times: 1 })), first, { ...fitting, pull: 0.1 })[F.listener]).toBe(-5);
  });
});

describe('the benchmark of people', () => {
  it('reports every figure for a short text, and sets no bound for any', async () => {
    const figures = await peopleBenchmark.run({} as never, { quick: true, say: () => undefined } as unknown as Parameters<typeof peopleBenchmark.run>[1]);
    expect(figures.map(({ name }) => name)).toContain('speakers right');
    expect(figures.every(({ rounds, bound }) => rounds.every(Number.isFinite) && bound === undefined)).toBe(true);
    expect(figures.find(({ name }) => name === 'speakers right')!.rounds[0]).toBeGreaterThan(90);
  });
});
