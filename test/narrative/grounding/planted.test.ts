import { describe, expect, it } from '@jest/globals';
import { analyseText } from '../../../src/craft/narrative/analysis/index.js';
import { findUnsupported, groundingContext } from '../../../src/craft/narrative/grounding/index.js';
import { corporaWith, filesIn, OWN, textIn } from '../../support/corpora.js';
import { NEWS, REPORT, SPEECH } from '../../support/writer-texts.js';
import { PARAPHRASES } from './paraphrases.js';
import { plantedIn, trueIn, verbatim, type PlantedKind, type Statement } from './planted.js';

interface Text { text: string; sentences: string[] }

const textOf = (text: string): Text => ({ text, sentences: analyseText(text).sentences.map(({ start, end }) => text.slice(start, end)) });

const BY_HAND = {
  bell: textOf(textIn(OWN, 'prose/how-a-bell-is-tuned.txt')), saltings: textOf(textIn(OWN, 'prose/a-winter-on-the-saltings.txt')),
  news: textOf(NEWS), report: textOf(REPORT),
};

/** The hand-written retellings of a text with the sentences that they cite. */
function retold(name: keyof typeof BY_HAND): Statement[] {
  return PARAPHRASES[name].map(([from, says]) => ({
    says, cited: from.split('|').map((beginning) => {
      const found = BY_HAND[name].sentences.find((sentence) => sentence.replace(/^- /u, '').startsWith(beginning));
      if (found === undefined) throw new Error(`no sentence begins with "${beginning}"`);
      return found;
    }),
  }));
}

class Tally {
  private readonly counts = new Map<string, { found: number; total: number }>();
  readonly misses: string[] = [];
  add(kind: string, found: boolean, words: string): void {
    const count = this.counts.get(kind) ?? { found: 0, total: 0 };
    this.counts.set(kind, { found: count.found + (found ? 1 : 0), total: count.total + 1 });
    if (!found) this.misses.push(`${kind}: ${words}`);
  }
  total(): number { return [...this.counts.values()].reduce((sum, { total }) => sum + total, 0); }
  found(): number { return [...this.counts.values()].reduce((sum, { found }) => sum + found, 0); }
  share(kind: string): number {
    const { found, total } = this.counts.get(kind)!;
    return found / total;
  }
}

const KINDS: [PlantedKind, number][] = [['number', 0.95], ['name', 0.95], ['negation', 0.95], ['cause', 0.9], ['invented', 0.95]];

describe.each(corporaWith('prose'))('altered statements about the texts of $name', (corpus) => {
  const texts = filesIn(corpus, 'prose', '.txt').map(({ read }) => textOf(read().toString('utf8')));
  if (corpus === OWN) texts.push(textOf(NEWS), textOf(REPORT), textOf(SPEECH));
  const planted = new Tally();
  const honest = new Tally();
  texts.forEach(({ text, sentences }, at) => {
    const context = groundingContext(text);
    for (const { kind, says, cited } of plantedIn(verbatim(sentences), texts[(at + 1) % texts.length]!.sentences)) {
      planted.add(kind, findUnsupported(says, cited, context).length > 0, says);
    }
    for (const { rule, says, cited } of trueIn(sentences)) honest.add(rule, findUnsupported(says, cited, context).length === 0, says);
  });

  it.each(KINDS)('are found for this kind of alteration: %s', (kind, wanted) => {
    expect(planted.total()).toBeGreaterThan(200);
    expect(planted.share(kind)).toBeGreaterThanOrEqual(wanted);
  });

  it('do not keep the true statements beside them from passing', () => {
    expect(honest.total()).toBeGreaterThan(200);
    expect(honest.found() / honest.total()).toBeGreaterThanOrEqual(0.95);
  });
});

describe('retellings by hand', () => {
  it('pass when they are true', () => {
    const honest = new Tally();
    for (const name of Object.keys(BY_HAND) as (keyof typeof BY_HAND)[]) {
      const context = groundingContext(BY_HAND[name].text, ['ADA', 'BEN']);
      for (const { says, cited } of retold(name)) honest.add('true', findUnsupported(says, cited, context).length === 0, says);
    }
    expect(honest.total()).toBeGreaterThan(100);
    expect(honest.share('true')).toBeGreaterThanOrEqual(0.95);
  });

  it('are found when one thing in them is altered', () => {
    const planted = new Tally();
    for (const name of Object.keys(BY_HAND) as (keyof typeof BY_HAND)[]) {
      const context = groundingContext(BY_HAND[name].text);
      for (const { kind, says, cited } of plantedIn(retold(name), BY_HAND[name === 'news' ? 'report' : 'news'].sentences)) {
        planted.add(kind, findUnsupported(says, cited, context).length > 0, says);
      }
    }
    expect(planted.total()).toBeGreaterThan(150);
    for (const kind of ['number', 'name', 'cause', 'invented']) expect([kind, planted.share(kind)]).toEqual([kind, expect.closeTo(1, 1)]);
    expect(planted.share('negation')).toBeGreaterThanOrEqual(0.85);
  });
});
