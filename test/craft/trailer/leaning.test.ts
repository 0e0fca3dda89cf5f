import { describe, expect, it } from '@jest/globals';
import { leaningsOf, leaningWeight } from '../../../src/craft/trailer/leaning.js';

const weight = (text: string, isTold = false): number => leaningWeight(leaningsOf(text, isTold));

describe('what a line leans on', () => {
  it.each([
    'Somebody has moved the harbour stones.', 'Have you ever seen a ship burn?', 'Oh, Martin, I never meant to sell the farm!', 'There is a man in the cellar.',
    'Do not open the door.', 'When the bell rings, we leave.', 'No man can hold his breath that long.', 'I would rather drown.', 'What do you want from my daughter?',
    'Captain, the pumps have failed.', 'Nobody knows his own heart.', 'My sister poisoned her husband.', 'You took everything my mother had.', 'I am sorry for your daughter.',
  ])('is nothing for “%s”', (text) => expect([text, weight(text)]).toEqual([text, 0]));

  it.each([
    ['He left it on the stairs.', 'he'], ['But nobody told the others.', 'But'], ['Yes, on Thursday.', 'Yes'], ['I have, twice.', 'I have'], ['You did.', 'You did'],
    ['Because of the fog.', 'Because'], ['When the bell rings.', 'clause'], ['They never came back.', 'they'], ['And then the roof.', 'And'], ['Nor do I.', 'Nor do'],
    ['Oh, but there is, mother.', 'but'], ['The carpenter never did.', 'did'], ['Of a green coat.', 'verb'], ['I never heard any harm of her.', 'her'], ['Are you, indeed?', 'echoes'], ['I told you that.', 'that'], ['Smelling the bread already.', 'who'],
    ['Second reason: the well was dry.', 'counts'], ['I asked a page or two back what a bell is.', 'page'], ['As I have said, the mill burned.', 'page'], ['I am very glad!', 'what about'], ['Heaven knows the miller tried.', 'tried'],
  ])('is told in words for “%s”', (text, words) => {
    expect(weight(text)).toBeGreaterThanOrEqual(0.5);
    expect(leaningsOf(text).map((leaning) => leaning.words).join('; ').toLowerCase()).toContain(words.toLowerCase());
  });

  it('counts words that only tell who speaks, without the speech, against a narrator', () => {
    expect(weight('The doctor said,', true)).toBeGreaterThan(1);
    expect(weight('Come away from there, whispered the nurse.', true)).toBeGreaterThan(1);
    expect(weight('Peter said Air, good water and a garden.', true)).toBeGreaterThan(1);
    expect(weight('The doctor locked the ward himself.', true)).toBe(0);
    expect(weight('The doctor said nothing to Peter.', true)).toBe(0);
  });

  it('weighs most in a line that says nothing by itself', () => {
    expect(weight('And he did.')).toBeGreaterThan(weight('And the doctor came.'));
  });
});
