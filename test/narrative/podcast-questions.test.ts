import { describe, expect, it } from '@jest/globals';
import { pointsBack, questionsAbout } from '../../src/narrative/writing/modes/podcast/questions.js';

const asked = (sentence: string): string[] => questionsAbout(sentence).map(({ text }) => text);

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

  it.each(['Nobody was hurt.', 'Then it rained.', 'And so the matter rested.', 'Who heard the bell?', 'Silence.',
    'He did not see the light, and she never spoke of it again.', ''])('are none where a sentence answers nothing: %s', (sentence) => {
    expect(asked(sentence)).toEqual([]);
  });

  it('point back where they need what was said before', () => {
    expect(pointsBack('How many pages does it have?')).toBe(true);
    expect(pointsBack('Who heard the bell?')).toBe(false);
  });
});
