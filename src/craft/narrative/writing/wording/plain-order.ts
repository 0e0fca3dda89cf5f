import { SPEECH_VERB } from '../../analysis/language/lexicon.js';
import { capitalised, tidy, type Span, type SpokenForm } from './wording.js';

const TITLE = '(?:(?:Mr|Mrs|Miss|Ms|Dr|Sir|Lady|Lord|Captain|Colonel|Inspector|Professor|St)\\.?\\s)';
/** A full stop belongs to a name only after an initial; after `said Ann.` it ends the tag. */
const INITIAL = '\\p{Lu}\\.(?= ?\\p{Lu})';
const NAME = `${TITLE}?(?:${INITIAL} ?)*\\p{Lu}[\\p{L}’-]*(?:\\s(?:of |de |von )?(?:${INITIAL}|\\p{Lu}[\\p{L}’-]*)){0,2}`;
const DESCRIPTION = '(?:[Tt]he|[Mm]y|[Oo]ur|[Hh]is|[Hh]er|[Aa]n?|[Aa]nother|[Oo]ne of the)\\s(?:(?!(?:and|as|in|on|with|from|at|to|who|by|when|while|after|of|an?|the|rather|quite|very)\\b)[\\p{L}\'’-]+\\s){0,3}?(?!\\p{Ll}+ly\\b)[\\p{L}’-]+';
/** A tag with its verb before the subject. An adverb keeps its place after the subject: `said he soothingly` becomes `He said soothingly`. */
const INVERTED = new RegExp(`^((?:${SPEECH_VERB}|Said|Cried|Asked|Replied|Answered|Exclaimed|Whispered))\\s+(${NAME}|${DESCRIPTION}|[Hh]e|[Ss]he|I|[Tt]hey|[Ww]e)(?=\\s*[,;.:—–!?]|\\s+(?:and|as|in|on|with|from|at|to|by|when|while|after|a\\slittle|rather|quite|very|\\p{Ll}+ly)\\b|$)`, 'u');
/** A description that must stay directly after the subject: `, who had come in`, `, a man with red hair`. */
const DESCRIBED = /^(?:,?\s+(?:(?:(?:with|of|in|to|for|from|by|at)\s)?wh(?:om|ose|ich)|who|an?(?!\slittle\b)|the|of)\b|\s+and\s+\p{Lu})/u;

/** A description that tells what the subject does: `said Ann, who had come in` becomes `Ann had come in`. */
const TELLS = /^,?\s+who\s+(?=(?:had|has|was|were|is|did|felt|seemed|looked|stood|sat|lay|knew|thought|came|went|\p{Ll}+ed)\b)/u;

/** A clause that tells what the speaker does: `said he as he sat down` becomes `He sat down`. */
const ACTS = /^,?\s+as\s+(he|she|I|they|we)(?=\s+(?:\p{Ll}+ly\s+)?(?:\p{L}+ed|came|went|sat|took|stood|rose|left|drew|put|threw|led|laid|shook|held|got|let|ran|made|gave|bent|sank|turned)\b)/u;

/**
 * Puts the subject of a tag first, as in narration: `Ann said, turning round.` for `said Ann, turning round.` Tags in any other order stay unchanged. The
 * pieces follow the order of the new words.
 */
export function inPlainOrder(source: string, tag: SpokenForm): SpokenForm {
  const [piece] = tag.pieces;
  if (!piece || tag.pieces.length > 1) return tag;
  const raw = source.slice(piece.start, piece.end);
  const match = INVERTED.exec(raw);
  const rest = raw.slice(match?.[0].length ?? 0);
  if (!match) return tag;
  const [, verb, subject] = match as unknown as [string, string, string];
  const told = /^(?:he|she|I|they|we)$/iu.test(subject) ? null : TELLS.exec(rest);
  if (told) return toldOf(piece, tag, { subject, from: match[0].length - subject.length, to: match[0].length + told[0].length });
  if (DESCRIBED.test(rest)) return tag;
  const act = ACTS.exec(rest);
  if (act && /^(?:he|she|I|they|we)$/iu.test(subject) === (act[1]!.toLowerCase() === subject.toLowerCase())) {
    const start = piece.start + match[0].length + act.index + act[0].length;
    const subjectStart = piece.start + match[0].length - subject.length;
    const restText = tag.text.slice(tidy(raw.slice(0, start - piece.start)).length);
    return { text: `${capitalised(tidy(subject))}${restText}`, edited: true,
      pieces: [{ start: subjectStart, end: subjectStart + subject.length }, { start, end: piece.end }] };
  }
  const verbEnd = piece.start + verb.length;
  const subjectEnd = piece.start + match[0].length;
  return {
    text: `${capitalised(tidy(subject))} ${verb.toLowerCase()}${tag.text.slice(tidy(match[0]).length)}`, edited: true,
    pieces: [{ start: subjectEnd - subject.length, end: subjectEnd }, { start: piece.start, end: verbEnd }, { start: subjectEnd, end: piece.end }],
  };
}

/** The subject followed by the words from `to` on, which tell what the subject does. */
function toldOf(piece: Span, tag: SpokenForm, { subject, from, to }: { subject: string; from: number; to: number }): SpokenForm {
  const [start, rest] = [piece.start + from, piece.start + to];
  const restText = tag.text.slice(tag.text.search(/\bwho\s/u) + 'who'.length);
  return { text: `${capitalised(tidy(subject))}${restText}`, edited: true, pieces: [{ start, end: start + subject.length }, { start: rest, end: piece.end }] };
}

/** `says Ann Hale, who runs the inn.` as `Ann Hale, who runs the inn, says:`; null for a tag without such a description. */
function describedFirst(source: string, { pieces: [piece, ...others] }: SpokenForm): SpokenForm | null {
  const raw = piece && others.length === 0 ? source.slice(piece.start, piece.end) : '';
  const match = INVERTED.exec(raw);
  const rest = raw.slice(match?.[0].length ?? 0).replace(/[\s.,;:]+$/u, '');
  if (!piece || !match || !/^, (?:who|an?|the|then|now) /u.test(rest) || /[.;:!?“"]/u.test(rest)) return null;
  const [, verb, subject] = match as unknown as [string, string, string];
  const start = piece.start + match[0].length - subject.length;
  return {
    text: `${capitalised(tidy(`${subject}${rest}`))}, ${verb.toLowerCase()}:`, edited: true,
    pieces: [{ start, end: piece.start + match[0].length + rest.length }, { start: piece.start, end: piece.start + verb.length }],
  };
}

/** A tag as introduction to the first line of a person: `said Ann.` becomes `Ann said:`. A tag that already leads keeps its punctuation. */
export function introductionOf(source: string, { form, leads }: { form: SpokenForm; leads: boolean }): SpokenForm {
  const plain = describedFirst(source, form) ?? inPlainOrder(source, form);
  if (leads) return plain;
  return { ...plain, text: plain.text.replace(/[.,;]$/u, ':'), edited: true };
}
