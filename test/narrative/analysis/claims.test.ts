import { describe, expect, it } from '@jest/globals';
import { CLAIM_KINDS, type ClaimKind } from '../../../src/craft/narrative/model.js';
import { kindOfClaim } from '../../../src/craft/narrative/analysis/digest/claim-kinds.js';
import { digestOf, analyseText } from '../../../src/craft/narrative/analysis/index.js';
import { ESSAY, NEWS, REPORT, SCIENCE, SPEECH, TRAVEL } from '../../support/writer-texts.js';

/**
 * Kinds by hand for every statement of five words or more, in order: f fact, e estimate, o opinion, c forecast,
 * q quotation, d definition, - not judged (greetings, notes).
 */
const LABELLED: [string, string][] = [
  [NEWS, 'cfecqqffqqqffqfqqqcc'],
  [REPORT, 'ffffffffeeeefeefofoc'],
  [SPEECH, '-fffooffqqffffoooofo-'],
  [SCIENCE, 'ffefdefdffefffeqqefefco'],
  [TRAVEL, 'fffffffffffqqffffqffffofofff'],
  [ESSAY, 'ooo-ffffoofqoofooooocco'],
];
const LETTERS: Record<string, ClaimKind> = { f: 'fact', e: 'estimate', o: 'opinion', c: 'forecast', q: 'quotation',
  d: 'definition' };

function statementsOf(text: string): string[] {
  return analyseText(text).sentences.filter(({ words }) => words >= 5).map(({ start, end }) => text.slice(start, end))
    .filter((one) => !/\?$/.test(one));
}

describe('kinds of claims in many kinds of text', () => {
  it('agree with a human reader on nine of ten statements', () => {
    const confused: string[] = [];
    let judged = 0;
    for (const [text, letters] of LABELLED) {
      const labels = letters;
      const statements = statementsOf(text);
      expect([labels.length, statements[0]]).toEqual([statements.length, statements[0]]);
      statements.forEach((statement, at) => {
        const label = LETTERS[labels[at]!];
        if (!label) return;
        judged++;
        const kind = kindOfClaim(statement);
        if (kind !== label) confused.push(`${label} as ${kind}: ${statement.slice(0, 60)}`);
      });
    }
    expect(judged).toBeGreaterThan(100);
    expect({ share: confused.length / judged <= 0.1 || confused }).toEqual({ share: true });
  });

  it('are the only kinds in a digest, and quoted words have a speaker', () => {
    for (const [text] of LABELLED) {
      for (const { kind } of digestOf(analyseText(text), null).claims) expect(CLAIM_KINDS).toContain(kind);
    }
    const quoted = digestOf(analyseText(NEWS), null).claims.find(({ statement }) =>
      statement.startsWith('People who live there'));
    expect(quoted).toMatchObject({ kind: 'quotation', attribution: 'Mayor Elena Brandt' });
  });

  it('exclude greetings and thanks', () => {
    const claims = digestOf(analyseText(SPEECH), null).claims.map(({ statement }) => statement).join(' ');
    expect(claims).not.toMatch(/Thank you|Good evening/);
  });
});

describe('the thesis', () => {
  it.each([
    ['news', NEWS, 'Passenger trains will return to the harbour line'],
    ['a report', REPORT, 'Street trees lower the temperature'],
    ['an essay', ESSAY, 'Waiting is one of the few pieces of time'],
    ['an address', SPEECH, 'A library is the only public room'],
    ['science', SCIENCE, 'The European eel is born in salt water'], ['travel', TRAVEL, 'Marrow is the highest village'],
  ])('of %s is its main sentence', (_kind, text, start) => {
    expect(digestOf(analyseText(text), null).thesis).toMatch(new RegExp(`^${start}`));
  });
});
