import { describe, expect, it } from '@jest/globals';
import { rolePhrase } from '../../../src/craft/people/role-phrase.js';

describe('the role of a person in a sentence', () => {
  it.each([
    ['deckhand', 'a deckhand'], ['Deckhand', 'a deckhand'], ['old harbour master', 'an old harbour master'], ['engineer, retired', 'an engineer, retired'],
    ['honest innkeeper', 'an honest innkeeper'], ['one-eyed pilot', 'a one-eyed pilot'], ['love interest', 'a love interest'], ['British consul', 'a British consul'],
    ['keeper of the light', 'the keeper of the light'], ['owner of a tavern', 'an owner of a tavern'], ['mayor of Corran', 'the mayor of Corran'],
    ['the harbour master', 'the harbour master'], ['Ann’s brother', 'Ann’s brother'], ['his sister', 'his sister'], ['married to Ann', 'married to Ann'],
    ['two sisters', 'two sisters'], ['twins', 'twins'], ['lonely', 'lonely'], ['in love with Ann', 'in love with Ann'],
  ])('%s', (role, expected) => {
    expect(rolePhrase(role)).toBe(expected);
  });
});
