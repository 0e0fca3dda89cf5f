import { describe, expect, it } from '@jest/globals';
import { embeddedWriter } from '../../../src/craft/narrative/embedded-writer.js';
import { analyseText } from '../../../src/craft/narrative/analysis/index.js';
import { paragraphsOf } from '../../../src/craft/narrative/analysis/language/paragraphs.js';
import { parsePlay } from '../../../src/craft/narrative/analysis/parse-play.js';
import { ESSAY, NEWS, PLAY } from '../../support/writer-texts.js';

const SCREENPLAY = `INT. FERRY CABIN - NIGHT #1#

= The lovers meet.

ANNA KELLER (40), a tired woman, sits alone. CAPTAIN BROWN (60s) enters.

CAPTAIN BROWN
You should not be here, madam. [[check the tone]]

ANNA
(without looking up)
Nobody should be here.

CAPTAIN BROWN
Then why did you come?

ANNA
My brother sailed on this ship.

/*
CAPTAIN BROWN
This line was cut.
*/

The captain sits down.

CAPTAIN BROWN (CONT'D)
I knew your brother.

ANNA (V.O.)
I had waited ten years for those words.

CUT TO:

EXT. DECK - CONTINUOUS #2#

Wind. Anna holds the rail.

CAPTAIN BROWN
Go home, Anna.

> THE END <
`;

describe('a text in the layout of a play', () => {
  const analysis = analyseText(PLAY);
  const cues = new Map(analysis.cast.map(({ id, cue }) => [id, cue]));

  it('is recognised, with its cast and the speaker of every speech', () => {
    expect(analysis.form).toBe('play');
    expect([...cues.values()].sort()).toEqual(['CONSTABLE', 'JORY', 'MRS PELL']);
    const said = analysis.quotes.map(({ start, end, speaker }) => `${cues.get(speaker)}: ${PLAY.slice(start, end)}`);
    expect(said).toContain('MRS PELL: Was the goat hurt?');
    expect(said).toContain('MRS PELL: The dark is always early in this street. Have you lit the one by the bridge?');
    expect(said).toHaveLength(16);
    expect(analysis.quotes.every(({ confidence }) => confidence === 'hard')).toBe(true);
    expect(analysis.cast.find(({ cue }) => cue === 'MRS PELL')?.gender).toBe('female');
  });

  it('is cut at its scenes, with headings from the places it names', () => {
    expect(analysis.scenes.map(({ heading }) => heading))
      .toEqual(['EXT. A STREET CORNER - EVENING', 'EXT. THE BRIDGE - LATER']);
  });

  it('is performed by its cast, with directions as action and no spoken cue', async () => {
    const script = await embeddedWriter().screenplay({
      seed: 's', title: 'T', beats: [], castNames: [], creativeBrief: null, canon: null,
      sources: [{ sourceId: 'src', label: null, text: PLAY, digest: null }],
      target: { audience: 'a', objective: 'b', outcome: 'c' },
      tableRead: { mode: 'drama', narrationPolicy: 'include', durationSeconds: 120 },
    });
    const lines = script.entries.filter(({ kind }) => kind === 'dialogue');
    expect(lines.find(({ text }) => text.startsWith('You are late'))?.character).toBe('JORY');
    expect(script.entries.some(({ kind, text }) => kind === 'action' && text === 'JORY climbs the ladder.')).toBe(true);
    for (const { kind, text } of script.entries) {
      if (kind === 'action') expect(text).not.toMatch(/^(?:JORY|CONSTABLE|MRS\. PELL)\.$/u);
    }
    for (const { text } of lines) expect(text).not.toMatch(/^(?:JORY|CONSTABLE)\.|[[\]]/u);
  });

  it.each([
    ['colons', 'Interviewer: Where were you born?\n\nLena Orme: In Selm.\n\nInterviewer: And when did you leave?\n\nLena Orme: I never left.\n\nInterviewer: Not once?\n\nLena Orme: Once, for a dance.'],
    ['names on their own lines', 'ANNA.\nWho is there?\n\nBERT.\nOnly me.\n\nANNA.\nOnly you is enough.\n\nBERT.\nI brought bread.\n\nANNA.\nThen come in.\n\nBERT.\nGladly.'],
    ['names alone above the words', 'ANNA\nWho is there?\n\nBERT\nOnly me.\n\nANNA\nOnly you is enough.\n\nBERT (quietly)\nI brought bread.\n\nANNA\nThen come in.\n\nBERT\nGladly.'],
  ])('is recognised by %s', (_name, text) => {
    const { form, cast, quotes } = analyseText(text);
    expect(form).toBe('play');
    expect(cast).toHaveLength(2);
    expect(quotes).toHaveLength(6);
  });

  it.each([
    ['Fountain', SCREENPLAY],
    // A printed page whose columns were lost: cues stand alone, or on the line of their words.
    ['a printed page', SCREENPLAY.replace(/= The.*\n\n|\[\[.*?\]\]|\/\*[^]*?\*\//gu, '').replace(/(?<=\n(?:ANNA|CAPTAIN BROWN)(?: \(.*\))?)\n/gu, '\n\n').replace('BROWN\n\nGo', 'BROWN Go')],
  ])('is recognised as a screenplay from %s: its scenes, its speeches and nothing that is not played', (_from, text) => {
    const { form, title, cast, quotes, scenes, paragraphs } = analyseText(text);
    expect([form, title, scenes.map(({ heading }) => heading)]).toEqual(['play', null, ['INT. FERRY CABIN - NIGHT', 'EXT. DECK - CONTINUOUS']]);
    const cue = new Map(cast.map(({ id, cue: name }) => [id, name]));
    expect(quotes.map(({ start, end, speaker }) => `${cue.get(speaker)}: ${text.slice(start, end)}`)).toEqual([
      'CAPTAIN BROWN: You should not be here, madam.', 'ANNA: Nobody should be here.', 'CAPTAIN BROWN: Then why did you come?',
      'ANNA: My brother sailed on this ship.', 'CAPTAIN BROWN: I knew your brother.', 'ANNA: I had waited ten years for those words.',
      'CAPTAIN BROWN: Go home, Anna.',
    ]);
    expect(paragraphs.map(({ index }) => index)).toEqual([...paragraphs.keys()]);
    const told = paragraphs.filter(({ kind, start }) => kind === 'body' && !quotes.some((quote) => quote.start === start));
    expect(told.map(({ start, end }) => text.slice(start, end)))
      .toEqual(['ANNA KELLER (40), a tired woman, sits alone. CAPTAIN BROWN (60s) enters.', 'The captain sits down.', 'Wind. Anna holds the rail.']);
  });

  it('has its title above what stands under it, and no person of its list of people', () => {
    const list = 'MRS. PELHAM, a widow of seventy\nDORA, the maid\nINSPECTOR BRAGG';
    const lines = 'MRS. PELHAM. Who put a sword here?\n\nDORA. (without turning) The Colonel, ma’am.\n\nINSPECTOR BRAGG. I have a warrant.\n\n'
      + 'MRS. PELHAM. How civil.\n\nBRAGG. I beg your pardon?\n\nDORA. Nothing, sir.\n\nMRS. PELHAM. Do be careful.\n\nDORA. It goes off.';
    for (const front of [`THE UMBRELLA STAND\nA comedy in one scene\n\nCharacters:\n${list}`, `THE UMBRELLA STAND\n\nA comedy in one scene\n\nCHARACTERS\n\n${list}`]) {
      const text = `${front}\n\nScene: The hall. Rain.\n\n${lines}`;
      const { form, title, cast, quotes, paragraphs } = analyseText(text);
      expect([form, title]).toEqual(['play', 'THE UMBRELLA STAND']);
      expect(cast.map(({ cue }) => cue)).toEqual(['MRS PELHAM', 'DORA', 'INSPECTOR BRAGG']);
      expect(quotes).toHaveLength(8);
      expect(paragraphs.find(({ start, end }) => text.slice(start, end).includes('a widow'))?.kind).toBe('caption');
    }
  });

  it.each([['times in brackets', '[21:04] '], ['dates and times', '12/05/2023, 21:04 - '], ['names alone', '']])('is a chat without blank lines, with %s', (_name, stamp) => {
    const messages = ['JESS: who ate my noodles', 'MO: define “ate”', 'JESS: mo.', 'MO: I sampled them. At 4:15.', 'LENA: lol', 'JESS: 😂', 'LENA: can I have some', 'JESS: NO'];
    const text = `Group: Flat 12B\n\n${messages.map((message) => `${stamp}${message}`).join('\n')}`;
    const { form, cast, quotes } = analyseText(text);
    expect(form).toBe('play');
    expect(cast.map(({ cue }) => cue)).toEqual(['JESS', 'MO', 'LENA']);
    expect(quotes.map(({ start, end }) => text.slice(start, end))).toEqual(messages.filter((message) => !message.includes('😂')).map((message) => message.replace(/^\w+: /u, '')));
  });

  it('has no first message as its title', () => {
    for (const stamp of ['', '[21:04] ']) {
      const messages = ['Ann: Hi', 'Tom: Hello, you.', 'Ann: where', 'Tom: At home.', 'Ann: ok', 'Tom: yes'];
      const { form, title, cast } = analyseText(messages.map((message) => `${stamp}${message}`).join('\n'));
      expect([form, title, cast.map(({ cue }) => cue)]).toEqual(['play', null, ['ANN', 'TOM']]);
    }
  });

  it.each([
    ['records', ['Name: Tom Hale', 'Age: 12', 'Name: Ann Dale', 'Age: 9', 'Name: Joe Pool', 'Age: 11', 'Name: Sue Pell', 'Age: 10']],
    ['records of other fields', Array.from({ length: 3 }, () => ['Species: oak', 'Region: north', 'Count: three']).flat()],
    ['a log', ['12:00:01 Server: started', '12:00:02 Client: connected', '12:00:03 Server: sent 200 bytes', '12:00:04 Client: closed', '12:00:05 Server: idle',
      '12:00:06 Client: gone']],
    ['scores', Array.from({ length: 3 }, () => ['Saturday: Home: 3 Away: 2', 'Sunday: Home: 1 Away: 0']).flat()],
    ['memoranda', Array.from({ length: 2 }, () => ['TO: All staff', 'FROM: The director', 'DATE: 5 May', 'SUBJECT: Parking']).flat()],
  ])('is not recognised in %s, which stay whole', (_name, lines) => {
    const { form, paragraphs } = analyseText(lines.join('\n'));
    expect(form).not.toBe('play');
    expect(paragraphs).toHaveLength(1);
  });

  it.each([
    ['recipes', ['INGREDIENTS', 'METHOD']], ['a song', ['VERSE', 'CHORUS']], ['a report', ['STRENGTHS', 'WEAKNESSES']], ['signs', ['NO ENTRY', 'DANGER']],
  ])('is not recognised in %s, whose labels stand above their words', (_name, labels) => {
    const text = Array.from({ length: 4 }, (_none, at) => labels.map((label) => `${label}\nThe words of part ${at + 1} are here, and they go below the label.`)).flat().join('\n\n');
    expect(analyseText(text).form).not.toBe('play');
  });

  it('takes lines in capitals that tell what is seen for no cues, where cues stand above their words', () => {
    const text = SCREENPLAY.replaceAll('The captain sits down.', 'LATER\n\nThe captain sits down.\n\nLATER\n\nTOM McBride enters the room.');
    expect(analyseText(text).cast.map(({ cue }) => cue)).toEqual(['CAPTAIN BROWN', 'ANNA']);
  });

  it('is not recognised in a novel with one heading of a scene and a few cries in capitals', () => {
    const story = Array.from({ length: 30 }, (_none, at) => `She walked on along the wall for the ${at + 1}th time, and nothing changed.`);
    for (const at of [6, 12, 18]) story.splice(at, 0, 'HELP', 'she wrote on the wall.', 'STAY OUT', 'it said below.');
    expect(analyseText([...story.slice(0, 10), 'INT. CABIN - NIGHT', ...story.slice(10)].join('\n\n')).form).not.toBe('play');
  });

  it('is not recognised in a list of thousands of names with one line each', () => {
    const name = (at: number): string => `A${[at, at / 26, at / 676].map((part) => String.fromCharCode(97 + (Math.floor(part) % 26))).join('')}`;
    const text = Array.from({ length: 8_000 }, (_, at) => `${name(at)}: yes it is.`).join('\n\n');
    expect(parsePlay(text, paragraphsOf(text))).toBeNull();
  });

  it('is not recognised in other texts', () => {
    for (const text of [ESSAY, NEWS,
      'Note: this.\n\nWarning: that.\n\nTip: more.\n\nNote: again.\n\nWarning: last.\n\nHint: one.\n\nThere is nothing else here.']) {
      expect(analyseText(text).form).toBe('essay');
    }
  });
});
