import { matchesOf } from '../../../patterns/matches.js';
import { countWords, type Span } from '../wording/wording.js';

/** A bracketed direction among spoken words, about how the line is spoken or what its speaker does: `(turning to Ann,)`, `(in a low voice)`. */
const IN_BRACKETS = /\s?\(([^()]{3,90})\)/gu;
const DOES = /^(?:(?:\p{Ll}+ly|half|still|then|here)[\s-])?\p{Ll}{2,}ing\b(?!\s+(?:every|all|this|that|what|of)\b)/u;
const MANNER = /^(?:with (?:a|an|the|his|her|some|great|much) |in (?:a|an|his|her|the same) (?:[\p{Ll}-]+ ){0,3}(?:voice|tone|whisper|manner|accent|undertone)|aside\b)/u;
/** Bracketed words of the speaker that only look like a direction: `(considering the weather)`, `(comparatively speaking)`. */
const IS_SAID = /^(?:considering|judging|including|excepting|according|supposing|being|having|concerning|regarding|owing|allowing|knowing|thinking|meaning|saying|seeing|barring|nothing|anything|something|everything|during|counting|thank|(?:\p{Ll}+ly )?speaking)\b/u;
/** Words by which a speaker refers to the people in the conversation, so that the brackets are spoken. */
const OF_US = /\b(?:I|me|my|we|us|our|you|your)\b/u;
const MOST_WORDS = 12;

export interface InnerDirections { spans: Span[]; direction: string | null }

/** The spoken words of a span without directions in brackets, and the first of these. */
export function withoutDirections(source: string, span: Span): InnerDirections {
  const spans: Span[] = [];
  let [start, direction]: [number, string | null] = [span.start, null];
  const words = source.slice(span.start, span.end);
  for (const { index, 0: all, 1: inside } of matchesOf(words, IN_BRACKETS)) {
    const plain = inside!.replace(/\s+/gu, ' ').replace(/[\s,;:.]+$/u, '').trim();
    if (!(DOES.test(plain) || MANNER.test(plain)) || IS_SAID.test(plain) || OF_US.test(plain) || countWords(plain) > MOST_WORDS) continue;
    direction ??= plain;
    spans.push({ start, end: span.start + index });
    start = span.start + index + all.length;
  }
  spans.push({ start, end: span.end });
  return { spans: spans.flatMap((one) => shrunk(source, one)), direction };
}

/** The span without surrounding white space, as a list of one; empty when nothing is left. */
function shrunk(source: string, { start, end }: Span): Span[] {
  const words = source.slice(start, end);
  const [from, to] = [start + /^\s*/u.exec(words)![0].length, end - /\s*$/u.exec(words)![0].length];
  return from < to ? [{ start: from, end: to }] : [];
}
