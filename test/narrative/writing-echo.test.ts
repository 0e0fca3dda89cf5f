import { describe, expect, it } from '@jest/globals';
import { echoOf } from '../../src/narrative/writing/modes/podcast/echo.js';

describe('the words of an answer that a listening host repeats', () => {
  it.each([
    ['We landed and found thirteen species of spiders, which were numerous.', 'thirteen species of spiders'],
    ['In the evening we walked along the shore of the lagoon.', 'the shore of the lagoon'],
    ['They are all formed of volcanic rocks; the rest is sand.', 'volcanic rocks'],
    ['We pledge the loyalty of faithful friends.', 'the loyalty of faithful friends'],
    ['The keeper sat in a white cottage — and he waited.', 'a white cottage'],
  ])('are the end of a clause: %s', (sentence, words) => {
    expect(echoOf(sentence)).toBe(words);
  });

  it.each([
    ['denied', 'We observe today not a victory of party.'], ['supposed', 'If it were a peaceful revolution.'],
    ['another’s', 'He locked the money in his iron safe.'], ['compared with', 'The frame looked like a silver watch.'],
    ['vague', 'It went on for a long time.'], ['a set phrase', 'The whole crew went in search of tortoises.'],
    ['half a compound', 'He read it in a well-known daily paper.'], ['one word', 'They slept in tents.'],
    ['a question', 'Did they see the open sea?'],
  ])('are never %s: %s', (_what, sentence) => {
    expect(echoOf(sentence)).toBeNull();
  });
});
