import { describe, expect, it } from '@jest/globals';
import { announceScenes, parseFountain, toTableRead } from '../../src/craft/screenplay/index.js';
import { NARRATOR, speakerOf, type NarrationPolicy, type Screenplay } from '../../src/craft/screenplay/model.js';

const readOf = (text: string, narrationPolicy: NarrationPolicy = 'include'): Screenplay =>
  toTableRead(parseFountain(text).script, { mode: 'drama', narrationPolicy, title: 'Test' });

/** What is announced for each heading, in order; null for one that is only printed. */
function announced(headings: readonly string[], more = ''): (string | null)[] {
  const text = headings.map((heading) => `.${heading}\n\nA thing happens.\n`).join('\n');
  return announceScenes(readOf(`${text}\n${more}`)).entries.filter(({ kind }) => kind === 'scene_heading')
    .map((entry) => (entry.announced ? entry.ttsText! : null));
}

describe('what a narrator says of a heading', () => {
  it.each([
    ['INT. WHEELHOUSE - NIGHT', 'Wheelhouse, night.'],
    ['EXT. HARBOUR WALL - DAY (1912)', 'Harbour wall, day, 1912.'],
    ['INT./EXT. CAR - DUSK', 'Car, dusk.'], ['I/E. CAR – DUSK', 'Car, dusk.'], ['EXT/INT BARN -- DAWN', 'Barn, dawn.'],
    ['EST. LIGHTHOUSE', 'Lighthouse.'], ['INT. KITCHEN', 'Kitchen.'],
    ['INT. KITCHEN - CONTINUOUS', 'Kitchen.'], ['INT. KITCHEN - SAME', 'Kitchen.'], ["INT. KITCHEN - NIGHT (CONT'D)", 'Kitchen, night.'],
    ['INT. KITCHEN - LATER', 'Kitchen, later.'], ['INT. KITCHEN - MOMENTS LATER', 'Kitchen, moments later.'],
    ['12A INT. KITCHEN - NIGHT', 'Kitchen, night.'], ['INT. KITCHEN - NIGHT #12A#', 'Kitchen, night.'],
    ['INT. SHIP, CAPTAIN’S CABIN - NIGHT', 'Ship, captain’s cabin, night.'], ['INT. CO-OP - DAY', 'Co-op, day.'],
    ['INT. STUDIO/GALLERY - DAY/NIGHT', 'Studio, gallery, day, night.'], ['INT. BBC CANTEEN - DAY', 'BBC canteen, day.'],
    ['Int. The Wheelhouse - Night', 'The Wheelhouse, Night.'], ['INTERVIEW ROOM - DAY', 'Interview room, day.'],
    ['INT. 1912 - DAY', '1912, day.'], ['ИНТ. КУХНЯ - НОЧЬ', 'Кухня, ночь.'], ['LATER', 'Later.'], ['INT. - NIGHT', 'Night.'], ['INT.', null],
    ['OMITTED', null], ['OMITTED #2#', null], ['12A OMITTED', null], ['OMITTED FILES ROOM - DAY', 'Omitted files room, day.'],
  ])('%s', (heading, said) => { expect(announced([heading])).toEqual([said]); });

  it('capitalises names as the text does', () => {
    expect(announced(["INT. MARA'S FLAT, LEITH - DAY"], 'Rain over Leith. The flat is cold.\n\nADA\nWhere is Mara?'))
      .toEqual(["Mara's flat, Leith, day."]);
  });

  it('omits what the listener knows, and says “Later.” where only time has passed', () => {
    expect(announced([
      'INT. KITCHEN - NIGHT', 'INT. KITCHEN - NIGHT', 'INT. KITCHEN - CONTINUOUS', 'INT. KITCHEN - LATER', 'INT. KITCHEN - LATER',
      'INT. HALL - CONTINUOUS', 'INT. KITCHEN - SAME', 'INT. KITCHEN - MORNING', 'INT. KITCHEN - MORNING',
    ])).toEqual(['Kitchen, night.', null, null, 'Later.', 'Later.', 'Hall.', 'Kitchen.', 'Kitchen, morning.', null]);
  });
});

describe('a read with announced headings', () => {
  const text = 'INT. HALL - NIGHT\n\nADA\nHello.\n\nCUT TO:\n\nINT. HALL - CONTINUOUS\n\nADA\nStill here.\n\nEXT. QUAY - DAY\n\nTOM\nAhoy.';

  it('has a narrator for its headings, although its narration is suppressed', () => {
    const plain = readOf(text, 'suppress');
    const read = announceScenes(plain);
    expect(read.entries.map((entry) => speakerOf(entry, read.narrationPolicy))).toEqual([NARRATOR, 'ADA', null, null, 'ADA', NARRATOR, 'TOM']);
    expect(read.cast).toEqual([...plain.cast, { character: NARRATOR, role: 'narrator', gender: 'neutral', description: 'Reads the headings', lineCount: 2, wordCount: 4 }]);
    expect(plain.entries.some(({ announced: is }) => is)).toBe(false);
  });

  it('adds them to the lines of its own narrator, and keeps a spoken form that a writer chose', () => {
    const plain = readOf(`${text}\n\nA boat comes in.`);
    const tuned = { ...plain, entries: plain.entries.map((entry) => (entry.index === 0 ? { ...entry, ttsText: 'In the great hall.' } : entry)) };
    const read = announceScenes(tuned);
    expect(read.entries[0]).toMatchObject({ text: 'INT. HALL - NIGHT', ttsText: 'In the great hall.', announced: true });
    expect(read.cast.find(({ character }) => character === NARRATOR)).toMatchObject({ lineCount: 3, wordCount: 10 });
  });

  it('is unchanged when it has no heading', () => {
    const plain = readOf('A boat comes in.');
    expect(announceScenes(plain)).toBe(plain);
  });
});
