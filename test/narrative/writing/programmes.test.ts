import { describe, expect, it } from '@jest/globals';
import { embeddedWriter } from '../../../src/craft/narrative/embedded-writer.js';
import type { ScriptBrief } from '../../../src/craft/narrative/model.js';
import { HARD_RULES } from '../../../src/craft/narrative/writing/lint/findings.js';
import { lintScreenplay } from '../../../src/craft/narrative/writing/lint/lint.js';
import { speechForm } from '../../../src/craft/narrative/writing/wording/speech-form.js';
import { questionsAbout } from '../../../src/craft/narrative/writing/modes/podcast/questions.js';
import { foreignLanguageOf } from '../../../src/craft/narrative/writing/stock/foreign-lines.js';
import type { Screenplay, ScreenplayEntry, TableReadMode } from '../../../src/craft/screenplay/model.js';
import { ESSAY, FRENCH, GERMAN, NEWS, REPORT, SCIENCE, SPANISH, SPEECH, TRAVEL } from '../../support/writer-texts.js';


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

  it('read all words of the author in one voice, and frame them with another', async () => {
    for (const text of [SCIENCE, REPORT, TRAVEL, ESSAY, SPEECH]) {
      const lines = spoken(await written(text, 'documentary', 150));
      expect(new Set(lines.filter((entry) => entry.origin === 'source').map(({ character }) => character))).toEqual(new Set(['READER']));
      for (const entry of lines.filter(isStock)) expect(entry.character).toBe('NARRATOR');
    }
  });

  it('end with the last words of the source', async () => {
    for (const mode of ['documentary', 'podcast'] as const) for (const text of [ESSAY, SCIENCE, SPEECH, TRAVEL]) {
      const last = spoken(await written(text, mode, 150)).at(-1)!;
      expect(text.trimEnd().replace(/\s+/gu, ' ').endsWith(last.text.slice(-40))).toBe(true);
    }
  });
});

describe('two hosts', () => {
  it('share the telling in the order of the source', async () => {
    for (const text of [SCIENCE, REPORT, NEWS]) {
      const lines = spoken(await written(text, 'podcast', 150)).filter((entry) => !isStock(entry));
      const words = (host: string): number => lines.filter(({ character }) => character === host)
        .reduce((sum, line) => sum + line.text.split(' ').length, 0);
      const [one, two] = [words('ADA'), words('BEN')];
      expect(Math.min(one, two) / Math.max(one, two)).toBeGreaterThan(0.35);
      const starts = lines.map(({ spans }) => spans[0]!.start);
      expect(starts).toEqual([...starts].sort((a, b) => a - b));
    }
  });

  it('leave a text in the first person to one of them', async () => {
    for (const text of [TRAVEL, SPEECH]) {
      const lines = spoken(await written(text, 'podcast', 150));
      expect(new Set(lines.filter((entry) => !isStock(entry) && /^(?:ADA|BEN)$/u.test(entry.character!)).map(({ character }) => character)).size).toBe(1);
      expect(lines[0]).toMatchObject({ origin: 'stock' });
      expect(lines[0]!.character).not.toBe(lines[1]!.character);
    }
  });

  it('say first what they read, and whose first person it is', async () => {
    const script = await written(SPEECH, 'podcast', 150);
    expect(script.cast.map(({ character }) => character).sort()).toEqual(['ADA', 'BEN']);
    const first = spoken(script)[0]!;
    expect(first.text).toContain('Remarks at the Opening of the Tidewater Library');
    expect(first.text).toContain('speaker');
    expect(spoken(script).filter(({ text, origin }) => origin === 'stock' && text.includes('speaker'))).toHaveLength(1);
  });

  it('ask only what the next sentence answers, and never twice in a row', async () => {
    for (const text of [SCIENCE, REPORT, NEWS, TRAVEL]) {
      const script = await written(text, 'podcast', 150);
      const lines = spoken(script);
      lines.forEach((entry, at) => {
        if (!isStock(entry)) return;
        expect(lines[at + 1]).toBeDefined();
        expect(isStock(lines[at + 1]!)).toBe(false);
        expect(lines[at + 1]!.character).not.toBe(entry.character);
        if (entry.text.endsWith('?')) expect(questionsAbout(lines[at + 1]!.text).map(({ text: asked }) => asked)).toContain(entry.text);
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
    ['It cost €1.3bn, $82bn, $2.3M, £5m, $3k, $5–10m, $.50, $400/hr and £36 p.a. in all.',
      'It cost one point three billion euros, eighty-two billion dollars, two point three million dollars, five million pounds, three thousand dollars, '
      + 'five to ten million dollars, fifty cents, four hundred dollars an hour and thirty-six pounds a year in all.'],
    ['A $5 bill and a $40 million grant, but $5 in all.', 'A five dollar bill and a forty million dollar grant, but five dollars in all.'],
    ['It was on 4 June 2022, on 4–6 June, on June 4–6 and at its 4 June meeting.',
      'It was on the fourth of June, twenty twenty-two, on the fourth to the sixth of June, on June fourth to sixth and at its June fourth meeting.'],
    ['On Wed. 12 Feb. 2025 Cllr. Orr said: none since Oct. The rest by the end of Feb.',
      'On Wednesday the twelfth of February, twenty twenty-five Councillor Orr said: none since October. The rest by the end of February.'],
    ['From 7.30-9.30pm and 2-4pm.', 'From seven thirty to nine thirty P M and two to four P M.'],
    ['It is .5 mm thick at 6,000 ft. in a 2lb tin with 2lb of flour and 1 tsp salt for 45–50 mins. until done.',
      'It is zero point five millimetres thick at six thousand feet in a two-pound tin with two pounds of flour and one teaspoon salt '
      + 'for forty-five to fifty minutes until done.'],
    ['He had a .38 in 1066, 2/3 of it, 24/7; 1066 men.', 'He had a thirty-eight in ten sixty-six, two thirds of it, 24/7; one thousand and sixty-six men.'],
    ['Malcolm X, Leo X, Henry V.', 'Malcolm X, Leo the Tenth, Henry the Fifth.'],
    ['Thank you, Miss. Oh, Pa. You are wrong. Hello, Mo. Yours, Tex.', 'Thank you, Miss. Oh, Pa. You are wrong. Hello, Mo. Yours, Tex.'],
    ['Oh, La. Look. Ready, Del. Come along, Mo... Come.', 'Oh, La. Look. Ready, Del. Come along, Mo... Come.'],
    ['They live in St. Louis, Mo. and in Pittsburgh, Pa. She left Salem, Ore. officials said.',
      'They live in Saint Louis, Missouri, and in Pittsburgh, Pennsylvania. She left Salem, Oregon, officials said.'],
    ['In 2019 Jan Smith left. At 18 Jan left school. He confided in Jan. She laughed.',
      'In twenty nineteen Jan Smith left. At eighteen Jan left school. He confided in Jan. She laughed.'],
    ['In 2022 Mar-a-Lago was open in Jan. and on 12 Jan 2020 and on 3 Mar.',
      'In twenty twenty-two Mar-a-Lago was open in January and on the twelfth of January, twenty twenty and on the third of March.'],
    ['The Sun, 93 million miles away. Sat 3 hours in traffic.', 'The Sun, ninety-three million miles away. Sat three hours in traffic.'],
    ['On Sat 3 May, Mon. 12 and Sun 9am-5pm.', 'On Saturday the third of May, Monday twelve and Sunday nine A M to five P M.'],
    ['Add a ½ cup, about a 1/2 mile and the 1/3 part of an 1/8 share.', 'Add a half cup, about a half mile and the third part of an eighth share.'],
    ['A 2 1/2 mile walk, 2-1/2 miles and a 1/2-inch nail of 1/2 lb.', 'A two and a half mile walk, two and a half miles and a half-inch nail of a half pound.'],
    ['Page 1/2, Room 3/12, Season 1/6, on 3/18, by 1/15, on 1/3.', 'Page 1/2, Room 3/12, Season 1/6, on 3/18, by 1/15, on 1/3.'],
    ['She gave it 8/10 and 9/10 in 6/8 time and 3/4 time.', 'She gave it 8/10 and 9/10 in 6/8 time and 3/4 time.'],
    ['On 1/3 of the days it fell 3/10 of a mile and 5/8 inch.', 'On a third of the days it fell three tenths of a mile and five eighths inch.'],
    ['Another $5 million went missing another 5 km further on.', 'Another five million dollars went missing another five kilometres further on.'],
    ['Open 9am-5pm daily, 9am–5pm and 6pm-2am, at 5 P.M. Tom said.',
      'Open nine A M to five P M daily, nine A M to five P M and six P M to two A M, at five P M. Tom said.'],
    ['Call 555-0123 on 2024-02-14.', 'Call 555-0123 on 2024-02-14.'],
    ['Nothing to change here.', 'Nothing to change here.'],
  ])('%s', (printed, said) => {
    expect(speechForm(printed)).toBe(said);
  });
});
