import { withoutStrayClosers } from '../wording/stray-marks.js';
import { capitalised, countWords, pairedQuotes, tidy, type Span, type SpokenForm } from '../wording/wording.js';
import { matchesOf } from '../../../patterns/matches.js';

const MARKS_BEFORE = /^[\s“"«„‹]*(?:(?:[—–―]|--)\s*)?/u;
const MARKS_AFTER = /[\s”"»“›]+$/u;

/** The span of a quotation without its marks; null when nothing is left. */
export function unquoted(source: string, span: Span): Span | null {
  const raw = source.slice(span.start, span.end);
  const before = MARKS_BEFORE.exec(raw)?.[0].length ?? 0;
  const after = MARKS_AFTER.exec(raw.slice(before))?.[0].length ?? 0;
  let start = span.start + before;
  let end = span.end - after;
  if (source[start] === "'" && source[end - 1] === "'" && end - start > 2) {
    start++;
    end--;
  }
  if (source[start] === '‘' && (source[end - 1] === '’' || !source.slice(start, end).includes('’'))
    && !source.slice(start + 1, end - 1).includes('‘')) {
    start++;
    if (source[end - 1] === '’') end--;
  }
  return start < end ? { start, end } : null;
}

/** Narration between a closing and an opening single mark: `I think—’ (she paused) ‘—yes`. */
const ASIDE = /(?<=[,.;:!?—–-]\s?)’(\s(?:\([^()]{2,400}\)|[^‘’]{2,400}?)\s)‘(?=\S)/gu;

/** A quotation in single marks, split where its marks close and open again. */
export function withoutAsides(source: string, span: Span): Span[] {
  const raw = source.slice(span.start, span.end);
  if (!raw.startsWith('‘')) return [span];
  const parts: Span[] = [];
  let start = span.start;
  for (const match of matchesOf(raw, ASIDE)) {
    parts.push({ start, end: span.start + match.index + 1 });
    start = span.start + match.index + match[0].length - 1;
  }
  return [...parts, { start, end: span.end }];
}

const PRONOUN = '(?:you|I|he|she|it|we|they)';
/** Incomplete ends: a question's verb and subject, a conjunction and its subject, an auxiliary, a preposition. */
const HANGING = new RegExp(
  `(?:^|[.!?;]\\s|\\b(?:but|and|how|why|what|where|when|who)\\s)(?:is|are|was|were|have|has|had|do|`
    + `does|did|can|could|will|would|shall|should|may|might|must|am)\\s${PRONOUN},$`
  + `|(?:^|\\b(?:if|when|as|that)\\s)${PRONOUN},$`
  + '|\\b(?:is|are|was|were|have|has|had|that|and|but|not|never|the|a|of|to|in|may|can|will|would|'
  + 'should|shall|do|did|does|upon|on|at|for|with|from|by),$', 'iu');
/** First words of a clause: the comma before them belongs to the sentence, not to the tag. */
const CLAUSE_HEAD = /^(?:and|but|or|nor|for|so|yet|because|since|if|when|while|though|although|unless|until|till|which|who|whom|where|then|as)\b/iu;
/** A verb whose subject ends the previous piece, because the tag stood between the two. */
const PREDICATE = /^(?:has|have|had|is|are|was|were|will|would|can|could|shall|should|may|might|must)\b/iu;
/** `are you sure` begins a question of its own after `One moment`, but not after `And what`. */
const INVERSION = new RegExp(`^(?:have|has|had|is|are|was|were|am|do|does|did|will|would|can|could|shall|should|may|might|must)\\s${PRONOUN}\\b`, 'iu');
const ASKS = /\b(?:what|how|why|where|when|who|whom|which|nor|neither|never)$/iu;
/** Phrases before a clause that are never its subject: `In that case`. */
const PHRASE = /^(?:(?:and|but|then) )?(?:upon|on|at|in|by|for|with|from|to|after|before|of)\b/iu;
/** A complete clause although it ends with a verb: `Right you are`. */
const COMPLETE = new RegExp(`^(?!(?:what|how|why|where|when|who|if|that|as|but|and)\\b)\\p{L}+\\s${PRONOUN}\\s(?:is|are|was|were|am|do|did),$`, 'iu');
/** First words of a new sentence after a long tag. */
const SENTENCE_HEAD = /^(?:It|The|There|You|We|He|She|They|A|An|This|That|These|What|How|Why|When|Where|Who|My|Our|Your|If|But|And|No|Yes)\b/u;
/** First words that depend on the words before, so that the comma between them belongs to the tag. */
const TIGHT_HEAD = /^(?:that|to|of|whether|how|than)\b/iu;

/** A dash after the closing mark, where the narration interrupts the speech: `when Captain Lennox’—and here the voice dropped`. */
const BREAKS_OFF = /^["”'’»]\s*(?:--|[—–])/u;
const breaksOff = (source: string, pieces: readonly Span[]): boolean => {
  const end = pieces.at(-1)?.end ?? 0;
  return BREAKS_OFF.test(source.slice(end, end + 6));
};

/**
 * Joins the quoted pieces of one turn without the tag between them. A comma that belongs to the tag becomes a full stop
 * before a new sentence, and disappears inside a sentence.
 */
export function joinedPieces(source: string, pieces: readonly Span[]): SpokenForm {
  let text = '';
  pieces.forEach((piece, index) => {
    const own = tidy(source.slice(piece.start, piece.end));
    const words = /—$/u.test(text) ? own.replace(/^—\s*/u, '') : own;
    if (index === 0) text = words.replace(/^[—–]\s*/u, '');
    else if (/^[,;:.!?]/u.test(words)) text = closedBy(text, words);
    else text = `${joinedEnd(text, words, gapBefore(source, pieces, index))} ${words}`;
  });
  text = pairedQuotes(text.replace(/(?<=\.)[,;:]$/u, '').replace(/[,;:]$/u, '.').replace(/ —$/u, '—').trim());
  text = withoutStrayClosers(text).replace(/,$/u, '.');
  if (!/[.!?…—。！？]["”’)]*$/u.test(text)) text += breaksOff(source, pieces) ? '—' : '.';
  const first = pieces[0];
  const plain = first && pieces.length === 1
    ? source.slice(first.start, first.end).replace(/\s+/gu, ' ').trim() : null;
  const out = capitalised(text);
  return { text: out, pieces: [...pieces], edited: out !== plain };
}

/** Moves the punctuation mark at the head of `next` to the end of `text`, unless `text` already ends with one. */
const closedBy = (text: string, next: string): string => (/[.!?…—–-]$/u.test(text) ? `${text} ${next.slice(1).trim()}`.trim() : `${text.replace(/[,;:]$/u, '')}${next}`);

function gapBefore(source: string, pieces: readonly Span[], index: number): string {
  return source.slice(pieces[index - 1]!.end, pieces[index]!.start);
}

/** The first piece with the punctuation that fits the next one; the mark after the tag shows which mark the sentence had there. */
function joinedEnd(before: string, next: string, gap: string): string {
  const dashed = /^[\s”"’»]*[—–-]/u.test(gap) && /[—–-][\s“"‘«]*$/u.test(gap);
  if (dashed && /[\p{L}\p{N},]$/u.test(before)) return `${before.replace(/,$/u, '')} —`;
  if (!/,$/u.test(before)) return /[\p{L}\p{N}]$/u.test(before) && /^\p{Lu}/u.test(next) ? `${before}.` : before;
  const startsLow = /^\p{Ll}/u.test(next);
  const bare = before.slice(0, -1);
  const tagEnd = /([.;:!?,—])[\s“"‘«]*$/u.exec(gap)?.[1] ?? '';
  if (tagEnd === ';') return `${bare};`;
  if (!startsLow && /[.:!?]/u.test(tagEnd)) return `${bare}.`;
  if (!startsLow && tagEnd === '' && /[.;:!?]/u.test(gap)) return `${bare}.`;
  if (!startsLow && SENTENCE_HEAD.test(next) && countWords(gap) > 5) return `${bare}.`;
  if (startsLow && CLAUSE_HEAD.test(next)) return before;
  const repeated = bare.split(' ').at(-1)!.toLowerCase() === next.split(/[^\p{L}’]/u)[0]!.toLowerCase();
  if (repeated) return before;
  const words = countWords(before);
  const tight = TIGHT_HEAD.test(next) && words <= 5 && !bare.includes(',')
    && /\b(?:I|we|you|he|she|they|it)\b/iu.test(bare);
  const isInverted = INVERSION.test(next) && !ASKS.test(bare);
  const predicate = PREDICATE.test(next) && !isInverted && !bare.includes(',') && !/[?!]/u.test(bare) && !PHRASE.test(bare);
  const hangs = HANGING.test(before) && !COMPLETE.test(before);
  return startsLow && (hangs || tight || predicate) ? bare : before;
}

const SUBJECT = "(?:(?:Mr|Mrs|Miss|Dr|St|Mme|M)\\.? )?(?:he|she|I|they|we|[A-Z][\\w’.-]*(?: [A-Z][\\w’.-]*)*|"
  + "(?:the|my|our|his|her|a|an) (?:[\\w’-]+ ){0,2}[\\w’-]+)";
const MANNER_PHRASE = '((?:[a-z]+ly|in an? (?:[a-z-]+, )?[\\w -]+|with (?:a|an|the|his|her|some|more|great|much) [\\w -]+|'
  + '[a-z]{3,}ing(?: [^.,;“”"]{3,60})?))';
const MANNER = new RegExp(`^[\\s,]*(?:[a-z]+ ${SUBJECT}|${SUBJECT} [a-z]+),? ${MANNER_PHRASE}\\s*[.,;:—]`, 'u');
const LEADING_MANNER = new RegExp(`(?:^|[\\s,])(?:(?:he|she|I|they) ([a-z]{3,}ly) [a-z]+|[a-z]+ed ([a-z]{3,}ly))\\s*[.,;:—]`, 'u');
const NO_MANNER = new RegExp('^(?:only|family|reply|early|daily|finally|lately|presently|immediately|instantly|suddenly|merely|simply|nearly|hardly'
  + '|really|certainly|actually|apparently|evidently|frequently|occasionally|shortly|accordingly|'
    + 'incessantly|(?:nothing|anything|something|everything|saying|adding|producing)\\b.*'
  + '|evening|morning|in an? (?:moment|minute|instant|second|day|week|few|little|while|case|word|letter|note|book|corner|room|house|chair)\\b.*'
  + '|(?:during|according|regarding|concerning|evening|morning|being|having)\\b.*|.*\\s(?:some|the|an?|of|his|her|my|its|and|to|in))$', 'u');
const MAX_MANNER_WORDS = 12;

/** Verbs that tell how a line is spoken, with the direction for a performer. */
const VOICE_VERBS: readonly [RegExp, string][] = [
  [/\bwhisper(?:ed|s)?\b/u, 'whispering'], [/\b(?:murmur|mutter)(?:ed|s)?\b/u, 'murmuring'],
  [/\b(?:shout|roar|yell|bellow|bawl|thunder)(?:ed|s)?\b/u, 'shouting'],
  [/\b(?:scream|shriek)(?:ed|s)?\b/u, 'screaming'],
  [/\bsob(?:bed|s)?\b/u, 'sobbing'], [/\blaugh(?:ed|s)?\b/u, 'laughing'], [/\bsigh(?:ed|s)?\b/u, 'sighing'],
  [/\bgasp(?:ed|s)?\b/u, 'gasping'], [/\bstammer(?:ed|s)?\b/u, 'stammering'], [/\bgrowl(?:ed|s)?\b/u, 'growling'],
  [/\bsnarl(?:ed|s)?\b/u, 'snarling'], [/\bgroan(?:ed|s)?\b/u, 'groaning'], [/\bsneer(?:ed|s)?\b/u, 'sneering'],
  [/\bchuckl(?:ed|es)\b/u, 'chuckling'],[/\bsnapp(?:ed)\b/u, 'snapping'],
  [/\b(?:cr(?:ied|ies)|exclaim(?:ed|s)?|ejaculated)\b/u, 'crying out'], [/\b(?:called|calls)\b(?! (?:him|her|it|them|me|us))/u, 'calling out'],
  [/\b(?:begg(?:ed)|beg|plead(?:ed|s)?|implor(?:ed|es)|entreat(?:ed|s)?|besought)\b/u, 'pleading'], [/\bhiss(?:ed|es)\b/u, 'hissing'],
  [/\bretort(?:ed|s)?\b/u, 'retorting'], [/\bprotest(?:ed|s)?\b/u, 'protesting'], [/\bdemand(?:ed|s)\b/u, 'demanding'],
  [/\b(?:moan|whimper)(?:ed|s)?\b/u, 'moaning'], [/\bfalter(?:ed|s)\b/u, 'faltering'], [/\bsooth(?:ed|es)\b/u, 'soothing'],
  [/\bteas(?:ed|es)\b/u, 'teasing'], [/\bgrumbl(?:ed|es)\b/u, 'grumbling'],
  [/\bwail(?:ed|s)?\b/u, 'wailing'], [/\bpant(?:ed|s)\b/u, 'panting'], [/\bdrawl(?:ed|s)?\b/u, 'drawling'],
];

/**
 * The manner in a speech tag as a parenthetical: `cordially`, `holding the lamp aloft`, `whispering`; null without one.
 */
export function mannerOf(tag: string): string | null {
  const plain = tag.replace(/\s+/gu, ' ').trim();
  const manner = MANNER.exec(plain)?.[1]?.trim() ?? adverbIn(plain);
  if (manner && countWords(manner) <= MAX_MANNER_WORDS && !NO_MANNER.test(manner) && /^[a-z]/u.test(manner)) {
    return manner;
  }
  const head = plain.split(/[.,;:]/u)[0]!.split(' ').slice(0, 5).join(' ');
  return VOICE_VERBS.find(([verb]) => verb.test(head))?.[1] ?? null;
}

function adverbIn(tag: string): string | undefined {
  const found = LEADING_MANNER.exec(tag);
  return found?.[1] ?? found?.[2];
}
