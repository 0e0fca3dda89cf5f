import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { pointsBack, questionsAbout } from '../../src/craft/narrative/writing/modes/podcast/questions.js';

const asked = (sentence: string): string[] => questionsAbout(sentence).map(({ text }) => text);

interface Judged { asked: { sentence: string; question: string }[]; silent: string[] }
/** Forms of sentences, judged by hand: the question that a host asks before a sentence, and the sentences before which a host is silent. */
const JUDGED = JSON.parse(readFileSync(new URL('../fixtures/questions/questions.json', import.meta.url), 'utf8')) as Judged;

describe('the questions of the judged list', () => {
  it('are those that a listener asks', () => {
    expect(JUDGED.asked.length + JUDGED.silent.length).toBeGreaterThanOrEqual(150);
    expect(JUDGED.asked.map(({ sentence }) => ({ sentence, question: [...new Set(asked(sentence))].join(' ') }))).toEqual(JUDGED.asked);
  });

  it('are none where a listener asks nothing', () => {
    expect(JUDGED.silent.flatMap((sentence) => asked(sentence).map((question) => `${question} ${sentence}`))).toEqual([]);
  });
});

describe('the questions that a sentence answers', () => {
  it.each([
    ['It was a baker who heard the bell.', 'Who heard the bell?'],
    ['The letter was found by a girl of nine.', 'Who found the letter?'],
    ['Dr. Amara Quist, who drew the map, lives in Malmo now.', 'Who drew the map?'],
    ['The pump was silent, because the fuse had burnt.', 'Why was the pump silent?'],
    ['The tower was built in 1884 by the harbour board.', 'When was the tower built?'],
    ['The journey takes nine days.', 'How long does the journey take?'],
    ['The mast is forty metres high.', 'How high is the mast?'],
    ['The museum has sixty clocks and two suns.', 'How many clocks does the museum have?'],
    ['They have planted 4,000 trees.', 'How many trees have they planted?'],
    ['The lesson of the flood is that walls do not move.', 'What is the lesson of the flood?'],
    ['What the letters showed was quite different from the report.', 'What did the letters show?'],
    ['"The river was here first," Quist told the council in May.', 'What did Quist tell the council?'],
    ['Nobody was hurt.', 'Was anybody hurt?'],
    ['For three winters nothing grew.', 'Did anything grow?'],
    ['There was no wind on the lake; the flags hung down.', 'Was there any wind?'],
    ['Not a trace of the cart was to be seen.', 'Was any trace of the cart to be seen?'],
    ['No new rope was fitted.', 'Was any new rope fitted?'],
    ['The captain believed her.', 'Did the captain believe her?'],
    ['Then came colder years.', 'What came then?'],
    ['Slowly the truth came out: that the bell had never been cast at all.', 'What was the truth?'],
    ['To bring the bell home was the chief aim of the journey.', 'What was the chief aim of the journey?'],
    ['The tower consists of nine rings of oak.', 'What does the tower consist of?'],
    ['The drought had driven them to the coast, where nobody knew the tides.', 'What had the drought driven them to?'],
    ['Ann Hale was a short, quick, silent woman: few knew her.', 'What kind of woman was Ann Hale?'],
    ['The voyage was long and cold.', 'What was the voyage like?'],
    ['They lit the lamp by striking two stones together.', 'How did they light the lamp?'],
    ['The crew ran to the boats; for the ice had begun to move.', 'Why did the crew run to the boats?'],
  ])('%s', (sentence, question) => {
    expect(asked(sentence)).toContain(question);
  });

  it('never contain their answer, and always leave it to the sentence', () => {
    for (const sentence of ['The tower was built in 1884.', 'The journey takes nine days.', 'It was a baker who heard the bell.']) {
      for (const { text, answer } of questionsAbout(sentence)) {
        expect(sentence).toContain(answer);
        expect(text.toLowerCase()).not.toContain(answer.toLowerCase());
      }
    }
  });

  it.each(['There was no doubt about it.', 'Nothing could look finer than the bay.', 'The lamp was sure to go out.',
    'We had no lamp, because I had sold it.', 'Then it rained.', 'And so the matter rested.', 'Who heard the bell?', 'Silence.',
    'He did not see the light, and she never spoke of it again.', ''])('are none where a sentence answers nothing: %s', (sentence) => {
    expect(asked(sentence)).toEqual([]);
  });

  it('are marked when they refer to what was said before', () => {
    expect(pointsBack('How many pages does it have?')).toBe(true);
    expect(pointsBack('Who heard the bell?')).toBe(false);
  });
});
