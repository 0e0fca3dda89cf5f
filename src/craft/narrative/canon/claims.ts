import { literal } from '../literal.js';

/** A line of a script or an outline that is compared with the facts of a ledger. */
export interface CheckedLine {
  kind: 'heading' | 'action' | 'dialogue' | 'outline';
  /** The speaker; null for everything but dialogue. */
  speaker: string | null;
  /** Extensions of a cue, such as `V.O.` or `FILTERED`. */
  extensions: readonly string[];
  text: string;
  sceneIndex: number;
  entryIndex?: number;
}

/** One sentence in which the speaker's name replaces `I` and `my`. `quote` is the original sentence. */
export interface Claim { text: string; quote: string; line: CheckedLine }

/** Sentences that do not state a fact: questions, wishes, conditions, guesses, comparisons, memories. */
const NO_CLAIM = /\?|\b(?:if|would|could|might|maybe|perhaps|wish(?:es|ed)?|hope[sd]?|think[s]?|thought|believe[sd]?|imagine[sd]?|suppose[sd]?|pretend(?:s|ed)?|claims?|almost|nearly|as though|dream(?:s|t|ed)?|joke[sd]?|lie[sd] about|says that|rumou?r|remember(?:s|ed)?|used to)\b/iu;

/** True for a sentence that states a fact. */
export const isClaim = (sentence: string): boolean => !NO_CLAIM.test(sentence);

/** A pattern source that matches the names as written or in capitals. */
export const namePattern = (names: readonly string[]): string => [...new Set(names.flatMap((name) => [name, name.toUpperCase()]))]
  .sort((left, right) => right.length - left.length).map(literal).join('|');

/** Words in headings of scenes that are set in another time or in the mind. */
const ELSEWHEN = /\b(?:flash-?back|dream|memory|nightmare|vision|years? (?:earlier|ago|before)|months? earlier|earlier|fantasy|archive|recording)\b/iu;

const sentencesOf = (text: string): string[] => text.split(/(?<=[.!?…]["”’']?)\s+(?=["“‘']?\p{Lu})/u).map((part) => part.trim()).filter(Boolean);

/** A speech with the speaker's name for `I`: `I am old` by Ada is `Ada is old`. */
function inThirdPerson(sentence: string, speaker: string): string {
  return sentence.replace(/\b[Ii]['’]m\b/gu, `${speaker} is`).replace(/\b[Ii] am\b/gu, `${speaker} is`).replace(/\bI['’]ve\b/gu, `${speaker} has`)
    .replace(/\bI have\b/gu, `${speaker} has`).replace(/\bI\b/gu, speaker).replace(/\b[Mm]y\b/gu, `${speaker}’s`);
}

/** The lines that happen in the present; flashbacks and dreams are left out. */
export function presentLines(lines: readonly CheckedLine[]): CheckedLine[] {
  const other = new Set(lines.filter(({ kind, text }) => kind === 'heading' && ELSEWHEN.test(text)).map(({ sceneIndex }) => sceneIndex));
  return lines.filter(({ sceneIndex }) => !other.has(sceneIndex));
}

/** What the lines claim, sentence by sentence. */
export function claimsIn(lines: readonly CheckedLine[], nameOf: (cue: string) => string): Claim[] {
  return lines.filter(({ kind }) => kind !== 'heading').flatMap((line) => sentencesOf(line.text).filter(isClaim).map((quote) => ({
    quote, line, text: line.speaker === null ? quote : inThirdPerson(quote, nameOf(line.speaker)),
  })));
}
