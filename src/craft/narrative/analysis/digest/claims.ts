import type { Claim, Quote, TextAnalysis } from '../../model.js';
import { isMetaSentence, kindOfClaim, reportedSource } from './claim-kinds.js';
import { bestOf, candidatesOf, maxSimilarity, zonesOf, type Candidate } from './selection.js';
import { hasUnbalancedMarks } from '../language/marks.js';

export const MIN_CLAIMS = 10;
export const MAX_CLAIMS = 24;
const MAX_ZONES = 16;

/** A candidate with the exact span to state, which excludes the surrounding quotation marks. */
interface Statement { candidate: Candidate; start: number; end: number; text: string; speaker: string | null }

/**
 * Chooses 10 to 24 claims; fewer only when the text has no more sentences that can stand alone. Each statement is a
 * verbatim span. A character's words are attributed to that character, and left out when the speaker is a guess.
 */
export function claimsOf(analysis: TextAnalysis): Claim[] {
  const statements = statementsOf(analysis);
  const strict = analysis.language === 'other' ? statements.filter(fitsInOtherLanguage)
    : statements.filter((statement) => fits(statement, 9, 48));
  const chosen = spreadOverZones(analysis, strict);
  const wider = statements.filter((statement) => fits(statement, 6, 60));
  const needingContext = statements.filter((statement) => needsContext(analysis, statement));
  for (const pool of [strict, wider, needingContext]) {
    if (analysis.language === 'other' && pool !== strict) break;
    fill(chosen, pool, MIN_CLAIMS);
  }
  return [...chosen].sort((a, b) => a.start - b.start).slice(0, MAX_CLAIMS)
    .map((statement) => claimOf(analysis, statement));
}

function statementsOf(analysis: TextAnalysis): Statement[] {
  const names = new Map(analysis.cast.map((person) => [person.id, person.name]));
  const inner = analysis.utterances.filter(({ toldBy }) => toldBy !== null).flatMap(({ quotes }) => quotes);
  let at = 0;
  let innerAt = 0;
  return candidatesOf(analysis).flatMap((candidate): Statement[] => {
    while (at < analysis.quotes.length && (analysis.quotes[at]?.end ?? 0) <= candidate.start) at++;
    while (innerAt < inner.length && (inner[innerAt]?.end ?? 0) <= candidate.start) innerAt++;
    if ((inner[innerAt]?.start ?? Infinity) < candidate.end) return [];
    const quote = analysis.quotes[at];
    if (!quote || quote.start >= candidate.end) {
      return [{ candidate, ...spanOf(analysis, candidate.start, candidate.end), speaker: null }];
    }
    const inside = insideQuote(analysis, candidate, quote);
    const speaker = quote.confidence === 'weak' ? undefined : names.get(quote.speaker);
    return inside && speaker !== undefined ? [{ candidate, ...inside, speaker }] : [];
  });
}

function spanOf(analysis: TextAnalysis, start: number, end: number): { start: number; end: number; text: string } {
  return { start, end, text: analysis.text.slice(start, end) };
}

/** The span of a sentence that lies wholly inside one quotation, without outer marks; else null. */
function insideQuote(
  analysis: TextAnalysis, candidate: Candidate, quote: Quote,
): { start: number; end: number; text: string } | null {
  if (candidate.start < quote.start || candidate.end > quote.end) return null;
  let { start, end } = candidate;
  while (start < end && /[“"‘'\s—–-]/.test(analysis.text.charAt(start))) start++;
  while (end > start && /["”'’\s]/.test(analysis.text.charAt(end - 1))) end--;
  return spanOf(analysis, start, end);
}

/** First words of greetings, thanks and calls to act, which claim nothing. */
const NO_CLAIM = /^(?:thank(?:s| you)|good (?:evening|morning|afternoon|night)|welcome|ladies and|hello|dear |my fellow (?:citizens|americans)[,.]|click|read more|subscribe|share this|consider |imagine |look at )/i;

function usable({ text }: Statement): boolean {
  return !hasUnbalancedMarks(text) && !/^["”’'“]|["“‘]$/.test(text) && !isMetaSentence(text) && !NO_CLAIM.test(text)
    && /[.!…?]["”’')\]]*$/.test(text) && !/\?["”’')\]]*$/.test(text);
}

/** True when the statement can stand alone. Faults of the removed quotation marks do not count. */
function standsWithoutMarks(statement: Statement): boolean {
  return statement.candidate.verdict.reasons.every((reason) => statement.speaker !== null && reason === 'quotation');
}

function fits(statement: Statement, fewest: number, most: number): boolean {
  const { words } = statement.candidate.verdict;
  return standsWithoutMarks(statement) && usable(statement) && words >= fewest && words <= most;
}

function fitsInOtherLanguage(statement: Statement): boolean {
  const length = statement.text.length;
  return length >= 20 && length <= 500 && !hasUnbalancedMarks(statement.text)
    && /[.!…。！]["”’'»)\]]*$/.test(statement.text);
}

/** True when the statement needs the sentences before it and they can be its support. */
function needsContext(analysis: TextAnalysis, statement: Statement): boolean {
  const { words, reasons } = statement.candidate.verdict;
  if (statement.speaker !== null || !usable(statement) || words < 9 || words > 48) return false;
  return reasons.every((reason) => /^(?:pronoun|demonstrative|connective)/.test(reason))
    && supportStart(analysis, statement) !== null;
}

/** Start of the nearest standalone sentence at most two before, in the same paragraph; null when there is none. */
function supportStart(analysis: TextAnalysis, statement: Statement): number | null {
  const own = analysis.sentences[statement.candidate.index];
  const all = candidatesOf(analysis);
  for (let back = 1; back <= 2; back++) {
    const before = analysis.sentences[statement.candidate.index - back];
    if (!own || !before || before.paragraph !== own.paragraph || before.quoted) return null;
    if (all[before.index]?.verdict.ok) return before.start;
  }
  return null;
}

function spreadOverZones(analysis: TextAnalysis, pool: readonly Statement[]): Set<Statement> {
  const chosen = new Set<Statement>();
  if (pool.length === 0) return chosen;
  const zones = zonesOf(analysis, pool.map(({ candidate }) => candidate),
    Math.min(MAX_ZONES, Math.max(4, Math.floor(pool.length / 4))));
  const byCandidate = new Map(pool.map((statement) => [statement.candidate, statement]));
  const taken: Candidate[] = [];
  for (const round of [0, 1]) {
    for (const zone of zones) {
      const free = zone.filter((candidate) => !taken.includes(candidate)
        && (round === 0 || maxSimilarity(candidate, taken) < 0.5));
      const best = bestOf(free, (candidate) => worth(candidate) - 0.35 * maxSimilarity(candidate, taken));
      const statement = best ? byCandidate.get(best) : undefined;
      if (!best || !statement || chosen.size >= MAX_CLAIMS) continue;
      taken.push(best);
      chosen.add(statement);
    }
  }
  return chosen;
}

/** The score of a candidate, lower for a sentence that addresses a listener. */
function worth(candidate: Candidate): number {
  return candidate.score - (/\b(?:you|your|sir|madam|pray|please)\b/i.test(candidate.text) ? 0.25 : 0);
}

function fill(chosen: Set<Statement>, pool: readonly Statement[], wanted: number): void {
  const ordered = [...pool].sort((a, b) => worth(b.candidate) - worth(a.candidate) || a.start - b.start);
  for (const statement of ordered) {
    if (chosen.size >= wanted) return;
    if (![...chosen].some((other) => other.candidate === statement.candidate || other.text === statement.text)) {
      chosen.add(statement);
    }
  }
}

function claimOf(analysis: TextAnalysis, statement: Statement): Claim {
  const { start, end, text, speaker, candidate } = statement;
  const back = speaker === null && (!standsWithoutMarks(statement) || candidate.verdict.soft)
    ? supportStart(analysis, statement) : null;
  return {
    statement: text,
    kind: analysis.language === 'other' ? kindInOtherLanguage(text)
      : isQuoted(analysis, statement) ? 'quotation' : kindOfClaim(text),
    attribution: attributionOf(analysis, statement),
    start,
    end,
    support: { start: back ?? start, end },
    score: Math.round(candidate.score * 1_000) / 1_000,
  };
}

/** Outside stories, words in quotation marks are a quotation. */
function isQuoted({ form }: TextAnalysis, { speaker }: Statement): boolean {
  return speaker !== null && form !== 'fiction' && form !== 'play';
}

function kindInOtherLanguage(text: string): Claim['kind'] {
  return /[«“„「"].{15,}[»”“」"]/.test(text) ? 'quotation' : 'fact';
}

function attributionOf(analysis: TextAnalysis, { text, speaker, candidate }: Statement): string | null {
  const reported = reportedSource(text);
  if (reported !== null) return reported;
  if (speaker !== null) return speaker;
  if (!candidate.verdict.firstPerson) return analysis.form === 'speech' ? 'the speaker' : null;
  const narrator = analysis.cast.find((person) => person.id === analysis.narrator);
  if (analysis.form === 'fiction') return narrator ? narrator.name : null;
  return analysis.form === 'speech' ? 'the speaker' : 'the author';
}
