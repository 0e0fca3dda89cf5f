import type { Figure, Figures } from '../names/figures.js';
import { describedFigure, describedIn, isDefinite, parseDescription, type Description } from './descriptions.js';
import type { Item } from '../speech/turns.js';

/** Adjectives that tell two people from each other: who says `the younger man` means that there is an older one. */
const PAIRS: readonly (readonly [RegExp, RegExp])[] = [
  [/^(?:younger|young)$/, /^(?:older|elder|old|elderly)$/], [/^first$/, /^second$/], [/^tall$/, /^(?:small|stout|fat|little)$/], [/^fat$/, /^thin$/],
];

const areOpposite = (one: string, other: string): boolean =>
  PAIRS.some(([left, right]) => (left.test(one) && right.test(other)) || (left.test(other) && right.test(one)));

/** The people of a text whom it only describes, each against one other: the younger man and the older man. */
export function counterpartsOf(items: readonly Item[], figures: Figures): Map<Figure, Figure> {
  const described = new Map<string, Description>();
  for (const { narration, turn } of items) {
    const own = turn?.tag?.kind === 'description' ? [parseDescription(turn.tag.subject)] : [];
    for (const description of [...describedIn(narration), ...own]) {
      if (description.adjective !== null && isDefinite(description)) described.set(`${description.adjective} ${description.noun}`, description);
    }
  }
  const found = new Map<Figure, Figure>();
  for (const one of described.values()) {
    const others = [...described.values()].filter((other) => other.noun === one.noun && areOpposite(one.adjective!, other.adjective!));
    const [only] = others;
    if (only && others.length === 1) found.set(describedFigure(figures, one), describedFigure(figures, only));
  }
  return found;
}
