import type { TextAnalysis } from '../../model.js';
import { isMetaSentence } from './claim-kinds.js';
import { cosine, mergeVectors, rankSentences, type RankedSentence } from './ranking.js';
import { nounsOf, standsAlone, type StandaloneVerdict } from './standalone.js';

/** A sentence with what its selection depends on. */
export interface Candidate {
  index: number;
  start: number;
  end: number;
  text: string;
  verdict: StandaloneVerdict;
  meta: boolean;
  /** Composite score, higher is better; about 0 to 1.2. */
  score: number;
  ranked: RankedSentence;
}

const CUE = new RegExp('\\b(?:(?:most|very|truly) (?:remarkable|singular|important|striking|interesting|curious)|' +
  '(?:chief|principal|main|fundamental|essential) ' +
  '(?:feature|point|cause|reason|question|difficulty|object|purpose|fact)|eminently|in short|on the whole|I ' +
  '(?:believe|conclude|suspect|think|am convinced|' +
  'do not doubt|scarcely hesitate)|we (?:may|must|can) (?:\\w+ )?(?:conclude|infer|believe|see|say)|it (?:is|was) ' +
  '(?:\\w+ )?(?:clear|evident|certain|probable|' +
  'remarkable|true|necessary)|the (?:fact|result|purpose|conclusion|truth|question|theory|problem|secret)|by far|' +
  'never before|for the first time|nowhere else|' +
  'not one|the only|the whole|every (?:one|nation|man|island|species)|ask not|let (?:us|every|both|the)|we ' +
  '(?:shall|dare|observe|pledge))\\b', 'i');
const cache = new WeakMap<TextAnalysis, Candidate[]>();

/** Nouns that a listener knows: those of the title, the headings and the author's own outline. */
export function knownNouns(analysis: TextAnalysis): Set<string> {
  const headings = analysis.paragraphs.filter(({ kind }) => kind === 'heading' || kind === 'contents').slice(0, 40);
  const lines = headings.map(({ start, end }) => analysis.text.slice(start, Math.min(end, start + 400)));
  return nounsOf([analysis.title ?? '', ...lines].join(' . ').slice(0, 2_000));
}

/** Every sentence of a text with its score; computed once per analysis. */
export function candidatesOf(analysis: TextAnalysis): Candidate[] {
  const existing = cache.get(analysis);
  if (existing) return existing;
  const ranked = rankSentences(analysis);
  const known = knownNouns(analysis);
  const candidates = analysis.sentences.map((sentence, index): Candidate => {
    const text = analysis.text.slice(sentence.start, sentence.end);
    const own = ranked[index] as RankedSentence;
    return {
      index, start: sentence.start, end: sentence.end, text,
      verdict: standsAlone(text, { known, tagged: own.tagged }),
      meta: isMetaSentence(text),
      score: compositeScore(text, sentence.indexInParagraph, own),
      ranked: own,
    };
  });
  cache.set(analysis, candidates);
  return candidates;
}

function compositeScore(text: string, indexInParagraph: number, ranked: RankedSentence): number {
  const words = text.split(/\s+/).length;
  const place = indexInParagraph === 0 ? 0.16 : indexInParagraph === 1 ? 0.05 : 0;
  const digits = text.match(/\d/g)?.length ?? 0;
  return 0.4 * ranked.textRank + 0.2 * ranked.centroid + 0.2 * ranked.paragraphRank + place + (CUE.test(text)
    ? 0.16 : 0) -
    (words > 40 ? 0.12 : 0) - (digits > 3 ? 0.08 : 0) - (text.includes('(') ? 0.05 : 0);
}

/** Cuts candidates into about `count` zones of similar length, at paragraph borders where the vocabulary changes. */
export function zonesOf(analysis: TextAnalysis, candidates: readonly Candidate[], count: number): Candidate[][] {
  const zones: Candidate[][] = [];
  const lengths = candidates.map(({ text }) => text.split(/\s+/).length);
  const total = lengths.reduce((sum, length) => sum + length, 0);
  const target = total / Math.max(1, count);
  const before = [0];
  for (const length of lengths) before.push((before.at(-1) ?? 0) + length);
  let from = 0;
  for (let zone = 1; zone < count && from < candidates.length; zone++) {
    const cut = bestCut(analysis, candidates, before, from, zone * target, target);
    if (cut > from) zones.push(candidates.slice(from, cut));
    from = cut;
  }
  if (from < candidates.length) zones.push(candidates.slice(from));
  return zones;
}

function bestCut(
  analysis: TextAnalysis, candidates: readonly Candidate[], before: readonly number[], from: number, aim: number,
  target: number,
): number {
  let best = candidates.length;
  let lowest = Infinity;
  for (let at = from + 1; at < candidates.length; at++) {
    const distance = ((before[at] ?? 0) - aim) / target;
    if (distance < -0.35) continue;
    if (distance > 0.35 && best < candidates.length) break;
    const opensParagraph = analysis.sentences[candidates[at]?.index ?? 0]?.indexInParagraph === 0;
    const cost = distance * distance * 0.7 + (opensParagraph ? 0 : 0.4) + similarityAcross(candidates, at);
    if (cost < lowest) {
      lowest = cost;
      best = at;
    }
    if (distance > 1) break;
  }
  return best;
}

function similarityAcross(candidates: readonly Candidate[], at: number): number {
  const left = mergeVectors(candidates.slice(Math.max(0, at - 4), at).map(({ ranked }) => ranked.vector));
  return cosine(left, mergeVectors(candidates.slice(at, at + 4).map(({ ranked }) => ranked.vector)));
}

/** Highest similarity of a candidate to those taken before. */
export function maxSimilarity(candidate: Candidate, taken: readonly Candidate[]): number {
  return taken.reduce((most, other) => Math.max(most, cosine(other.ranked.vector, candidate.ranked.vector)), 0);
}

/** The candidate with the highest `value`, the first one on a tie; null when no value is above -Infinity. */
export function bestOf(candidates: readonly Candidate[], value: (candidate: Candidate) => number): Candidate | null {
  let best: Candidate | null = null;
  let most = -Infinity;
  for (const candidate of candidates) {
    const worth = value(candidate);
    if (worth > most) {
      most = worth;
      best = candidate;
    }
  }
  return best;
}
