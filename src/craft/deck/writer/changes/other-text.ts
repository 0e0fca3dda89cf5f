import { lettersOf } from '../../../narrative/writing/wording/wording.js';
import { mentions } from '../../../trailer/alternatives.js';
import { namesOf } from '../../../trailer/names.js';
import { NotPossible } from '../../../trailer/refusals.js';
import { CHAPTER_AIR_MS, CHAPTER_SECONDS, textOf, type Chapter, type Deck } from '../../deck.js';
import { understandText, type TextWish } from './asked.js';
import type { DeckSource } from '../deck-source.js';
import { peopleOf } from '../deck-source.js';
import { Taken } from '../material/lines.js';
import type { Proposal } from '../material/proposals.js';
import { neededSeconds, readAloudMs } from '../material/reading-time.js';
import { statementsOf } from '../material/statements.js';
import { besides, subjectOf, textsFor } from '../texts/texts.js';

export interface OtherTextWish {
  /** A wish in plain words, e.g. "shorter, without the dog"; null for the next best text. */
  instruction: string | null;
  /** Earlier texts of this chapter, and others that the person does not want. */
  refused: readonly string[];
}

/** The share of the old length below or above which a text counts as shorter or longer. */
const CLEARLY = { shorter: 0.87, longer: 1.15 } as const;
/**
 * Limits the length of another text, unless a wish may need a longer one (longer, about a topic or person, somebody's words, a number of sentences): at most
 * this share of the present one, or `leastMs` if that is longer.
 */
const ABOUT_AS_LONG = { share: 1.35, leastMs: 8_500 } as const;
const MOST_SENTENCES = { scene: 3, world: 3, people: 3, synopsis: 6, look: 2, logline: 1, closing: 1, own: 0, intent: 0 } as const;

export function chapterOf({ chapters }: Deck, at: number): Chapter {
  const chapter = chapters[at];
  if (!chapter) throw new RangeError(`a deck of ${chapters.length} chapters has no chapter ${at}`);
  return chapter;
}

interface Now { ms: number; at: number }

/** Where in the story the text of a chapter is. */
function placeOfText(source: DeckSource, chapter: Chapter): number {
  const [origin] = chapter.sentences.flatMap(({ origins }) => origins).filter(({ kind }) => kind === 'source' || kind === 'entry');
  const own = statementsOf(source).find(({ origin: other }) => origin !== undefined && 'from' in origin && other.kind === origin.kind && other.from === origin.from && other.to === origin.to
    && (other.kind === 'entry' ? origin.kind === 'entry' && other.entryIndex === origin.entryIndex : origin.kind === 'source' && other.sourceId === origin.sourceId));
  return own?.at ?? subjectOf(source, chapter).around;
}

const namesPerson = (source: DeckSource, { sentences }: Pick<Proposal, 'sentences'>, who: string): boolean =>
  namesOf(peopleOf(source)).get(who)?.test(sentences.map(({ text }) => text).join(' ')) ?? false;

/** Whether a text fulfils a wish; comparisons are with the present text. */
export function isTextAsWished(source: DeckSource, wish: TextWish, proposal: Proposal, now: Now): boolean {
  const text = proposal.sentences.map((sentence) => sentence.text).join(' ');
  const first = proposal.statements[0];
  switch (wish.kind) {
    case 'shorter': return proposal.ms <= CLEARLY.shorter * now.ms;
    case 'longer': return proposal.ms >= CLEARLY.longer * now.ms;
    case 'question': return /\?[”’]?$/u.test(text);
    case 'statement': return !text.includes('?');
    case 'earlier': return first !== undefined && first.at < now.at;
    case 'later': return first !== undefined && first.at > now.at;
    case 'told': return !text.includes('“');
    case 'sentences': return proposal.sentences.length === wish.count;
    case 'about': return mentions(text, wish.phrase);
    case 'without': return !mentions(text, wish.phrase);
    case 'about_person': return namesPerson(source, proposal, wish.who);
    case 'without_person': return !namesPerson(source, proposal, wish.who) && proposal.statements.every(({ speaker }) => speaker !== wish.who);
    case 'words_of': return proposal.statements.some(({ speaker }) => speaker === wish.who);
  }
}

export interface TextAsked {
  wishes: readonly TextWish[];
  refused: readonly string[];
  /** A further limit of the text in milliseconds, besides that of the chapter. */
  mostMs?: number | undefined;
}

/**
 * The best text for a chapter that fulfils the wishes and was not refused; null when there is none. Raises `NotPossible` for a chapter whose words are those
 * of a person.
 */
export function textBy(source: DeckSource, deck: Deck, at: number, { wishes, refused, mostMs = Infinity }: TextAsked): Proposal | null {
  const chapter = chapterOf(deck, at);
  if (chapter.kind === 'own' || chapter.kind === 'intent') throw new NotPossible('another text', 'the words of this chapter are those of a person');
  const now: Now = { ms: readAloudMs(textOf(chapter)), at: placeOfText(source, chapter) };
  const linesMs = chapter.lines.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs + CHAPTER_AIR_MS.between, 0);
  const free = 1_000 * CHAPTER_SECONDS.most - CHAPTER_AIR_MS.before - CHAPTER_AIR_MS.after - linesMs;
  const isOpen = wishes.some(({ kind }) => kind === 'longer' || kind === 'about' || kind === 'about_person' || kind === 'words_of' || kind === 'sentences');
  const usual = isOpen ? free : Math.max(ABOUT_AS_LONG.leastMs, ABOUT_AS_LONG.share * now.ms);
  const counts = wishes.flatMap((wish) => (wish.kind === 'sentences' ? [wish.count] : []));
  const most = MOST_SENTENCES[chapter.kind];
  const mostSentences = Math.max(...counts, isOpen ? most : Math.max(1, Math.min(most, chapter.sentences.length)));
  const taken = new Taken([...deck.chapters.filter((_, index) => index !== at), { sentences: [], lines: chapter.lines }]);
  const banned = new Set([textOf(chapter), ...refused].map(lettersOf));
  const isNew = besides(taken);
  const without = wishes.flatMap((wish) => (wish.kind === 'without' ? [wish.phrase] : []));
  const allows = (statement: Parameters<typeof isNew>[0]): boolean => isNew(statement) && without.every((phrase) => !mentions(statement.text, phrase));
  const proposals = textsFor(source, subjectOf(source, chapter), { allows, mostMs: Math.min(free, usual, mostMs), mostSentences });
  return proposals.find((proposal) => !banned.has(lettersOf(textOf(proposal))) && wishes.every((wish) => isTextAsWished(source, wish, proposal, now))) ?? null;
}

/** The length of a chapter with another text: as before if the text fits and leaves at most two spare seconds, else as long as needed. */
export function secondsWith(before: Chapter, after: Pick<Chapter, 'sentences' | 'lines'>): number {
  const needed = neededSeconds(after);
  return needed <= before.durationSeconds && before.durationSeconds <= needed + 2 ? before.durationSeconds : needed;
}

/**
 * Another text from the sources for a chapter, and how long the chapter then lasts. An instruction is followed completely or not at all: raises
 * `NotUnderstood` with the parts that no rule understands, and `NotPossible` when nothing is left to say or the words are those of a person.
 */
export function otherText(source: DeckSource, deck: Deck, at: number, { instruction, refused }: OtherTextWish): Pick<Chapter, 'sentences' | 'durationSeconds'> {
  const chapter = chapterOf(deck, at);
  const wishes = instruction === null ? [] : understandText(instruction, peopleOf(source)).map(({ change }) => change);
  const text = textBy(source, deck, at, { wishes, refused });
  if (!text) throw new NotPossible(instruction ?? 'another text', 'the sources and the read say nothing else that fits this chapter');
  return { sentences: text.sentences, durationSeconds: secondsWith(chapter, { sentences: text.sentences, lines: chapter.lines }) };
}
