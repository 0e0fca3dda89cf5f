import { capitalised, countWords, pairedQuotes, tidy, type Span, type SpokenForm } from './wording.js';

const MARKS_BEFORE = /^[\s“"«„‹]+/u;
const MARKS_AFTER = /[\s”"»“›]+$/u;

/** A quotation's span without the marks around it; null when nothing is left. */
export function unquoted(source: string, span: Span): Span | null {
  const raw = source.slice(span.start, span.end);
  const before = MARKS_BEFORE.exec(raw)?.[0].length ?? 0;
  const after = MARKS_AFTER.exec(raw.slice(before))?.[0].length ?? 0;
  let start = span.start + before;
  let end = span.end - after;
  if (source[start] === '‘' && (source[end - 1] === '’' || !source.slice(start, end).includes('’'))
    && !source.slice(start + 1, end - 1).includes('‘')) {
    start++;
    if (source[end - 1] === '’') end--;
  }
  return start < end ? { start, end } : null;
}

const HANGING = new RegExp(
  '\\b(?:you|I|he|she|it|we|they|is|are|was|were|have|has|had|that|and|but|not|never|the|a|of|to|in|may|can|will|would|'
  + 'should|shall|do|did|does|upon|on|at|for|with|from|by),$', 'iu');

/**
 * One turn from its quoted pieces, the tag between them gone. A comma that only held the tag becomes a full stop
 * where a new sentence begins, and goes where the sentence runs on.
 */
export function joinedPieces(source: string, pieces: readonly Span[]): SpokenForm {
  let text = '';
  pieces.forEach((piece, index) => {
    const words = tidy(source.slice(piece.start, piece.end));
    if (index === 0) text = words;
    else text = `${joint(text, words, gapBefore(source, pieces, index))} ${words}`;
  });
  text = pairedQuotes(text.replace(/[,;:]$/u, '.').replace(/ —$/u, '—').trim());
  if (!text.includes('‘')) text = text.replace(/(?<=[.,!?…—])’$/u, '').replace(/,$/u, '.');
  if (!/[.!?…—。！？]["”’)]*$/u.test(text)) text += '.';
  const first = pieces[0];
  const plain = first && pieces.length === 1
    ? source.slice(first.start, first.end).replace(/\s+/gu, ' ').trim() : null;
  const out = capitalised(text);
  return { text: out, pieces: [...pieces], edited: out !== plain };
}

function gapBefore(source: string, pieces: readonly Span[], index: number): string {
  return source.slice(pieces[index - 1]!.end, pieces[index]!.start);
}

function joint(before: string, next: string, gap: string): string {
  if (!/,$/u.test(before)) return /[\p{L}\p{N}]$/u.test(before) && /^\p{Lu}/u.test(next) ? `${before}.` : before;
  const startsLow = /^\p{Ll}/u.test(next);
  const newSentence = !startsLow && /[.;:!?]/u.test(gap);
  if (newSentence) return `${before.slice(0, -1)}.`;
  const repeated = before.slice(0, -1).split(' ')
    .at(-1)!.toLowerCase() === next.split(/[^\p{L}’]/u)[0]!.toLowerCase();
  if (repeated) return before;
  const shortPhrase = countWords(before) <= 4 && /^(?:upon|on|at|in|by|for|with|from|to)\b/iu.test(before);
  return (startsLow && HANGING.test(before)) || shortPhrase ? before.slice(0, -1) : before;
}

const SUBJECT = "(?:(?:Mr|Mrs|Miss|Dr|St|Mme|M)\\.? )?(?:he|she|I|they|we|[A-Z][\\w’.-]*(?: [A-Z][\\w’.-]*)*|"
  + "(?:the|my|our|his|her|a|an) (?:[\\w’-]+ ){0,2}[\\w’-]+)";
const MANNER_PHRASE = '((?:[a-z]+ly|in an? [\\w -]+|with (?:a|an|the|his|her) [\\w -]+|[a-z]{3,}ing [^.,;“”"]{3,60}))';
const MANNER = new RegExp(`^[\\s,]*(?:[a-z]+ ${SUBJECT}|${SUBJECT} [a-z]+),? ${MANNER_PHRASE}\\s*[.,;:—]`, 'u');

/**
 * The manner of a speech tag, ready for a parenthetical: `cordially`, `holding the lamp aloft`; null when it tells
 * none.
 */
export function mannerOf(tag: string): string | null {
  const manner = MANNER.exec(tag.replace(/\s+/gu, ' '))?.[1]?.trim();
  if (!manner || countWords(manner) > 9
    || /^(?:during|according|regarding|concerning|evening|morning)\b/u.test(manner)) return null;
  return /^(?:only|family|reply|early|daily)$/u.test(manner) ? null : manner;
}
