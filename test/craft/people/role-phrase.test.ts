import { describe, expect, it } from '@jest/globals';
import { rolePhrase } from '../../../src/craft/people/role-phrase.js';

describe('the role of a person in a sentence', () => {
  it.each([
    ['deckhand', 'a deckhand'], ['Deckhand', 'a deckhand'], ['old harbour master', 'an old harbour master'], ['engineer, retired', 'an engineer, retired'],
    ['honest innkeeper', 'an honest innkeeper'], ['one-eyed pilot', 'a one-eyed pilot'], ['love interest', 'a love interest'], ['British consul', 'a British consul'],
    ['keeper of the light', 'the keeper of the light'], ['owner of a tavern', 'an owner of a tavern'], ['mayor of Corran', 'the mayor of Corran'],
    ['the harbour master', 'the harbour master'], ['Ann’s brother', 'Ann’s brother'], ['his sister', 'his sister'], ['married to Ann', 'married to Ann'],
    ['18-year-old', 'an 18-year-old'], ['8-year-old boy', 'an 8-year-old boy'], ['11-year-old girl', 'an 11-year-old girl'], ['17-year-old', 'a 17-year-old'],
    ['180-day man', 'a 180-day man'], ['FBI agent', 'an FBI agent'], ['MI6 officer', 'an MI6 officer'], ['RAF pilot', 'an RAF pilot'], ['MP', 'an MP'],
    ['X-ray nurse', 'an X-ray nurse'], ['NASA engineer', 'a NASA engineer'], ['SWAT officer', 'a SWAT officer'], ['US marshal', 'a US marshal'], ['CIA agent', 'a CIA agent'],
    ['children', 'children'], ['old fishermen', 'old fishermen'], ['local police', 'local police'], ['police officer', 'a police officer'],
    ['runs the shop', 'runs the shop'], ['keeps house', 'keeps house'], ['sports teacher', 'a sports teacher'], ['heiress to the house', 'an heiress to the house'],
    ['Head of security', 'the head of security'], ['chief of police', 'the chief of police'],
    ['two sisters', 'two sisters'], ['twins', 'twins'], ['lonely', 'lonely'], ['in love with Ann', 'in love with Ann'],
  ])('%s', (role, expected) => {
    expect(rolePhrase(role)).toBe(expected);
  });
});
