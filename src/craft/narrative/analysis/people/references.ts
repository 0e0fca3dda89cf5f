import type { Figure, Figures } from '../names/figures.js';
import { genderOfNoun } from '../names/names.js';
import { FEMALE_NOUN, MALE_NOUN } from '../language/lexicon.js';
import type { Item } from '../speech/turns.js';
import {
  describedFigure, describedIn, isMarked, descriptionKey, isChild, isDefinite, isGeneric, isKin, isOld, isYoung, mayDescribe,
  parseDescription, type Description,
} from './descriptions.js';

/** A person who is present: the latest item that names or describes the figure. */
interface Present { figure: Figure; seen: number; description: Description | null }

const SCENE_ITEMS = 25;
const NAMED_ITEMS = 12;
/** `Like a man who…`, `the air of a man`: these comparisons describe nobody present. */
const COMPARES = /\b(?:like|as|than|such|of|for|if|not|no|was|is|were|are)\s(?:an?|another)\s/g;

/**
 * Finds the person whom a description means: after `a little girl`, `the child` is the same person when nobody else present fits. The constructor reads the
 * text once, from the beginning.
 */
export class References {
  private readonly present = new Map<Figure, Present>();
  private readonly meant = new Map<string, { item: number; figure: Figure }[]>();

  constructor(items: readonly Item[], private readonly figures: Figures, private readonly bound: ReadonlyMap<string, Figure>) {
    for (const { index, narration, mentions } of items) {
      for (const { figure } of mentions) {
        this.present.set(figure, { figure, seen: index, description: this.present.get(figure)?.description ?? null });
      }
      for (const description of describedIn(narration.replace(COMPARES, ' '))) this.read(description, index);
    }
  }

  /** The figure that a description means at this item, when another description or a name stood for it before; else null. */
  find(description: Description, item: number): Figure | null {
    const known = this.meant.get(descriptionKey(description));
    return known?.findLast((one) => one.item <= item && one.item > item - SCENE_ITEMS)?.figure ?? null;
  }

  private read(description: Description, item: number): void {
    const other = this.referent(description, item);
    const figure = other ?? this.bound.get(description.noun) ?? describedFigure(this.figures, description);
    if (other) {
      const key = descriptionKey(description);
      this.meant.set(key, [...this.meant.get(key) ?? [], { item, figure: other }]);
    }
    const before = this.present.get(figure);
    this.present.set(figure, { figure, seen: item, description: before?.description ?? description });
  }

  /**
   * The only person present whom a definite description can mean, when that person is known by a description and this description has not been used recently;
   * else null.
   */
  private referent(description: Description, item: number): Figure | null {
    if (!isDefinite(description) || !/^(?:the|this|that|our)$/.test(description.determiner) || isKin(description)) return null;
    if (this.bound.has(description.noun)) return null;
    const own = this.figures.findDescribedKey(descriptionKey(description));
    if (own && item - (this.present.get(own)?.seen ?? -Infinity) < SCENE_ITEMS) return null;
    const generic = isGeneric(description);
    const fitting = [...this.present.values()].filter((one) => item - one.seen < (one.figure.kind === 'description' ? SCENE_ITEMS : NAMED_ITEMS)
      && mayMean(description, one, generic));
    if (isMarked(description)) return null;
    // `The man` after `a tall man` is that man, also where others are men.
    const introduced = fitting.filter((one) => one.figure.kind === 'description' && one.description?.noun === description.noun
      && /^(?:an?|another)$/.test(one.description.determiner));
    if (description.adjective === null && introduced.length === 1) return introduced[0]!.figure;
    const closest = description.adjective === null ? fitting
      : fitting.filter((one) => one.description !== null && isOld(one.description) === isOld(description)
        && isYoung(one.description) === isYoung(description));
    return closest.length === 1 && closest[0]!.figure.kind === 'description' ? closest[0]!.figure : null;
  }
}

/** True when a description can be another word for a person who is present. */
function mayMean(description: Description, { figure, description: known }: Present, generic: boolean): boolean {
  if (figure.kind === 'narrator' || !mayDescribe(description, figure)) return false;
  const gender = genderOfNoun(description.noun);
  if (figure.kind !== 'description' || known === null) {
    return figure.kind === 'name' && !isChild(description) && generic && (gender === null || figure.gender === null || figure.gender === gender);
  }
  if (isChild(description)) {
    return (isChild(known) || isChild(parseDescription(figure.name)))
      && (gender === null || figure.gender === null || gender === figure.gender);
  }
  if (isChild(known)) return false;
  if (gender === null || figure.gender !== gender) return false;
  if (generic) return FEMALE_NOUN.test(` ${description.noun}`) || MALE_NOUN.test(` ${description.noun}`);
  return false;
}
