import path from 'node:path';
import { candidates } from '../../src/craft/narrative/analysis/attribution/candidates.js';
import { decode } from '../../src/craft/narrative/analysis/attribution/conversation.js';
import { FITTED } from '../../src/craft/narrative/analysis/attribution/features.js';
import { mergeIdentities } from '../../src/craft/narrative/analysis/attribution/identities.js';
import type { Path } from '../../src/craft/narrative/analysis/attribution/plausibility.js';
import { search } from '../../src/craft/narrative/analysis/attribution/search.js';
import type { Figure } from '../../src/craft/narrative/analysis/names/figures.js';
import { labelledTurns, type LabelledTurns } from './labelled-turns.js';
import { readNovels, readOpenings, type QuotationType } from './novels.js';
import { matched } from './score.js';

/**
 * Sorts the wrong quotations of labelled texts by cause: `node --import tsx bench/people/errors.ts [--openings] [--examples N] [novel…]`. Prints for each
 * cause the counts by kind of quotation, and N examples with the text around them.
 */
const BEAM_WIDTH = 20;
const SHARED = path.resolve('../shared/fixtures');
const CAUSES = ['quotation not found', 'speaker not among the people', 'one person under two names', 'two people under one name', 'tag read wrongly',
  'not a candidate', 'worse score'] as const;
type Cause = (typeof CAUSES)[number];
interface Miss { cause: Cause; type: QuotationType; shown: string }

function missesOf(text: LabelledTurns, source: string): Miss[] {
  const { context, right, quotations } = text;
  const decoded = mergeIdentities(context.evidence.map((piece) => ({ ...piece })),
    decode(search(context, FITTED, BEAM_WIDTH, { from: 0, to: right.length, start: null })), context.scene);
  const match = matched(quotations.map(({ gold, at }) => ({ gold, cast: at === null ? null : String(decoded[at]!.figure.order) })));
  const paths: Path[] = [];
  for (const { figure } of decoded) paths.push({ score: 0, figure, before: paths.at(-1) ?? null });
  const causeOf = (at: number | null, speaker: string): Cause => {
    if (at === null) return 'quotation not found';
    const figures = right[at];
    const chosen = decoded[at]!.figure;
    if (!figures) return 'speaker not among the people';
    if (figures.has(chosen)) return match.has(String(chosen.order)) ? 'two people under one name' : 'one person under two names';
    const piece = context.evidence[at]!;
    if (piece.settled) return 'tag read wrongly';
    const may = candidates(context, at, paths[at - 1] ?? null);
    const mains = [...figures].filter((figure) => match.get(String(figure.order)) === speaker);
    return (mains.length > 0 ? mains : [...figures]).some((figure) => may.has(figure)) ? 'worse score' : 'not a candidate';
  };
  const named = (figures: Iterable<Figure>): string => [...figures].map(({ name, kind }) => (kind === 'name' ? name : `${kind}:${name}`)).join(' / ');
  return quotations.flatMap(({ gold, at }): Miss[] => {
    if (at !== null && match.get(String(decoded[at]!.figure.order)) === gold.speaker) return [];
    const tag = at === null ? null : context.evidence[at]!.turn.tag;
    const shown = [`## ${text.work} ${gold.type} right: ${gold.speaker} (${at === null ? '' : named(right[at] ?? [])}) found: ${at === null ? '-' : named([decoded[at]!.figure])}`
      + ` tag: ${tag ? `${tag.how}/${tag.kind}/${tag.subject}/${tag.verb}` : '-'}`,
    `${source.slice(Math.max(0, gold.start - 400), gold.start)}>>>${source.slice(gold.start, gold.end)}<<<${source.slice(gold.end, gold.end + 150)}`].join('\n');
    return [{ cause: causeOf(at, gold.speaker), type: gold.type, shown }];
  });
}

function main(argv: readonly string[]): void {
  const examples = Number(argv[argv.indexOf('--examples') + 1] ?? 0) || 0;
  const wanted = argv.filter((word) => /^[A-Z0-9]/.test(word) && !/^\d+$/.test(word));
  const texts = argv.includes('--openings') ? readOpenings(path.join(SHARED, 'quotes')) : readNovels(path.join(SHARED, 'quotes-novels'));
  const misses = texts.filter(({ work }) => wanted.length === 0 || wanted.includes(work))
    .flatMap((novel) => missesOf(labelledTurns(novel, FITTED, BEAM_WIDTH), novel.text));
  for (const cause of CAUSES) {
    const of = misses.filter((miss) => miss.cause === cause);
    const count = (type: QuotationType): number => of.filter((miss) => miss.type === type).length;
    console.log(cause.padEnd(32), `all ${of.length}  explicit ${count('explicit')}  anaphoric ${count('anaphoric')}  implicit ${count('implicit')}`);
  }
  for (const cause of CAUSES) {
    const of = misses.filter((miss) => miss.cause === cause);
    const every = Math.max(1, Math.floor(of.length / Math.max(1, examples)));
    for (const { shown } of of.filter((_, at) => at % every === 0).slice(0, examples)) console.log(`\n# ${cause}\n${shown}`);
  }
}

main(process.argv.slice(2));
