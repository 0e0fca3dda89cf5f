import { remembered } from '../../remembered.js';
import { CUE, META } from './phrases.js';
import { countWords } from './wording.js';

/** Weighted stems of one element; `norm` is the vector's length. */
export interface StemVector { weights: Map<string, number>; norm: number }

export interface Salience {
  vectors: StemVector[];
  /** 0..1 per text: how much of the vocabulary that runs through all texts it holds. */
  scores: number[];
  /** Inverse document frequency of a stem; 0 for an unknown stem. */
  rarity(stem: string): number;
}

const STOP = new Set(('about above after again against all also although always among and another any are because been before '
  + 'being below between both but can cannot could did does done down each either else even ever every few for from had has '
  + 'have having her here hers herself him himself his how however into its itself just last less like made make many may me '
  + 'might mine more most much must myself neither never nor not now off often once one only other our ours out over own '
  + 'quite rather said same say see shall she should since some such than that the their theirs them themselves then there '
  + 'therefore these they this those though through thus too towards under until upon very was way well were what when where '
  + 'whether which while who whom whose why will with within without would yet you your yours').split(' '));

/** Lower-case stems of the content words, plural and participle endings cut. */
export const stemsOf = remembered((text): readonly string[] => {
  const words = text.toLowerCase().match(/\p{L}[\p{L}\p{M}’-]{2,}/gu) ?? [];
  return words.filter((word) => !STOP.has(word)).map(stem);
});

/** A word in lower case without its plural or participle ending. */
export const stem = remembered((word): string => word.toLowerCase().replace(/’s$/u, '').replace(/(?<=\p{L}{3})ies$/u, 'y')
  .replace(/(?<=\p{L}{4})(?:ing|ed|es)$/u, '').replace(/(?<=[^s])s$/u, ''));

/** Vectors, scores and rarity for the texts of one source. Linear in their length. */
export function salienceOf(texts: readonly string[]): Salience {
  const bags = texts.map((text) => stemsOf(text));
  const frequency = new Map<string, number>();
  for (const bag of bags) for (const stemmed of new Set(bag)) frequency.set(stemmed, (frequency.get(stemmed) ?? 0)
    + 1);
  const rarity = (stemmed: string): number => {
    const count = frequency.get(stemmed);
    return count ? Math.log(1 + texts.length / count) : 0;
  };
  const raw = bags.map((bag) => {
    let sum = 0;
    for (const stemmed of new Set(bag)) {
      const count = frequency.get(stemmed) ?? 1;
      if (count >= 2) sum += rarity(stemmed) * Math.log(1 + count);
    }
    return sum / Math.sqrt(bag.length + 3);
  });
  const top = [...raw].sort((a, b) => a - b)[Math.floor(raw.length * 0.95)] || 1;
  const scores = raw.map((value, index) => {
    const text = texts[index]!;
    const long = countWords(text) > 40 ? 0.12 : 0;
    const figures = (text.match(/\d/gu) ?? []).length > 3 ? 0.08 : 0;
    const cue = CUE.test(text) ? 0.16 : 0;
    return Math.max(0, Math.min(1, value / top) * 0.8 + cue - long - figures - (META.test(text) ? 0.3 : 0));
  });
  return { vectors: bags.map((bag) => vectorOf(bag, rarity)), scores, rarity };
}

function vectorOf(bag: readonly string[], rarity: (stem: string) => number): StemVector {
  const weights = new Map<string, number>();
  for (const stemmed of bag) weights.set(stemmed, (weights.get(stemmed) ?? 0) + rarity(stemmed));
  return { weights, norm: lengthOf(weights) };
}

const lengthOf = (weights: Map<string, number>): number => {
  let sum = 0;
  for (const weight of weights.values()) sum += weight * weight;
  return Math.sqrt(sum) || 1;
};

/** The sum of vectors. */
export function summed(vectors: readonly StemVector[]): StemVector {
  const weights = new Map<string, number>();
  for (const vector of vectors) for (const [stemmed, weight] of vector.weights) {
    weights.set(stemmed, (weights.get(stemmed) ?? 0) + weight);
  }
  return { weights, norm: lengthOf(weights) };
}

/** Cosine of two vectors, 0 to 1. */
export function cosine(a: StemVector, b: StemVector): number {
  const [small, large] = a.weights.size < b.weights.size ? [a, b] : [b, a];
  let dot = 0;
  for (const [stemmed, weight] of small.weights) dot += weight * (large.weights.get(stemmed) ?? 0);
  return dot / (a.norm * b.norm);
}
