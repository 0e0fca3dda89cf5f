import { describe, expect, it } from '@jest/globals';
import {
  digestOf, analyseText, rankSentences, splitSentences, standsAlone, nounsOf,
} from '../../../src/craft/narrative/analysis/index.js';
import { kindOfClaim, reportedSource } from '../../../src/craft/narrative/analysis/digest/claim-kinds.js';
import { hasUnbalancedMarks } from '../../../src/craft/narrative/analysis/language/marks.js';

const HARBOUR = [
  'The Harbour of Selm',
  'The harbour of Selm lies between two granite arms, and no other harbour on that coast is safe in winter. It was dug by prisoners. ' +
  'The eastern wall is about three hundred yards long, and it has stood since 1794.',
  'The tide at Selm is eminently remarkable, for it turns four times in a day. A seiche is a kind of standing wave in a closed basin. ' +
  'Dr. Marlow informs me that the double tide of the harbour is caused by a seiche. However, others doubt it.',
  'The fishermen leave the harbour before dawn and return with the second tide. The catch will fall when the northern channel silts up. ' +
  'I believe that the channel ought to be dredged before the winter of next year. We will now turn to the town.',
  'The town of Selm holds some nine hundred people, and most of them live by the harbour. The church stands on the granite hill above the market. ' +
  'The market square is paved with stones from the old wall. It is said that a bell lies under the square.',
  'The whole coast depends on the harbour, and the harbour depends on its wall. © 2024 Ina Brandt. All rights reserved.',
].join('\n\n');

describe('the digest of an essay', () => {
  const analysis = analyseText(HARBOUR);
  const digest = digestOf(analysis, null);

  it('states at least ten verbatim spans and nothing else', () => {
    expect(digest.claims.length).toBeGreaterThanOrEqual(10);
    expect(digest.claims.length).toBeLessThanOrEqual(24);
    for (const { statement, span } of digest.claims) expect(HARBOUR.slice(span?.start, span?.end)).toBe(statement);
    for (const { support, span, claimIndex } of digest.evidence) {
      expect(HARBOUR.slice(span?.start, span?.end)).toBe(support);
      expect(support).toContain(digest.claims[claimIndex]?.statement);
    }
  });

  it('excludes sentences about the text itself', () => {
    expect(digest.claims.map(({ statement }) => statement).join(' ')).not.toContain('turn to the town');
  });

  it('summarises in three to six sentences of the text, in order', () => {
    const sentences = splitSentences(digest.summary).map(({ start, end }) => digest.summary.slice(start, end));
    expect(sentences.length).toBeGreaterThanOrEqual(3);
    expect(sentences.length).toBeLessThanOrEqual(6);
    const places = sentences.map((sentence) => HARBOUR.indexOf(sentence));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(Math.min(...places)).toBeGreaterThanOrEqual(0);
  });

  it('names the reported source and the literal rights notice', () => {
    expect(digest.claims.find(({ statement }) => statement.startsWith('Dr. Marlow')))
      .toMatchObject({ kind: 'quotation', attribution: 'Dr. Marlow' });
    expect(digest.rightsNotes.join(' ')).toContain('© 2024 Ina Brandt');
  });

  it('reports only demonstrable gaps', () => {
    expect(digest.gaps).toEqual(['One statement names no source.']);
    expect(digestOf(analyseText('The wall is old. The wall is high. The wall is white and'), null).gaps).toEqual([
      'The text gives no calendar date.', 'The text gives no figure in digits.',
      'The text uses no word of contrast (but, however, although, yet).',
      'The text ends without a closing mark; it may be cut short.',
    ]);
  });

  it('notes a missing rights statement', () => {
    expect(digestOf(analyseText('The wall is old.'), null).rightsNotes)
      .toEqual(['No rights statement was found in the text.']);
  });

  it('attributes a character’s claim to the character', () => {
    const text = '“The wall was built by the prisoners of the old king,” said Mr. Orme.\n\n“And who paid for all the stone?” asked Lena. She looked at him.\n\n“Nobody ever paid for the stone of that wall,” said Mr. Orme.';
    const claims = analyseText(text).claims.filter(({ statement }) => statement.startsWith('Nobody'));
    for (const claim of claims) expect(claim.attribution).toBe('Mr. Orme');
    expect(analyseText(text).claims.every(({ statement }) => !hasUnbalancedMarks(statement))).toBe(true);
  });

  it('works on other languages', () => {
    const german = 'Der Hafen von Selm liegt zwischen zwei Armen aus Granit. Die Mauer im Osten steht seit dem Jahre 1794. Das Wasser steigt viermal am Tage. Die Fischer fahren vor der Dämmerung hinaus und kehren spät zurück.';
    const other = analyseText(german);
    expect(other.language).toBe('other');
    expect(other.claims.map(({ statement }) => statement)).toContain('Die Mauer im Osten steht seit dem Jahre 1794.');
    expect(splitSentences(digestOf(other, null).summary).length).toBeGreaterThanOrEqual(3);
  });
});

describe('kinds of claims', () => {
  it.each([
    ['The inhabitants say that the bell still rings under the sea.', 'quotation'],
    ['This inner basin is called the Pan by the fishermen.', 'definition'],
    ['An atoll is a ring of coral around a lagoon.', 'definition'],
    ['I believe that about three hundred men died here.', 'opinion'],
    ['The wall is nearly three hundred yards long.', 'estimate'],
    ['The channel will silt up within the century.', 'forecast'],
    ['It seems that the wall was built in haste.', 'opinion'],
    ['The town lies under the granite hill.', 'fact'],
    ['By this means the water is kept out of the basin.', 'fact'],
    ['You will soon admit as much as I need from you.', 'fact'],
  ])('%s', (statement, kind) => {
    expect(kindOfClaim(statement)).toBe(kind);
  });

  it('finds the reported source', () => {
    expect(reportedSource('According to Captain Moss the bar moves every year.')).toBe('Captain Moss');
    expect(reportedSource('The bar moves every year.')).toBeNull();
  });
});

describe('sentences that stand alone', () => {
  it.each([
    ['However, the wall of the harbour held for another year.', 'connective:however'],
    ['He had never seen the harbour so empty before.', 'pronoun:he'],
    ['These craters consist either of lava or of sandstone.', 'demonstrative:these crater'],
    ['As I have said, the wall was built by prisoners.', 'cross-reference'],
    ['“The wall was built by prisoners long ago.', 'quotation'],
    ['It consists of seven islands and a bare rock.', 'pronoun:it'],
    ['The wall held.', 'short'],
  ])('rejects %s', (sentence, reason) => {
    expect(standsAlone(sentence).reasons).toContain(reason);
  });

  it.each([
    'It is certain that the wall was built by prisoners.', 'The captain put down his glass and looked at the harbour.',
    'The fishermen mend their nets on the wall in winter.', 'Those who leave the harbour in winter rarely return.',
  ])('accepts %s', (sentence) => {
    expect(standsAlone(sentence).reasons).toEqual([]);
  });

  it('lets a demonstrative refer to the title', () => {
    const verdict = standsAlone('This harbour has been safe in every winter.',
      { known: nounsOf('The Harbour of Selm') });
    expect(verdict).toMatchObject({ ok: true, soft: true });
  });
});

describe('sentences', () => {
  const split = (text: string) => splitSentences(text).map(({ start, end }) => text.slice(start, end));

  it('keeps a question and its tag together, and abbreviations whole', () => {
    expect(split('“Did you?” he asked. Mr. A. B. Orme left at 9 a.m. sharp. See Fig. 1 there. “No!” Then he went.')).toEqual([
      '“Did you?” he asked.', 'Mr. A. B. Orme left at 9 a.m. sharp.', 'See Fig. 1 there.', '“No!”', 'Then he went.',
    ]);
  });

  it.each<[string, string[]]>([
    ['The hearing is on Feb. 11 in Salem. Gov. Ellen Marsh and Lt. Hale came.', ['The hearing is on Feb. 11 in Salem.', 'Gov. Ellen Marsh and Lt. Hale came.']],
    ['None came since Oct. The mayor met Sen. Orr on Wed. 12 March.', ['None came since Oct.', 'The mayor met Sen. Orr on Wed. 12 March.']],
    ['Updated 5:15 p.m. ET. PORT LINDEN, Ore. (AP) — It rained.', ['Updated 5:15 p.m. ET.', 'PORT LINDEN, Ore. (AP) — It rained.']],
    ['They moved to Salem, Ore. The rain stayed. We looked at the Sun. It set at 6 p.m. Then we left.',
      ['They moved to Salem, Ore.', 'The rain stayed.', 'We looked at the Sun.', 'It set at 6 p.m.', 'Then we left.']],
    ['“Come, Miss. Sit down.” “Oh, Pa. Don’t go.” He lives in St. Louis, Mo. Police came.',
      ['“Come, Miss.', 'Sit down.”', '“Oh, Pa.', 'Don’t go.”', 'He lives in St. Louis, Mo. Police came.']],
    ['It cost about $82bn.[1] Most of it was lost in a day.² Nobody paid.', ['It cost about $82bn.[1]', 'Most of it was lost in a day.²', 'Nobody paid.']],
  ])('knows dates, states and ranks, and cuts after the mark of a note: %s', (text, sentences) => {
    expect(split(text)).toEqual(sentences);
  });

  it('cuts endless sentences without splitting a character', () => {
    const text = '😀'.repeat(5_000);
    for (const { start, end } of splitSentences(text)) expect(text.slice(start, end).isWellFormed()).toBe(true);
  });
});

describe('ranking', () => {
  it('scores from 0 to 1 and prefers recurring subjects', () => {
    const analysis = analyseText(HARBOUR);
    const ranked = rankSentences(analysis);
    expect(ranked).toHaveLength(analysis.sentences.length);
    for (const { textRank, lexRank, centroid } of ranked) for (const score of [textRank, lexRank, centroid]) {
      expect(score).toBeGreaterThanOrEqual(0);
      expect(score).toBeLessThanOrEqual(1 + 1e-9);
    }
    const rank = (start: string) =>
      ranked[analysis.sentences.findIndex((sentence) => HARBOUR.startsWith(start, sentence.start))]?.textRank ?? -1;
    expect(rank('The whole coast depends')).toBeGreaterThan(rank('It was dug'));
  });

  it('ranks long texts by paragraph first', () => {
    const text = Array.from({ length: 450 }, (_, index) =>
      `The wall number ${index} is old. The gate of wall ${index} is new and green.`).join('\n\n');
    const analysis = analyseText(text);
    expect(analysis.sentences.length).toBe(900);
    expect(rankSentences(analysis).filter(({ textRank }) => textRank > 0).length).toBeLessThanOrEqual(800);
  });
});
