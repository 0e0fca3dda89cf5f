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

/** The span of the thesis of a text; computed once per analysis. Null for a text without a sentence. */
export function thesisSpan(analysis: TextAnalysis): Span | null {
  let span = found.get(analysis);
  if (span === undefined) found.set(analysis, span = findThesis(analysis));
  return span;
}

function findThesis(analysis: TextAnalysis): Span | null {
  const all = candidatesOf(analysis).map(withoutLead);
  if (all.length === 0) return null;
  if (analysis.form === 'fiction' || analysis.form === 'play') return storyThesis(analysis, all) ?? anySentence(all);
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

/** The first of two neighbouring sentences is worth at most so much less than the second. */
const MAX_PAIR_LOSS = 0.2;

/** Of two neighbours of one pattern (`Ask not … . … ask not …`) the first, which the second varies. */
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

/** What a person who is quoted says of the whole matter, without its marks and tag. */
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

function quotable({ text, verdict, meta }: Candidate): boolean {
  return verdict.ok && !meta && !isDoubtful(text) && verdict.words >= 8 && verdict.words <= 48 && /[.!…。！][)\]]*$/.test(text)
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
    - (REPORTED.test(text) ? 0.3 : 0) - (NO_CLAIM.test(text) ? 0.4 : 0) - event;
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

/** Phrases with which someone in a story says what the story turns on. */
const STORY_CUE = new RegExp('\\b(?:the fact is|the truth is|(?:only|whole|real) (?:possible )?(?:object|question|point|secret|reason|purpose|trouble)|'
  + '(?:perfectly |quite )?(?:obvious|clear|plain) (?:from|that|enough)|you can understand|(?:must|could) (?:be|have been)|cannot convey|'
  + 'most (?:singular|remarkable|extraordinary|peculiar|strange|curious|fantastic)|(?:one|some) of the most|there (?:is|are) (?:really|no )|the truth|'
  + 'was one of those|too (?:\\w+) to be (?:believed|true)|in the world|all (?:men|women|people)|no one (?:had|could|ever)|nobody (?:had|could|ever)|'
  + 'never (?:any|a|before)\\b|(?:more|less|sooner|longer|better|worse|greater|stronger) than|may implicate|strange features|sure that|convinced that|for the first time|ever (?:seen|known|heard|listened))\\b', 'gi');

function storyThesis(analysis: TextAnalysis, all: readonly Candidate[]): Span | null {
  const counts = new Map<string, number>();
  for (const { ranked } of all) for (const term of ranked.terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  const most = Math.log(1 + [...counts.values()].reduce((a, b) => Math.max(a, b), 1));
  const titleTerms = titleTermsOf(analysis);
  let best: { span: Span; value: number } | null = null;
  for (const { narrated, ...span } of statements(analysis, all)) {
    const text = analysis.text.slice(span.start, span.end).replace(/\s+/g, ' ');
    const terms = [...new Set(contentTerms(tagWords(text)))];
    if (terms.length < 4) continue;
    const central = terms.reduce((sum, term) => sum + Math.log(1 + (counts.get(term) ?? 0)) / most,
      0) / (terms.length + 2);
    const titleShare = terms.filter((term) => titleTerms.has(term)).length / Math.max(2, titleTerms.size);
    if (isDoubtful(text)) continue;
    const cues = Math.min(2, text.match(STORY_CUE)?.length ?? 0);
    const event = PERSONAL_EVENT.test(text) ? 0.25 : 0;
    const spoken = /\b(?:sir|madam|pray|please|Mr\. \w+,)|\?/i.test(text) ? 0.12 : 0;
    const late = span.start > analysis.text.length * 0.55 && span.start < analysis.text.length * 0.995 ? 0.12 : 0;
    const addressed = /^(?!There (?:is|are) really)(?:You|These|Those|This|That|There (?:is|are)|Tell|Come|Let|Look|Take|Go|Give|Do|Don['’]t|Put|See|Here)\b/u.test(text) ? 0.3
      : /\b(?:you|us)\b/u.test(text) ? 0.1 : 0;
    const plain = weightOf(text) <= 0 ? 0.15 : 0;
    const own = !narrated && /\b(?:I|[Ww]e) (?:have|had|shall|will|want|need|am|can|do|wish|hope|think)\b/u.test(text) ? 0.25 : 0;
    const value = 0.6 * central + 0.25 * titleShare + 0.15 * cues + weightOf(text) + late - event - spoken - addressed - plain - own
      - (text.length < 70 ? 0.1 : 0) - (text.length > 230 ? 0.1 : 0) - (text.length > 340 ? 0.1 : 0)
      - (/\b(?:he|she|they|it)\b/i.test(text.slice(0, 12)) ? 0.15 : 0);
    if (!best || value > best.value) best = { span, value };
  }
  return best?.span ?? null;
}

/** Sentences of narration, and of speech without its marks and tags, that make sense on their own. */
function* statements(analysis: TextAnalysis, all: readonly Candidate[]): Generator<Span & { narrated: boolean }> {
  for (const { index, start, end, text, verdict, meta } of all) {
    if (meta || analysis.sentences[index]?.quoted) continue;
    if (fits(text, verdict.reasons)) yield { start, end, narrated: true };
    else {
      const whole = withoutTurn(text, start, end);
      if (whole) yield { ...whole, narrated: true };
    }
  }
  for (const utterance of analysis.utterances) {
    for (const quote of utterance.quotes) {
      const from = quote.start + (/^[“"‘\s]*/.exec(analysis.text.slice(quote.start, quote.end))?.[0].length ?? 0);
      for (const { start, end } of splitSentences(analysis.text, from, quote.end)) {
        const to = end - (/["”’\s]*$/.exec(analysis.text.slice(start, end))?.[0].length ?? 0);
        const text = analysis.text.slice(start, to);
        const head = text.charAt(0).toUpperCase() + text.slice(1);
        if (fits(head, standsAlone(head).reasons)) yield { start, end: to, narrated: false };
        else {
          const whole = withoutTurn(text, start, to);
          if (whole) yield { ...whole, narrated: false };
        }
      }
    }
  }
}

const LEAD = /^(?:But|And|Yet|So|Then|Still|For|Well|No),? (?:so, |\p{Ll}+ly, |after all, |as it was, |then, |however, )?/u;

/** The statement after `But, gradually,` and the like; null when there is none or it needs what was said before. */
function withoutTurn(text: string, start: number, end: number): Span | null {
  const lead = LEAD.exec(text)?.[0];
  if (lead === undefined) return null;
  const rest = `${text.charAt(lead.length).toUpperCase()}${text.slice(lead.length + 1)}`;
  return fits(rest, standsAlone(rest).reasons) ? { start: start + lead.length, end } : null;
}

/** `It` that points forward, however far: `it was obvious from the first that …`. */
const REVEALING_IT = /^It (?:is|was|became|had been) (?:\w+ly )?(?:obvious|clear|plain|evident|certain|true|known)\b[^.]{0,40}\bthat\b/iu;

/** Demonstratives are no fault in a thesis: the whole text explains them. */
function fits(text: string, reasons: readonly string[]): boolean {
  const words = text.split(/\s+/).length;
  return words >= 9 && words <= 70 && /[.!]$/.test(text) && !hasUnbalancedMarks(text)
    && reasons.every((reason) => /^demonstrative:\w+ \w|^long/.test(reason) || (reason === 'pronoun:it' && REVEALING_IT.test(text)));
}
