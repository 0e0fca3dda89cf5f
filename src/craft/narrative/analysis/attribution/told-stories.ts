import { attribute, type Attributed, type Attribution } from './attribution.js';
import type { Figure } from '../names/figures.js';
import { innerText, type Block } from '../speech/quotations.js';
import { countWords } from '../language/sentences.js';

/** A long speech over several paragraphs and the turns inside it. Offsets count from the beginning of the text. */
export interface ToldStory { teller: Figure; start: number; end: number; words: number; turns: Attributed[] }

const MIN_PARAGRAPHS = 3;
const LISTENER_ITEMS = 12;

/**
 * Finds speeches of at least three paragraphs and attributes the quotations inside them, with the teller as narrator.
 */
export function toldStories(plain: string, attribution: Attribution): ToldStory[] {
  const stories: ToldStory[] = [];
  for (const group of speeches(attribution.turns)) {
    const [first] = group;
    const teller = first?.figure;
    if (!first || !teller || group.length < MIN_PARAGRAPHS) continue;
    const blocks = group.map(({ turn }) => blockOf(attribution, turn.item)).filter((block) => block !== undefined);
    const start = blocks[0]?.start ?? 0;
    const end = blocks.at(-1)?.end ?? start;
    const turns = innerTurns(plain, blocks, teller, listeners(attribution, first, teller), attribution);
    stories.push({ teller, start, end, words: countWords(plain.slice(start, end)), turns });
  }
  return stories;
}

function blockOf(attribution: Attribution, item: number): Block | undefined {
  return attribution.items[item]?.block;
}

function speeches(turns: readonly Attributed[]): Attributed[][] {
  const groups: Attributed[][] = [];
  for (const attributed of turns) {
    const group = groups.at(-1);
    if (attributed.turn.continues && group) group.push(attributed);
    else groups.push([attributed]);
  }
  return groups;
}

/** The people who speak around the story: they listen to it and have no lines inside. */
function listeners(attribution: Attribution, first: Attributed, teller: Figure): Set<Figure> {
  const near = new Set<Figure>([attribution.narrator]);
  for (const { turn, figure } of attribution.turns) {
    if (figure && Math.abs(turn.item - first.turn.item) < LISTENER_ITEMS && !turn.continues) near.add(figure);
  }
  near.delete(teller);
  return near;
}

function innerTurns(
  plain: string, blocks: readonly Block[], teller: Figure, exclude: ReadonlySet<Figure>, outer: Attribution,
): Attributed[] {
  const inner = innerText(plain, blocks);
  if (!inner.blocks.some((block) => block.segments.some((segment) => segment.quote))) return [];
  const { turns } = attribute(inner.plain, inner.blocks, { narrator: teller, figures: outer.figures, exclude });
  return turns.map((attributed) => shifted(attributed, inner.base));
}

function shifted(attributed: Attributed, base: number): Attributed {
  const move = (span: { start: number; end: number } | null) =>
    (span ? { start: span.start + base, end: span.end + base } : null);
  const { turn } = attributed;
  return {
    ...attributed,
    turn: {
      ...turn,
      quotes: turn.quotes.map((segment) => ({ ...segment, start: segment.start + base, end: segment.end + base })),
      tagSpan: move(turn.tagSpan),
      leadSpan: move(turn.leadSpan),
      tailSpan: move(turn.tailSpan),
    },
  };
}
