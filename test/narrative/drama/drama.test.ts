import { describe, it, expect } from '@jest/globals';
import { embeddedWriter } from '../../../src/craft/narrative/embedded-writer.js';
import type { ScriptBrief } from '../../../src/craft/narrative/model.js';
import { settingIn, timeIn } from '../../../src/craft/narrative/analysis/scenes/settings.js';
import type { NarrationPolicy, Screenplay } from '../../../src/craft/screenplay/model.js';
import { lintScreenplay } from '../../../src/craft/narrative/writing/lint/lint.js';
import { canStartAt, isQuestion, stopsOf } from '../../../src/craft/narrative/writing/material/passage-limits.js';
import { joinedPieces, mannerOf } from '../../../src/craft/narrative/writing/material/quoted-lines.js';
import { isSayable, sayable } from '../../../src/craft/narrative/writing/wording/spoken-text.js';
import { tagNarration } from '../../../src/craft/narrative/writing/material/tag-narration.js';
import { materialsOf } from '../../../src/craft/narrative/writing/material/material.js';
import { OWN, textIn } from '../../support/corpora.js';

const STORY = `The Ferry

It was late in the evening when Anna Berg came into the waiting-room. The old ferryman, Tom Hale, sat by the stove with his pipe. Rain ran down the windows.

“Is the last boat gone?” asked Anna, shaking the rain from her coat.

“It is,” said Tom Hale slowly; “but I have a boat of my own, and I know the river.”

“Would you row me over?” she asked. “My sister is ill.”

Tom Hale put down his pipe. “I will row you over,” he said, “and I will take no money for it.”

“You are kind,” whispered Anna.

“I was told that a stranger would come,” said Tom Hale, and he took the lantern from its nail.

The next morning the river lay quiet. Anna Berg stood on the quay and looked for the ferryman.

“Where is the old man who rowed me over?” she asked Peter Brook, the clerk.

“What old man?” said Peter Brook. “Tom Hale was drowned in March, miss.”

Anna looked at the lantern in her hand. “Then who took me over?” she said.

Nobody answered her. The lantern burned until noon, and nobody ever came to fetch it.`;

function briefFor(text: string, seconds: number, narrationPolicy: NarrationPolicy = 'include'): ScriptBrief {
  return { seed: 'ferry', title: 'The Ferry', beats: [], castNames: [], creativeBrief: null, canon: null,
    target: { audience: 'listeners', objective: 'entertain', outcome: 'they know the story' },
    sources: [{ sourceId: 'src', label: null, text, digest: null }],
    tableRead: { mode: 'drama', narrationPolicy, durationSeconds: seconds } };
}

const played = (screenplay: Screenplay): string[] => screenplay.entries.map((entry) => entry.kind === 'dialogue'
  ? `${entry.character}${entry.parenthetical ? ` (${entry.parenthetical})` : ''}: ${entry.text}`
  : `[${entry.kind}] ${entry.text}`);

const joined = (source: string): string => joinedPieces(source, [...source.matchAll(/“([^”]*)”/gu)]
  .map((match) => ({ start: match.index + 1, end: match.index + 1 + match[1]!.length }))).text;

describe('a line made from its quoted pieces', () => {
  it.each([
    ['“But it is,” returned she; “for Mrs. Long has just been here.”', 'But it is; for Mrs. Long has just been here.'],
    ['“Aye, so it is,” cried her mother, “and Mrs. Long does not come back.”',
      'Aye, so it is, and Mrs. Long does not come back.'],
    ['“I think,” said I, “that he is a medical man.”', 'I think that he is a medical man.'],
    ['“My dear Mr. Bennet,” replied his wife, “how can you be so tiresome!”',
      'My dear Mr. Bennet, how can you be so tiresome!'],
    ['“The Signora had no business to do it,” said she, “no business at all.”',
      'The Signora had no business to do it, no business at all.'],
    ['“And this also,” said he, “has been one of the dark places.”', 'And this also has been one of the dark places.'],
    ['“One moment,” said the doctor, “are you sure of the hour?”', 'One moment, are you sure of the hour?'],
    ['“And what,” said Ann, “are you looking for?”', 'And what are you looking for?'],
    ['“There you are,” said the cook, “cold and wet.”', 'There you are, cold and wet.'],
    ['“On the contrary,” said he, “I shut the gate.”', 'On the contrary, I shut the gate.'],
    ['“To tell the truth”—he hid his face—“I have felt helpless.”', 'To tell the truth — I have felt helpless.'],
    ['“From his friends of the C.C.H.,” it read.', 'From his friends of the C.C.H.'],
  ])('%s', (source, line) => {
    expect(joined(source)).toBe(line);
  });

  it('takes its manner from the tag', () => {
    expect(mannerOf('whispered Anna.')).toBe('whispering');
    expect(mannerOf('said he, laughing.')).toBe('laughing');
    expect(mannerOf('Miss Bartlett said, with more restraint:')).toBe('with more restraint');
    expect(mannerOf('said he in a moment.')).toBeNull();
  });

  it('loses its tag and no other narration of the paragraph', () => {
    const source = '“Stop!” he cried, and he threw the door open. The wind blew in. “Look!”';
    const end = source.indexOf(' “Look');
    const sorted = tagNarration(source, { start: 8, end }, { before: { start: 0, end: 7 }, after: true });
    expect(sorted.sentences.map((span) => source.slice(span.start, span.end)))
      .toEqual(['he threw the door open.', 'The wind blew in.']);
    expect(sorted.before).toBeNull();
    const beat = 'Holmes laughed. “Quite so.”';
    expect(tagNarration(beat, { start: 0, end: 15 }, { before: null, after: true }).sentences)
      .toEqual([{ start: 0, end: 15 }]);
  });
});

describe('the spoken text', () => {
  it.each([
    ['Mr.-- of B---- paid £4 2s. 6d. in ’82.',
      'Mister Blank of B paid four pounds two shillings six pence in eighty-two.'],
    ['Chapter XIV: Henry VIII met Dr. J. H. Watson in 1905.',
      'Chapter fourteen: Henry the Eighth met Doctor J H Watson in nineteen oh five.'],
    ['He _said_ so (as we thought)—once;—never again [laughs].', 'He said so, as we thought, once; never again.'],
    ['THE woman came at 5 p.m. & left…', 'The woman came at five P M and left...'],
    ['“I caught—”', 'I caught...'],
    ['It fell from +3 to −5 °C, ±2%, and 5 − 3 is 2.', 'It fell from plus three to minus five degrees Celsius, plus or minus two percent, and five minus three is two.'],
    ['The fund fell to −$2 million, then to -$3.5m (p <0.05).',
      'The fund fell to minus two million dollars, then to minus three point five million dollars, p less than zero point zero five.'],
    ['It begins at 7.30pm and ends at 4 p.m. The hall shuts.', 'It begins at seven thirty P M and ends at four P M. The hall shuts.'],
    ['At 5:15 p.m. ET on Feb. 11 in Salem, Ore. (AP) — it rained.', 'At five fifteen P M ET on February eleventh in Salem, Oregon, AP, it rained.'],
    ['He ate 1/3 of it on 14/02/2024, not on 12/05/2023.',
      'He ate a third of it on the fourteenth of February, twenty twenty-four, not on twelve five twenty twenty-three.'],
    ['“Thank you, Miss. That will do, Pa,” said the Sun.', 'Thank you, Miss. That will do, Pa, said the Sun.'],
    ['“Come along, Mo... Come.”', 'Come along, Mo... Come.'],
    ['A man from Erie, Pa., read Page 1/2 and added a 1/2 cup at 3/4 time.', 'A man from Erie, Pennsylvania, read Page 1 2 and added a half cup at 3 4 time.'],
    ['A P. D. James novel came at 5 p.m. Tom left.', 'A P D James novel came at five P M. Tom left.'],
    ['See pp. 33–41 of vol. 2.', 'See pages thirty-three to forty-one of volume two.'],
  ])('%s', (printed, said) => {
    expect(sayable(printed)).toBe(said);
    expect(isSayable(sayable(printed))).toBe(true);
  });

  it('splits a sentence too long for one breath where both halves are sentences', () => {
    const long = 'The old ferryman rowed across the river every night for thirty years without a word to anybody in the village; '
      + 'his daughter waited at the window with a lamp until she heard the oars below the house.';
    expect(sayable(long)).toContain('the village. His daughter');
    const whole = `${long.slice(0, 39)}; rowing slowly.`;
    expect(sayable(whole)).toBe(whole);
  });

  it('holds no unpronounceable sign, whatever the text', () => {
    for (const odd of ['™ © § → ★ ♥ 😀 word', 'a\u0000b\u200bc', '<b>bold</b> | cell |', '50% @ 3×4 = 12',
      '“„«»‹›”']) expect(isSayable(sayable(odd))).toBe(true);
    expect(isSayable('“Yes”')).toBe(false);
    expect(sayable('日本語「はい」', 'other')).toBe('日本語 はい');
    expect(sayable('Es waren −10 Grad.', 'other')).toBe('Es waren -10 Grad.');
  });
});

describe('the heading of a scene', () => {
  it('names a place where someone is or arrives, and no other', () => {
    expect(settingIn(['Philip was sitting on the floor in the drawing-room.']))
      .toEqual({ place: 'drawing-room', prefix: 'INT.' });
    expect(settingIn(['On the last night of June the lamp at Gull Head went out.']))
      .toEqual({ place: 'Gull Head', prefix: 'INT./EXT.' });
    expect(timeIn(['On the last night of June the lamp at Gull Head went out.'])).toBe('NIGHT');
    for (const looked of ['One night he looked at Anna Berg.', 'On Monday evening she had stood at Gull Head.']) {
      expect(settingIn([looked])).toBeNull();
    }
    expect(settingIn(['We walked slowly along the beach.'])).toEqual({ place: 'beach', prefix: 'EXT.' });
    for (const elsewhere of ['He would have sat in the garden.', 'She spoke of the house in the street.',
      'If I were in the garden, I would sing.',
      'He had been standing in the cellar.', 'They were always in the kitchen.',
        'A room.']) expect(settingIn([elsewhere])).toBeNull();
  });

  it('names the present time of day and no other', () => {
    expect(timeIn(['It was late in the evening.'])).toBe('EVENING');
    expect(timeIn(['The next morning the river lay quiet.'])).toBe('MORNING');
    expect(timeIn(['The lamps were lit.'])).toBe('NIGHT');
    for (const other of ['Last night he left.', 'Every morning she sang.', 'The evening before had been dull.',
      'He lit the lamp of knowledge.']) {
      expect(timeIn([other])).toBeNull();
    }
  });
});

describe('a drama', () => {
  it('never separates a question from its answer, even over narration, and never starts at an answer', () => {
    const { items } = materialsOf(briefFor(STORY, 60).sources, { mode: 'drama', narrationPolicy: 'include' })[0]!;
    const at = items.findIndex((item) => item.text.startsWith('Is the last boat gone'));
    expect(isQuestion(items[at]!.text)).toBe(true);
    expect(stopsOf(items)[at]).toBe(false);
    expect(canStartAt(items, at + 1)).toBe(false);
    expect(canStartAt(items, 0)).toBe(true);
  });

  it('plays a whole short story with its people, places and times', async () => {
    const screenplay = await embeddedWriter().screenplay(briefFor(STORY, 600));
    expect(played(screenplay)).toMatchInlineSnapshot(`
[
  "[scene_heading] INT. WAITING-ROOM - EVENING",
  "[action] It was late in the evening when Anna Berg came into the waiting-room. The old ferryman, Tom Hale, sat by the stove with his pipe. Rain ran down the windows.",
  "ANNA (shaking the rain from her coat): Is the last boat gone?",
  "HALE (slowly): It is; but I have a boat of my own, and I know the river.",
  "ANNA: Would you row me over? My sister is ill.",
  "[action] Tom Hale put down his pipe.",
  "HALE: I will row you over, and I will take no money for it.",
  "ANNA (whispering): You are kind.",
  "HALE: I was told that a stranger would come.",
  "[action] He took the lantern from its nail.",
  "[scene_heading] EXT. QUAY - MORNING",
  "[action] The next morning the river lay quiet. Anna Berg stood on the quay and looked for the ferryman.",
  "ANNA: Where is the old man who rowed me over?",
  "[action] Peter Brook said:",
  "BROOK: What old man? Tom Hale was drowned in March, miss.",
  "[action] Anna looked at the lantern in her hand.",
  "ANNA: Then who took me over?",
  "[action] Nobody answered her. The lantern burned until noon, and nobody ever came to fetch it.",
]
`);
    expect(lintScreenplay(screenplay, briefFor(STORY, 600).sources, 600)).toEqual(screenplay.reviewNotes);
  });

  it('leaves cited words to the narrator, and plays the manner of a line only once', async () => {
    const text = STORY.replace('“What old man?” said Peter Brook. “Tom Hale was drowned in March, miss.”',
      '“What old man?” said Peter Brook, turning from the window. The clerk knew the river well. As an old friend had once put it: '
      + '“Whoever knows the clerk knows the river.” The quay was empty.\n\n“Tom Hale was drowned in March, miss,” said Peter Brook.');
    const lines = played(await embeddedWriter().screenplay(briefFor(text, 600)));
    expect(lines.find((line) => line.includes('Whoever knows'))).toMatch(/^\[action\].*Whoever knows the clerk/u);
    expect(lines.filter((line) => line.includes('turning from the window')).length).toBe(1);
  });

  it('gives a line without a tag to one of the people who were speaking', async () => {
    const guessed = STORY.replace('“You are kind,” whispered Anna.',
      'A crowd of people had come in out of the rain. They talked and sang.\n\n“The river is rising!”\n\nThe stove crackled.');
    const lines = played(await embeddedWriter().screenplay(briefFor(guessed, 600)));
    expect(lines.find((line) => line.includes('The river is rising!'))).toMatch(/^(?:ANNA|HALE)[^:]*: The river/u);
  });

  it('gives a line to the only woman nearby whom its tag can mean', async () => {
    const guessed = STORY.replace('“You are kind,” whispered Anna.', 'The landlady came in with wood. The fire was low.\n\n“The river is rising,” she said.');
    const lines = played(await embeddedWriter().screenplay(briefFor(guessed, 600)));
    expect(lines.find((line) => line.includes('The river is rising'))).toMatch(/^ANNA[^:]*: The river/u);
  });

  it('leaves a told story to its teller, even sentences that could be somebody else’s', async () => {
    const tale = textIn(OWN, 'prose/the-clockmaker-of-fallow-street.txt');
    const { entries } = await embeddedWriter().screenplay(briefFor(tale, 3_600));
    const teller = entries.find(({ parenthetical }) => parenthetical === 'telling it')!.character;
    for (const words of ['They had all stopped, sir.', 'And never at the same time.', 'And today was the end of it.']) {
      const entry = entries.find(({ text }) => text.includes(words))!;
      expect([words, entry.character, entry.parenthetical]).toEqual([words, teller, 'telling it']);
    }
  });
});
