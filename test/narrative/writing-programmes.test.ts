import { describe, expect, it, jest } from '@jest/globals';
import { embeddedWriter } from '../../src/narrative/embedded-writer.js';
import type { ScriptBrief } from '../../src/narrative/model.js';
import { HARD_RULES } from '../../src/narrative/writing/lint/findings.js';
import { lintScreenplay } from '../../src/narrative/writing/lint/lint.js';
import { speechForm } from '../../src/narrative/writing/wording/speech-form.js';
import { stockMatches } from '../../src/narrative/writing/stock/stock.js';
import { foreignLanguageOf } from '../../src/narrative/writing/stock/foreign-lines.js';
import type { Screenplay, ScreenplayEntry, TableReadMode } from '../../src/screenplay/model.js';
import { ESSAY, FRENCH, GERMAN, NEWS, REPORT, SCIENCE, SPANISH, SPEECH, TRAVEL } from '../support/writer-texts.js';

jest.setTimeout(60_000);

const brief = (text: string, mode: TableReadMode, durationSeconds: number, seed = 'one'): ScriptBrief => ({
  seed, title: 'A Programme', beats: [], castNames: [], creativeBrief: null, canon: null,
  sources: [{ sourceId: 'src', label: null, text, digest: null }],
  target: { audience: 'a', objective: 'b', outcome: 'c' },
  tableRead: { mode, narrationPolicy: 'include', durationSeconds },
});
const written = (text: string, mode: TableReadMode,
  seconds: number): Promise<Screenplay> => embeddedWriter().screenplay(brief(text, mode, seconds));
const spoken = ({ entries }: Screenplay): ScreenplayEntry[] => entries.filter(({ kind }) => kind === 'dialogue');
const isStock = ({ origin }: ScreenplayEntry): boolean => origin === 'stock';

describe('programmes from many kinds of text', () => {
  const texts = { ESSAY, NEWS, REPORT, SCIENCE, SPEECH, TRAVEL };
  for (const [name, text] of Object.entries(texts)) for (const mode of ['documentary', 'podcast'] as const) {
    it(`${name}: a ${mode} without hard findings, with unique titles that are not numbers`, async () => {
      const script = await written(text, mode, 120);
      expect(lintScreenplay(script, brief(text, mode, 120).sources, 120).filter(({ rule }) => HARD_RULES.has(rule)))
        .toEqual([]);
      const titles = script.scenes.map(({ title }) => title);
      expect(new Set(titles).size).toBe(titles.length);
      for (const title of titles) expect(title).not.toMatch(/\bPassage\b|^Opening$|^Closing$|^\d/);
    });
  }

  it('never let the narrator speak alone for long', async () => {
    const script = await written(SCIENCE, 'documentary', 180);
    let alone = 0;
    for (const { character, text } of spoken(script)) {
      alone = character === 'NARRATOR' ? alone + text.split(' ').length : 0;
      expect(alone).toBeLessThan(250);
    }
  });

  it('repeat the thesis before they end', async () => {
    const script = await written(ESSAY, 'documentary', 150);
    const last = spoken(script).filter((entry) => !isStock(entry)).at(-1)!;
    expect(last).toMatchObject({ character: 'READER',
      text: 'Waiting is one of the few pieces of time that nobody has yet found a way to sell.' });
    expect(ESSAY.slice(last.spans[0]!.start, last.spans[0]!.end)).toMatch(/^waiting is one of the few/);
  });
});

describe('two hosts', () => {
  it('are two people: one asks and takes over a sentence, one reads', async () => {
    const [asker, knower] = ['ADA', 'BEN'];
    const script = await written(SCIENCE, 'podcast', 150);
    const lines = spoken(script);
    const questions = lines.filter((entry) => isStock(entry) && entry.text.endsWith('?'));
    expect(questions.length).toBeGreaterThan(1);
    for (const { character } of questions) expect(character).toBe(asker);
    const taken = lines.filter((entry) => entry.character === asker && !isStock(entry));
    expect(taken.length).toBeGreaterThan(0);
    for (const { text } of taken) expect(text.split(' ').length).toBeLessThanOrEqual(14);
    const told = lines.filter((entry) => entry.character === knower && !isStock(entry));
    expect(told.length).toBeGreaterThan(taken.length);
    expect(new Set(script.cast.filter(({ role }) => role === 'host')
      .map(({ description }) => description)).size).toBe(2);
  });

  it('give an address one voice, and say once whose first person it is', async () => {
    const script = await written(SPEECH, 'podcast', 150);
    expect(script.cast.map(({ character }) => character).sort()).toEqual(['ADA', 'BEN']);
    const said = spoken(script).filter((entry) => isStock(entry)
      && stockMatches(entry.text).some(({ family }) => family === 'speaker'));
    expect(said).toHaveLength(1);
  });

  it('ask for a number, a date or a place only when the answer gives one', async () => {
    for (const text of [SCIENCE, REPORT, NEWS, TRAVEL]) {
      const lines = spoken(await written(text, 'podcast', 150));
      lines.forEach((entry, at) => {
        const match = isStock(entry) ? stockMatches(entry.text)[0] : undefined;
        const answer = lines[at + 1]?.text ?? '';
        if (match?.family === 'when') expect(answer).toMatch(/\d{4}/);
        if (match?.family === 'figure') {
          expect(answer).toMatch(/\d|two|three|four|five|six|seven|eight|nine|ten|hundred/);
        }
        if (match?.family === 'count') expect(answer).toContain(match.slots.np);
      });
    }
  });
});

describe('texts in other languages', () => {
  it.each([['es', SPANISH], ['fr', FRENCH], ['de', GERMAN]])('have stock lines in their own language: %s', async (language, text) => {
    expect(foreignLanguageOf(text)).toBe(language);
    for (const mode of ['documentary', 'podcast'] as const) {
      const script = await written(text, mode, 60);
      const stock = spoken(script).filter(isStock);
      expect(stock.length).toBeGreaterThan(0);
      for (const { text: line } of stock) expect(line).not.toMatch(/\b(?:the|that|what|next|page|reading|thank)\b/i);
      expect(lintScreenplay(script, brief(text, mode, 60).sources).filter(({ rule }) => rule === 'support'))
        .toEqual([]);
    }
  });

  it('have only their title as stock line in an unsupported language', async () => {
    const dutch = 'De molen aan de Vecht\n\nDe molen werd gebouwd in 1712 en staat aan de oever van de rivier. Het dorp ligt daar niet ver vandaan.\n\n'
      + 'De molenaar woonde er met zijn gezin. Hij maalde het koren van de boeren uit de streek, en zijn vrouw bakte het brood.\n\nNu is er een winkel in. De wieken draaien alleen nog op zondag.';
    const stock = spoken(await written(dutch, 'podcast', 60)).filter(isStock);
    expect(stock.filter(({ text }) => text !== 'De molen aan de Vecht.')).toEqual([]);
  });
});

describe('the speech form', () => {
  it.each([
    ['Dr. Marlow paid $18.4 million in 1987, i.e. about 60% of it.',
      'Doctor Marlow paid eighteen point four million dollars in nineteen eighty-seven, that is about sixty percent of it.'],
    ['George III and Louis XIV; Chapter IV; I am MIX.',
      'George the Third and Louis the Fourteenth; Chapter four; I am MIX.'],
    ['It was 3.8 °C at 25 km/h and 1 m above; 15–40 percent of 5,000 eels.',
      'It was three point eight degrees Celsius at twenty-five kilometres an hour and one metre above; fifteen to forty percent of five thousand eels.'],
    ['See https://www.example.org/a/b?c=1 [1] since the 1980s.', 'See example dot org since the nineteen eighties.'],
    ['He left at 10:30 on March 3rd, 2005.', 'He left at ten thirty on March third, two thousand and five.'],
    ['It cost $5.50 — Smith & Sons said so.', 'It cost five dollars and fifty cents, Smith and Sons said so.'],
    ['Nothing to change here.', 'Nothing to change here.'],
  ])('%s', (printed, said) => {
    expect(speechForm(printed)).toBe(said);
  });
});
