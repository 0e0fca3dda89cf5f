import type { TextAnalysis } from '../../model.js';
import { tagWords, type TaggedWord } from '../language/tagger.js';

/** Sparse tf-idf vector of one sentence or paragraph with its Euclidean length. */
export interface TermVector { weights: Map<string, number>; norm: number }

/** One sentence with its words, content lemmas, vector and scores from 0 to 1. */
export interface RankedSentence {
  index: number;
  tagged: readonly TaggedWord[];
  /** Lower-case lemmas of content words, in order, with repeats. */
  terms: readonly string[];
  vector: TermVector;
  textRank: number;
  lexRank: number;
  centroid: number;
  /** Rank of the sentence's paragraph. */
  paragraphRank: number;
}

/** Above this many sentences paragraphs are ranked first, so that the work stays linear in the length of the text. */
export const MAX_RANKED_SENTENCES = 800;
const DAMPING = 0.85;
const ITERATIONS = 30;
const cache = new WeakMap<TextAnalysis, RankedSentence[]>();

/** Ranks every sentence of a text; computed once per analysis. Index i belongs to `analysis.sentences[i]`. */
export function rankSentences(analysis: TextAnalysis): RankedSentence[] {
  const known = cache.get(analysis);
  if (known) return known;
  const tagged = analysis.sentences.map((sentence) => tagWords(analysis.text.slice(sentence.start, sentence.end)));
  const terms = tagged.map(contentTerms);
  const vectors = termVectors(terms);
  const all = analysis.sentences.map((_, index) => index);
  const paragraphRank = rankParagraphs(analysis, terms);
  const kept = all.length > MAX_RANKED_SENTENCES ? strongest(all, paragraphRank, MAX_RANKED_SENTENCES) : all;
  const textRank = expanded(all.length, kept, pageRank(kept.length,
    (a, b) => overlap(terms, kept[a] ?? 0, kept[b] ?? 0)));
  const lexRank = expanded(all.length, kept, pageRank(kept.length, (a, b) => {
    const similarity = cosineAt(vectors, kept[a] ?? 0, kept[b] ?? 0);
    return similarity < 0.1 ? 0 : similarity;
  }));
  const centroid = centroidScores(vectors, terms);
  const ranked = all.map((index) => ({
    index,
    tagged: tagged[index] ?? [],
    terms: terms[index] ?? [],
    vector: vectors[index] ?? EMPTY_VECTOR,
    textRank: textRank[index] ?? 0,
    lexRank: lexRank[index] ?? 0,
    centroid: centroid[index] ?? 0,
    paragraphRank: paragraphRank[index] ?? 0,
  }));
  cache.set(analysis, ranked);
  return ranked;
}

const EMPTY_VECTOR: TermVector = { weights: new Map(), norm: 1 };

/** Lemmas of the words that are not stop words. */
export function contentTerms(words: readonly TaggedWord[]): string[] {
  return words.filter((word) => word.isWord && !word.isStopWord && word.lower.length > 1).map((word) => word.lemma);
}

/** tf-idf vectors of term lists; a term that occurs in every list has no weight. */
export function termVectors(lists: readonly (readonly string[])[]): TermVector[] {
  const frequency = documentFrequency(lists);
  return lists.map((terms) => {
    const weights = new Map<string, number>();
    for (const term of terms) weights.set(term, (weights.get(term) ?? 0) + 1);
    let square = 0;
    for (const [term, count] of weights) {
      const weight = (1 + Math.log(count)) * Math.log(lists.length / (frequency.get(term) ?? 1));
      weights.set(term, weight);
      square += weight * weight;
    }
    return { weights, norm: Math.sqrt(square) || 1 };
  });
}

function documentFrequency(lists: readonly (readonly string[])[]): Map<string, number> {
  const frequency = new Map<string, number>();
  for (const terms of lists) for (const term of new Set(terms)) frequency.set(term, (frequency.get(term) ?? 0) + 1);
  return frequency;
}

/** Cosine of two vectors, 0 to 1. */
export function cosine(a: TermVector, b: TermVector): number {
  const [small, large] = a.weights.size < b.weights.size ? [a, b] : [b, a];
  let product = 0;
  for (const [term, weight] of small.weights) product += weight * (large.weights.get(term) ?? 0);
  return product / (a.norm * b.norm);
}

/** Sum of several vectors. */
export function mergeVectors(vectors: readonly TermVector[]): TermVector {
  const weights = new Map<string, number>();
  for (const vector of vectors) {
    for (const [term, weight] of vector.weights) weights.set(term, (weights.get(term) ?? 0) + weight);
  }
  let square = 0;
  for (const weight of weights.values()) square += weight * weight;
  return { weights, norm: Math.sqrt(square) || 1 };
}

/** PageRank over a symmetric similarity; the best item gets 1. Quadratic in `count`, so callers cap it. */
export function pageRank(count: number, similarity: (a: number, b: number) => number): number[] {
  const links: { to: number; weight: number }[][] = Array.from({ length: count }, () => []);
  const out = new Float64Array(count);
  for (let a = 0; a < count; a++) {
    for (let b = 0; b < a; b++) {
      const weight = similarity(a, b);
      if (weight <= 0) continue;
      links[a]?.push({ to: b, weight });
      links[b]?.push({ to: a, weight });
      out[a] = (out[a] ?? 0) + weight;
      out[b] = (out[b] ?? 0) + weight;
    }
  }
  let rank = new Float64Array(count).fill(1 / Math.max(1, count));
  for (let round = 0; round < ITERATIONS; round++) {
    const next = new Float64Array(count).fill((1 - DAMPING) / Math.max(1, count));
    links.forEach((edges, from) => {
      const share = (DAMPING * (rank[from] ?? 0)) / (out[from] || 1);
      for (const { to, weight } of edges) next[to] = (next[to] ?? 0) + share * weight;
    });
    rank = next;
  }
  return normalised(Array.from(rank));
}

function normalised(values: number[]): number[] {
  const highest = values.reduce((a, b) => Math.max(a, b), 0) || 1;
  return values.map((value) => value / highest);
}

function overlap(terms: readonly (readonly string[])[], a: number, b: number): number {
  const first = setOf(terms, a);
  const second = setOf(terms, b);
  const [small, large] = first.size < second.size ? [first, second] : [second, first];
  let shared = 0;
  for (const term of small) if (large.has(term)) shared++;
  const scale = Math.log(first.size + 1) + Math.log(second.size + 1);
  return scale > 0 ? shared / scale : 0;
}

const termSets = new WeakMap<readonly string[], Set<string>>();
const NO_TERMS: readonly string[] = [];

function setOf(lists: readonly (readonly string[])[], index: number): Set<string> {
  const list = lists[index] ?? NO_TERMS;
  let set = termSets.get(list);
  if (!set) termSets.set(list, set = new Set(list));
  return set;
}

function cosineAt(vectors: readonly TermVector[], a: number, b: number): number {
  return cosine(vectors[a] ?? EMPTY_VECTOR, vectors[b] ?? EMPTY_VECTOR);
}

function centroidScores(vectors: readonly TermVector[], lists: readonly (readonly string[])[]): number[] {
  const frequency = documentFrequency(lists);
  const total = mergeVectors(vectors).weights;
  const top = [...total].filter(([term]) => (frequency.get(term) ?? 0) >= 3)
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, 60);
  let square = 0;
  for (const [, weight] of top) square += weight * weight;
  const centre: TermVector = { weights: new Map(top), norm: Math.sqrt(square) || 1 };
  return normalised(vectors.map((vector) => cosine(vector, centre)));
}

function rankParagraphs(analysis: TextAnalysis, terms: readonly (readonly string[])[]): number[] {
  const groups = new Map<number, string[]>();
  for (const sentence of analysis.sentences) {
    const group = groups.get(sentence.paragraph) ?? [];
    group.push(...(terms[sentence.index] ?? []));
    groups.set(sentence.paragraph, group);
  }
  const keys = [...groups.keys()];
  const lists = [...groups.values()];
  const scores = keys.length > MAX_RANKED_SENTENCES
    ? centroidScores(termVectors(lists), lists)
    : pageRank(keys.length, (a, b) => overlap(lists, a, b));
  const byParagraph = new Map(keys.map((key, at) => [key, scores[at] ?? 0]));
  return analysis.sentences.map((sentence) => byParagraph.get(sentence.paragraph) ?? 0);
}

function strongest(indices: readonly number[], scores: readonly number[], count: number): number[] {
  return [...indices].sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b).slice(0, count)
    .sort((a, b) => a - b);
}

function expanded(length: number, kept: readonly number[], scores: readonly number[]): number[] {
  const all = new Array<number>(length).fill(0);
  kept.forEach((index, at) => { all[index] = scores[at] ?? 0; });
  return all;
}
