import { describe, expect, it } from '@jest/globals';
import { withoutDirections } from '../../../src/craft/narrative/writing/material/inner-directions.js';
import { joinedPieces } from '../../../src/craft/narrative/writing/material/quoted-lines.js';

/** The words of a line that are spoken, and its direction. */
function spoken(words: string): [string, string | null] {
  const { spans, direction } = withoutDirections(words, { start: 0, end: words.length });
  return [joinedPieces(words, spans).text, direction];
}

describe('a direction in brackets inside a line', () => {
  it.each([
    ['between two halves', 'I shall leave it to her, (turning to Ann,) who knows the house.', 'I shall leave it to her, who knows the house.', 'turning to Ann'],
    ['with a manner', 'It is late, (in a low voice) and he is asleep.', 'It is late, and he is asleep.', 'in a low voice'],
    ['with an adverb', 'Go, (softly laughing,) or he will find you.', 'Go, or he will find you.', 'softly laughing'],
    ['before a comma', 'As long as I see it (smiling), he may stay.', 'As long as I see it, he may stay.', 'smiling'],
    ['after a full stop', 'You know who I mean (nodding to her husband). It is no secret.', 'You know who I mean. It is no secret.', 'nodding to her husband'],
    ['at its end', 'So I have been told. (with a sigh)', 'So I have been told.', 'with a sigh'],
    ['twice, the first directs', 'No, (rising,) never; (with a laugh) not for the world.', 'No, never; not for the world.', 'rising'],
  ])('is played and not spoken: %s', (_name, line, words, direction) => {
    expect(spoken(line)).toEqual([words, direction]);
  });

  it.each([
    'He is (considering his age) a good walker.', 'It was (comparatively speaking) cheap.', 'The man (one of ours, I forget his name) came in.',
    'She came (meaning no harm to you) at six.', 'They are (being old) slow.', 'I found (finding me alone) nobody.',
  ])('is no direction when the speaker says it: %s', (line) => {
    expect(spoken(line)).toEqual([line, null]);
  });
});
