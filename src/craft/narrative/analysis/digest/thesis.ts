import type { TextAnalysis } from '../../model.js';
import { tagWords } from '../language/tagger.js';
import { hasUnbalancedMarks } from '../language/marks.js';
import { contentTerms } from './ranking.js';
import { bestOf, candidatesOf, type Candidate } from './selection.js';
import { splitSentences, type Span } from '../language/sentences.js';
import { isDoubtful, weightOf } from './underlining.js';
import { standsAlone } from './standalone.js';
import { summariesOf, SUMMARY_WORTH } from './summaries.js';

/** Phrases with which a text announces its main point. */
const STRONG_CUE = new RegExp('\\b(?:by far the most remarkable|the most remarkable (?:feature|fact)|I (?:venture|' +
  'conclude|believe it)|it is absolutely certain|on the theory|we (?:may|must|can|therefore) (?:conclude|infer)|simply explained|ask not|' +
  'let the word go forth|there are really|nowhere else|a little world|in conclusion|in short|is one of the few|is the only|are the only|' +
  'the (?:main|central|key|chief) (?:point|finding|claim|lesson|reason|result)|this (?:shows|means) that|more than any other|' +
  'we (?:found|find|show|propose|present|introduce|argue|built|believe) (?:that|it|the|an?)\\b|our (?:results|findings) (?:show|suggest)|the (?:study|report) (?:shows|finds|found))\\b', 'i');
const ANNOUNCED = [
  /(?:;\s+it is,?\s+that\s+|:\s+it is\s+that\s+|,?\s+namely,\s+that\s+)(.{30,})$/s,
  /\bI (?:want|wish|intend|mean|shall try|would like) to (?:argue|show|suggest|claim|maintain)\b[^:.]{0,40}(?::|\bthat)\s+(.{30,})$/s,
  /\b(?:[Mm]y|[Tt]he|[Oo]ur) (?:point|argument|thesis|claim|conclusion|lesson) (?:here )?is (?:simple: |this: |that )(.{30,})$/s,
];
/** Reported opinions and address to the audience are never the thesis. */
const REPORTED = new RegExp('\\b(?:it (?:is|will be|has been) (?:said|claimed|believed|objected|true)|they said|some say|other researchers|critics|'
  + 'told (?:us|me)|said|says|so-called|to our knowledge|et al)\\b', 'i');
const NO_CLAIM = /^(?:thank|good (?:evening|morning|afternoon)|welcome|ladies|dear|hello|click|read more|subscribe|do not|don’t|don't|you may|you can)\b/i;
const PERSONAL_EVENT = /^(?:I|We|My|The next|One|On|At|When|After|Then|Twelve|Ten|Last)\b.*\b(?:was|were|had|went|came|saw|left|took|told|walked|found|[a-z]+ed)\b/;

const found = new WeakMap<TextAnalysis, Span | null>();

/** The span of the thesis of a text; computed once per analysis. Null when no sentence states the point of the text, as in most stories. */
export function thesisSpan(analysis: TextAnalysis): Span | null {
  let span = found.get(analysis);
  if (span === undefined) found.set(analysis, span = findThesis(analysis));
  return span;
}

function findThesis(analysis: TextAnalysis): Span | null {
  const all = candidatesOf(analysis).map(withoutLead);
  if (all.length === 0) return null;
  if (analysis.form === 'fiction' || analysis.form === 'play') return storyThesis(analysis, all);
  if (analysis.language === 'other') return titled(all, analysis) ?? anySentence(all);
  const announced = announcedIn(all);
  if (announced) return announced;
  const titleTerms = titleTermsOf(analysis);
  const worth = (candidate: Candidate): number => essayWorth(candidate, all.length, titleTerms, analysis);
  const best = bestOf(all.filter(quotable), worth);
  const saying = bestSaying(analysis, all, worth);
  if (saying && (!best || saying.value > worth(best))) return saying.span;
  if (best) return withSecondHalf(analysis, firstOfPair(all, best, worth));
  return bestOf(all.filter((one) => one.verdict.words >= 6 && !isDoubtful(one.text)), worth)
    ?? anySentence(all);
}

/** The most by which the first of two neighbouring sentences may score below the second and still be chosen. */
const MAX_PAIR_LOSS = 0.2;

/** When `best` repeats the pattern of the sentence before it (`Ask not … . … ask not …`), returns that first sentence; otherwise `best`. */
function firstOfPair(all: readonly Candidate[], best: Candidate, worth: (candidate: Candidate) => number): Candidate {
  const before = all[all.indexOf(best) - 1];
  const cue = STRONG_CUE.exec(best.text)?.[0].toLowerCase();
  const isPair = before !== undefined && cue !== undefined && quotable(before)
    && STRONG_CUE.exec(before.text)?.[0].toLowerCase() === cue && worth(before) >= worth(best) - MAX_PAIR_LOSS;
  return isPair ? before : best;
}

/** `The lesson is not that …. It is that ….` is one statement in two sentences. */
function withSecondHalf(analysis: TextAnalysis, { index, start, end, text }: Candidate): Span {
  const next = analysis.sentences[index + 1];
  if (!next || !/\b(?:is|are|was|were) not\b/u.test(text)) return { start, end };
  const words = analysis.text.slice(next.start, next.end);
  return /^(?:It|They) (?:is|are|was|were) (?!not\b)/u.test(words) && words.length < 200 ? { start, end: next.end } : { start, end };
}

/** A saying is the point of a text only when it holds for more than its case. */
const MIN_SAYING_WEIGHT = 0.35;
const SAYING = /^["“]([^"”]{30,260}?)[,.]["”] (?=\p{L}[^"“]*$)/u;

/** The best general statement by a quoted person, without its quotation marks and tag; null without one. */
function bestSaying(analysis: TextAnalysis, all: readonly Candidate[],
  worth: (candidate: Candidate) => number): { span: Span; value: number } | null {
  let best: { span: Span; value: number } | null = null;
  for (const candidate of all) {
    const said = SAYING.exec(candidate.text)?.[1];
    if (said === undefined || analysis.form === 'speech') continue;
    const verdict = standsAlone(`${said}.`);
    if (!verdict.ok || verdict.words < 8 || verdict.firstPerson || /\b(?:we|us|our)\b/iu.test(said) || isDoubtful(said)) continue;
    if (weightOf(`${said}.`) < MIN_SAYING_WEIGHT || /^(?:This|That|These|Those|It|There)\b/u.test(said)) continue;
    const value = 0.3 + weightOf(`${said}.`) + (candidate.index > all.length * 0.7 ? 0.2 : 0)
      + 0.2 * Math.max(0, worth({ ...candidate, text: `${said}.` }) - 0.3);
    const start = candidate.start + 1;
    if (!best || value > best.value) best = { span: { start, end: start + said.length }, value };
  }
  return best;
}

/** A candidate without `And so,` before its statement. */
function withoutLead(candidate: Candidate): Candidate {
  const lead = LEAD.exec(candidate.text)?.[0];
  if (lead === undefined || candidate.verdict.ok) return candidate;
  const rest = candidate.text.slice(lead.length);
  const text = `${rest.charAt(0).toUpperCase()}${rest.slice(1)}`;
  const verdict = standsAlone(text);
  return verdict.ok ? { ...candidate, start: candidate.start + lead.length, text, verdict } : candidate;
}

const anySentence = (all: readonly Candidate[]): Span | null =>
  all.find((candidate) => candidate.text.length > 1) ?? null;

/** A measure, a date or a count says how large one thing is. */
const MEASURE = /\b(?:\d[\d,.]*|hundred|thousand|ninety|eighty|seventy|sixty|fifty|forty|thirty|twenty|ten|nine|eight|seven|six|five|four) (?:\p{Ll}+ )?(?:miles?|feet|foot|inches|yards?|pounds?|tons?|metres?|meters?|kilometres?|km|acres?|degrees|days|weeks|years (?:old|ago))\b/iu;
/** A demonstrative before a noun points at what was said before. */
const POINTS_BACK = /^(?:This|That|These|Those|Such|Here|There(?! (?:is|are) (?:no|really|only)))\b/u;

/** A bare demonstrative that means what was said before: `make that good`, `because of this`. */
const BARE = /\b(?:make|makes|do|does|did|of|for|by|from|with|like|at|in|on|to|after|before) (?:that|this|these|those)(?=[.,;:!?]| (?:good|so|way|is|was|are|and|but|or)\b)/iu;

function quotable({ text, verdict, meta }: Candidate): boolean {
  return !MEASURE.test(text) && !POINTS_BACK.test(text) && !BARE.test(text) && verdict.ok && !meta && !isDoubtful(text) && verdict.words >= 8 && verdict.words <= 48 && /[.!…。！][)\]]*$/.test(text)
    && !/[“”«»]|(?:^|\s)[‘']/.test(text) && splitSentences(text).length === 1;
}

function essayWorth(
  candidate: Candidate, count: number, titleTerms: ReadonlySet<string>, analysis: TextAnalysis,
): number {
  const { text, index } = candidate;
  const at = index / Math.max(1, count);
  const place = index === 0 ? 0.26 : at > 0.8 ? 0.16 : at < 0.1 ? 0.08 : 0;
  const own = new Set(candidate.ranked.terms);
  const titleShare = [...titleTerms].filter((term) => own.has(term)).length / Math.max(2, titleTerms.size);
  const event = PERSONAL_EVENT.test(text) && analysis.form !== 'speech' ? 0.2 : 0;
  const summary = summariesOf(analysis).some(({ start, end }) => candidate.start >= start && candidate.end <= end) ? SUMMARY_WORTH : 0;
  return 0.6 * candidate.score + place + summary + 0.25 * titleShare + (STRONG_CUE.test(text) ? 0.35 : 0) + weightOf(text)
    - (/^I\b/u.test(text) && !STRONG_CUE.test(text) ? 0.4 : 0) - (REPORTED.test(text) ? 0.3 : 0) - (NO_CLAIM.test(text) ? 0.4 : 0) - event;
}

function titleTermsOf(analysis: TextAnalysis): Set<string> {
  return new Set(contentTerms(tagWords(analysis.title ?? '')));
}

/** The clause that a text announces as its point: X in "…by far the most remarkable feature; it is, that X." */
function announcedIn(all: readonly Candidate[]): Span | null {
  for (const candidate of all) {
    for (const [at, pattern] of ANNOUNCED.entries()) {
      if (at === 0 && !candidate.meta && !STRONG_CUE.test(candidate.text)) continue;
      const tail = pattern.exec(candidate.text)?.[1];
      if (!tail || /[“”"]/.test(tail)) continue;
      return { start: candidate.end - tail.length, end: candidate.end };
    }
  }
  return null;
}

function titled(all: readonly Candidate[], analysis: TextAnalysis): Span | null {
  const words = new Set((analysis.title ?? '').toLowerCase().match(/\p{L}{4,}/gu) ?? []);
  const worth = ({ text, index }: Candidate): number =>
    (text.toLowerCase().match(/\p{L}{4,}/gu) ?? []).filter((word) => words.has(word)).length - index / all.length;
  return bestOf(all.filter(({ text }) => text.length >= 25 && text.length <= 300
    && /[.!…。！]["”»]?$/.test(text)), worth);
}

/** A story states its point in its last part, if anywhere. */
const LAST_PART = 0.62;
/** The least weight of a sentence that holds for more than its moment. */
const MIN_STORY_WEIGHT = 0.3;
/** Words that bind a sentence to who says it, to whom, or to what was said before. */
const BOUND = /\b(?:I|me|my|mine|myself|you|your|yours|yourself|we|us|our|ours|sir|madam|he|him|she|her|it|they|them|this|these|those|here|now|then)\b/iu;
/** Past forms that describe a single event of the story rather than its point. */
const PAST_ONCE = /\b(?:was|were|had|did|his)\b/u;
const BACKWARD = /^(?:But|And|Yet|So|Or|Nor|For|Then|Still|However|Also|Too|Such|Another|The (?:other|latter|former|same))\b|\b(?:the (?:other|latter|former|same))\b/u;

/** A sentence of narration in the last part of a story that is understood alone and holds for more than its moment; null without one. */
function storyThesis(analysis: TextAnalysis, all: readonly Candidate[]): Span | null {
  const titleTerms = titleTermsOf(analysis);
  let best: { span: Span; value: number } | null = null;
  for (const { index, start, end, text, verdict, meta } of all) {
    if (meta || analysis.sentences[index]?.quoted || start < analysis.text.length * LAST_PART || /[“”"?]|(?:^|\s)[‘']/u.test(text)) continue;
    if (verdict.words < 8 || verdict.words > 40 || !fits(text, verdict.reasons) || isDoubtful(text)) continue;
    if ([BACKWARD, BOUND, BARE, POINTS_BACK, MEASURE, PAST_ONCE].some((pattern) => pattern.test(text))) continue;
    const weight = weightOf(text) - (PERSONAL_EVENT.test(text) ? 0.25 : 0);
    if (weight < MIN_STORY_WEIGHT) continue;
    const own = new Set(contentTerms(tagWords(text)));
    const value = weight + 0.25 * [...titleTerms].filter((term) => own.has(term)).length / Math.max(2, titleTerms.size);
    if (!best || value > best.value) best = { span: { start, end }, value };
  }
  return best?.span ?? null;
}

const LEAD = /^(?:But|And|Yet|So|Then|Still|For|Well|No),? (?:so, |\p{Ll}+ly, |after all, |as it was, |then, |however, )?/u;

/** `It` that points forward, however far: `it was obvious from the first that …`. */
const REVEALING_IT = /^It (?:is|was|became|had been) (?:\w+ly )?(?:obvious|clear|plain|evident|certain|true|known)\b[^.]{0,40}\bthat\b/iu;

/** Demonstratives are no fault in a thesis: the whole text explains them. */
function fits(text: string, reasons: readonly string[]): boolean {
  const words = text.split(/\s+/).length;
  return words >= 9 && words <= 70 && /[.!]$/.test(text) && !hasUnbalancedMarks(text)
    && reasons.every((reason) => /^demonstrative:\w+ \w|^long/.test(reason) || (reason === 'pronoun:it' && REVEALING_IT.test(text)));
}
