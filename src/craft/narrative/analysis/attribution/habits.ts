import type { Figure } from '../names/figures.js';
import { descriptionKey, type Description } from '../people/descriptions.js';
import type { Evidence } from './evidence.js';

/**
 * Counts who addresses whom by name or by a word: `speaker>addressee`, `speaker>sir`, and `*>sir` for all speakers; and which figures a description tags, as
 * `speaker=girl`.
 */
export function countHabits(evidence: readonly Evidence[], speakers: readonly (Figure | null)[]): Map<string, number> {
  const pairs = new Map<string, number>();
  const count = (key: string) => pairs.set(key, (pairs.get(key) ?? 0) + 1);
  evidence.forEach(({ turn, address, description }, at) => {
    const speaker = speakers[at];
    if (!speaker) return;
    if (description) {
      count(`${speaker.order}=${descriptionKey(description)}`);
      count(`*=${descriptionKey(description)}`);
    }
    for (const addressee of [...turn.addressed].map(({ order }) => String(order)).concat(address ? [address.term] : [])) {
      count(`${speaker.order}>${addressee}`);
      count(`*>${addressee}`);
    }
  });
  return pairs;
}

/** The share of one figure among all uses of this form of address. */
export function shareOf(pairs: ReadonlyMap<string, number>, figure: number, addressee: string): number {
  return (pairs.get(`${figure}>${addressee}`) ?? 0) / (1 + (pairs.get(`*>${addressee}`) ?? 0));
}

/** The share of the turns tagged with this description that the figure speaks. */
export function calledSo(pairs: ReadonlyMap<string, number>, description: Description, figure: Figure): number {
  const key = descriptionKey(description);
  return (pairs.get(`${figure.order}=${key}`) ?? 0) / (1 + (pairs.get(`*=${key}`) ?? 0));
}

/** Turns within this distance belong to one conversation. */
const TURNS_AROUND = 15;

/** Which pairs of people speak one after the other, and at which turns. */
export class Talks {
  private readonly places = new Map<number, number[]>();

  constructor(speakers: readonly (Figure | null)[]) {
    for (let at = 1; at < speakers.length; at++) {
      const [one, other] = [speakers[at - 1], speakers[at]];
      if (!one || !other || one === other) continue;
      const key = keyOf(one, other);
      const known = this.places.get(key);
      if (known) known.push(at);
      else this.places.set(key, [at]);
    }
  }

  /** How often the two speak one after the other around turn `at`, not counting that turn and its neighbours. */
  near(at: number, one: Figure, other: Figure): number {
    const places = this.places.get(keyOf(one, other));
    if (!places) return 0;
    let [from, to] = [0, places.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if (places[middle]! < at - TURNS_AROUND) from = middle + 1;
      else to = middle;
    }
    let count = 0;
    for (let place = from; place < places.length && places[place]! <= at + TURNS_AROUND; place++) if (Math.abs(places[place]! - at) > 1) count++;
    return count;
  }
}

const keyOf = (one: Figure, other: Figure): number => Math.min(one.order, other.order) * 100_000 + Math.max(one.order, other.order);
