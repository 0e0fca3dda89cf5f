import { describe, expect, it } from '@jest/globals';
import { factIn, findUnsupported, groundingContext } from '../../../src/craft/narrative/grounding/index.js';

const SOURCE = `The ferry stopped in 2011. The last barge, the Hannah III, carried just over six thousand people in its final year. Joan Pascoe had kept the
ledger since 1954. She printed a timetable by the moon because the channel is nine metres deep at springs and two miles wide. The council said that the service
lost two hundred pounds a day. "Sarne kept two clocks," she writes. Supporters answered that the council had never counted the cost of the alternative.`
  .replaceAll('\n', ' ');
const SENTENCES = SOURCE.split(/(?<=\.) /u);
const context = groundingContext(SOURCE, ['ADA', 'BEN']);
const flaws = (says: string, ...cited: number[]): string[] => findUnsupported(says, cited.map((at) => SENTENCES[at]!), context).map(({ kind }) => kind);

describe('a statement', () => {
  it.each([
    ['In 2011 the ferry sank and four hundred children drowned.', [0], 'number'],
    ['Joan Pascoe stole the money.', [2], 'invented'],
    ['The ferry was bombed in 2011 by order of Winston Churchill.', [0], 'name'],
    ['The ferry stopped in 2012.', [0], 'number'],
    ['The channel is two metres deep at springs and nine miles wide.', [3], 'exchange'],
    ['The Hannah III carried nobody in its final year.', [1], 'negation'],
    ['Supporters answered that the council had counted the cost of the alternative.', [6], 'negation'],
    ['The ferry did not stop in 2011.', [0], 'negation'],
    ['The ferry stopped in 2011 because the council lost the ledger.', [0], 'cause'],
    ['The service gained two hundred pounds a day.', [4], 'opposite'],
    ['"Sarne kept three clocks," she writes.', [5], 'quotation'],
    ['All the people were carried in its final year.', [1], 'extent'],
    ['The Hannah Pascoe carried just over six thousand people.', [1, 2], 'name'],
  ])('that the cited sentences do not support is found: %s', (says, cited, kind) => {
    expect(flaws(says, ...cited)).toContain(kind);
  });

  it.each([
    ['The ferry came to an end in 2011.', [0]],
    ['It carried a little over 6,000 people in the last year.', [1]],
    ['Joan Pascoe printed a timetable by the moon.', [2, 3]],
    ['She writes that "Sarne kept two clocks".', [5]],
    ['The council’s answer: two hundred pounds lost every day.', [4]],
    ['Because the channel is nine metres deep at springs, she printed a timetable by the moon.', [3]],
    ['The council never counted what the alternative cost, supporters said.', [6]],
    ['So it stopped in 2011, Ada.', [0]],
  ])('that the cited sentences support passes: %s', (says, cited) => {
    expect(flaws(says, ...cited)).toEqual([]);
  });

  it.each([
    ['The channel is nine kilometres deep at springs.', [3], 'unit'],
    ['The council said that the service lost two hundred dollars a day.', [4], 'unit'],
    ['It carried more than nine thousand people in its final year.', [1], 'number'],
    ['The service lost two hundred pounds a day.', [4], 'attribution'],
    ['The next sentence tells that the ferry stopped in 2011.', [0], 'task'],
    ['The ledger had kept Joan Pascoe since 1954.', [2], 'role'],
    ['The channel is two metres deep and nine miles wide.', [3], 'unit'],
  ])('is found when its units, roles, attribution or wording are wrong: %s', (says, cited, kind) => {
    expect(flaws(says, ...cited)).toContain(kind);
  });

  it('is also compared with the sentence after the cited one, which may deny it', () => {
    const cited = ['People say that it is like baking.'];
    const kinds = (following: string | null): string[] => findUnsupported('It is like baking, people say.', cited, context, [following]).map(({ kind }) => kind);
    expect(kinds(null)).toEqual([]);
    expect(kinds('If a cake is wrong you eat it.')).toEqual([]);
    for (const denial of ['It isn’t.', 'It is not.', 'No.', 'They never did.']) expect([denial, kinds(denial)]).toEqual([denial, ['negation']]);
    expect(findUnsupported('People say that it is like baking, but it isn’t.', cited, context, ['It isn’t.'])).toEqual([]);
  });

  it('is compared with the cited sentences alone', () => {
    expect(flaws('The ferry stopped in 1954.', 0)).toContain('number');
    expect(flaws('The ferry of Joan Pascoe stopped.', 0)).toContain('name');
  });

  it('gets a message that tells its author what is wrong', () => {
    expect(findUnsupported('The ferry stopped in 2012.', [SENTENCES[0]!], context)).toEqual([
      { kind: 'number', words: '2012', message: 'a number that the sentences do not have: 2012' },
    ]);
  });

  it('may be any text, even an empty one', () => {
    for (const odd of ['', '…', '2011', '“', 'nine nine nine hundred hundred', '😀', 'not not not']) expect(Array.isArray(flaws(odd, 0))).toBe(true);
  });
});

describe('a line that cites nothing', () => {
  it.each(['Tell me more.', 'And then?', 'Go on, Ben.', 'That is worth hearing again.', 'Why did the ferry stop?'])('holds no fact: %s', (says) => {
    expect(factIn(says, SENTENCES, context)).toBeNull();
  });
  it.each(['The ferry sank.', 'It stopped in 2011.', 'Was it Churchill?', 'Joan Pascoe did it.', 'Why did the ferry burn?', 'They were "thieves".',
    'The next sentence answers what is wanted.', 'Well, that is one of those things which you hear, and think about, and remember for ever.'])('holds one: %s', (says) => {
    expect(factIn(says, SENTENCES, context)).not.toBeNull();
  });
});
