import type { Figure } from '../names/figures.js';
import { wordTable } from '../../../patterns/word-table.js';

/** Titles that a text also uses as nouns for their bearers. */
const RANKS: Readonly<Record<string, string>> = wordTable({
  captain: 'captain', capt: 'captain', colonel: 'colonel', col: 'colonel', major: 'major', general: 'general', lieutenant: 'lieutenant',
  lt: 'lieutenant', sergeant: 'sergeant', sgt: 'sergeant', inspector: 'inspector', insp: 'inspector', prof: 'professor',
  doctor: 'doctor', dr: 'doctor', professor: 'professor', judge: 'judge', bishop: 'bishop', squire: 'squire',
});

const rankOf = ({ kind, title }: Figure): string | undefined => (kind === 'name' && title ? RANKS[title.toLowerCase().replace(/\.$/u, '')] : undefined);

/** The only holder of each rank: `the captain` is Captain Finn when there is no other captain. */
export function soleRanks(figures: Iterable<Figure>): ReadonlyMap<string, Figure> {
  const holders = new Map<string, Set<Figure>>();
  for (const figure of figures) {
    const rank = rankOf(figure);
    if (rank) holders.set(rank, (holders.get(rank) ?? new Set()).add(figure));
  }
  return new Map([...holders].flatMap(([rank, [only, second]]) => (second ? [] : [[rank, only!] as [string, Figure]])));
}
