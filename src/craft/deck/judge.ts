import { lettersOf } from '../narrative/writing/wording/wording.js';
import { scoredUnits } from '../trailer/criteria.js';
import { framingKey } from '../trailer/frames.js';
import { ARC_STAGES, CHAPTER_SECONDS, INTENT_FIELDS, textOf, type Chapter, type Deck, type Intent, type IntentField } from './deck.js';
import { leadsOf, type DeckSource } from './writer/deck-source.js';
import { isChapterLength, neededSeconds, readAloudMs } from './writer/material/reading-time.js';
import { statementsOf, type Statement } from './writer/material/statements.js';
import { isTraced, untracedWords } from './writer/material/tracing.js';
import { isOfTheEnd } from './writer/texts/synopses.js';
import { DECK_SECONDS, secondsOf } from './writer/write-deck.js';

export const DECK_CRITERIA = ['logline', 'ending', 'leads', 'arc', 'length', 'traced', 'stands alone', 'repeated', 'pictures', 'time for text', 'closing question'] as const;
export type DeckCriterion = (typeof DECK_CRITERIA)[number] | `intent: ${IntentField}`;

/** A chapter that a fact concerns, with the text in question and what to say about it. */
export interface DeckConcerned { chapter: number; text: string; words: string }

/** The measurement of a deck by one criterion. */
export interface DeckFact {
  criterion: DeckCriterion;
  isMet: boolean;
  /** The measured value; `wanted` names its unit. */
  value: number;
  wanted: string;
  /** The finding in words that people read. */
  words: string;
  concerned: readonly DeckConcerned[];
}

/** One breath of a narrator: some 34 words. */
const BREATH_MS = 14_000;
const SHARE_OF_PICTURES = 0.6;

const rounded = (value: number): number => Math.round(1_000 * value) / 1_000;
const about = (chapters: readonly Chapter[], chapter: number, words: string): DeckConcerned => ({ chapter, text: textOf(chapters[chapter]!), words });
/** The findings about chapters as people count them: `chapter 2 goes back in the story, chapter 3 goes back in the story`. */
const inWords = (concerned: readonly DeckConcerned[]): string => concerned.map(({ chapter, words }) => `chapter ${chapter + 1} ${words}`).join(', ');

function loglineFact({ chapters }: Deck): DeckFact {
  const at = chapters.findIndex(({ kind }) => kind === 'logline');
  const ms = at < 0 ? 0 : readAloudMs(textOf(chapters[at]!));
  const isMet = at === 0 && ms > 0 && ms <= BREATH_MS;
  const takes = `it takes ${(ms / 1_000).toFixed(1)} s to say`;
  return {
    criterion: 'logline', isMet, value: rounded(ms / 1_000), wanted: `first, in one breath: at most ${BREATH_MS / 1_000} s`, concerned: isMet || at < 0 ? [] : [about(chapters, at, at > 0 ? 'is not first' : 'is no breath')],
    words: at < 0 ? 'there is none' : at > 0 ? `it is in chapter ${at + 1}, not in the first; ${takes}` : takes,
  };
}

/** The statements of the source from which the sentences of a chapter are made. */
function statementsIn(source: DeckSource, { sentences }: Chapter): Statement[] {
  const origins = sentences.flatMap((sentence) => sentence.origins);
  return statementsOf(source).filter(({ origin }) => origins.some((one) => (one.kind === 'source' && origin.kind === 'source' && one.sourceId === origin.sourceId && one.from === origin.from)
    || (one.kind === 'entry' && origin.kind === 'entry' && one.entryIndex === origin.entryIndex && one.from === origin.from)));
}

function endingFact(source: DeckSource, { chapters }: Deck): DeckFact {
  const synopses = chapters.flatMap((chapter, at) => (chapter.kind === 'synopsis' || chapter.kind === 'own' ? [at] : []));
  const last = Math.max(0, ...synopses.flatMap((at) => statementsIn(source, chapters[at]!).map(({ at: place }) => (place > 1 ? 0 : place))));
  return {
    criterion: 'ending', isMet: isOfTheEnd({ at: last }), value: rounded(last), wanted: 'the synopsis tells the last 12 % of the story', concerned: [],
    words: synopses.length === 0 ? 'there is no synopsis' : `it tells the story until ${Math.round(100 * last)} % of it`,
  };
}

function leadsFact(source: DeckSource, { chapters }: Deck): DeckFact {
  const leads = leadsOf(source);
  const missing = leads.filter((lead) => !chapters.some(({ lines }) => lines.some(({ speaker }) => speaker === lead))
    || !chapters.some(({ picture }) => picture?.people.includes(lead)));
  return {
    criterion: 'leads', isMet: missing.length === 0, value: leads.length - missing.length, wanted: `${leads.length} people heard and seen`, concerned: [],
    words: leads.length === 0 ? 'the read has no people' : missing.length === 0 ? `${leads.join(' and ')} are heard and seen` : `${missing.join(' and ')} cannot be met`,
  };
}

function arcFact({ chapters }: Deck): DeckFact {
  const missing = ARC_STAGES.filter((stage) => !chapters.some(({ arcStage }) => arcStage === stage));
  const order = chapters.map(({ arcStage }) => ARC_STAGES.indexOf(arcStage));
  const back = chapters.flatMap((_, at) => (at > 0 && order[at]! < order[at - 1]! ? [about(chapters, at, 'goes back in the story')] : []));
  return {
    criterion: 'arc', isMet: missing.length === 0 && back.length === 0, value: ARC_STAGES.length - missing.length, wanted: `${ARC_STAGES.length} stages in their order`,
    words: missing.length + back.length === 0 ? 'every stage of the story is there'
      : [missing.length > 0 ? `${missing.join(' and ')} missing` : '', inWords(back)].filter(Boolean).join('; '),
    concerned: back,
  };
}

function lengthFact({ chapters }: Deck): DeckFact {
  const seconds = secondsOf(chapters);
  const off = chapters.flatMap(({ durationSeconds }, at) => (isChapterLength(durationSeconds) ? [] : [about(chapters, at, `lasts ${durationSeconds} s`)]));
  return {
    criterion: 'length', isMet: seconds >= DECK_SECONDS.least && seconds <= DECK_SECONDS.most && off.length === 0, value: seconds, concerned: off,
    wanted: `${DECK_SECONDS.least} to ${DECK_SECONDS.most} s in chapters of ${CHAPTER_SECONDS.least} to ${CHAPTER_SECONDS.most} whole seconds`, words: [inWords(off), `${chapters.length} chapters last ${seconds} s`].filter(Boolean).join('; '),
  };
}

function tracedFact(source: DeckSource, { chapters }: Deck): DeckFact {
  const all = chapters.flatMap(({ sentences }, chapter) => sentences.map((sentence) => ({ chapter, sentence })));
  const untraced = all.filter(({ sentence }) => !isTraced(source, sentence));
  const share = all.length === 0 ? 1 : 1 - untraced.length / all.length;
  return {
    criterion: 'traced', isMet: untraced.length === 0, value: rounded(share), wanted: 'every sentence is held by its origins',
    words: untraced.length === 0 ? `all ${all.length} sentences say where they come from` : `${untraced.length} of ${all.length} sentences say more than their origins`,
    concerned: untraced.map(({ chapter, sentence }) => ({ chapter, text: sentence.text, words: `no origin holds: ${untracedWords(source, sentence).slice(0, 8).join(' ') || 'it has none'}` })),
  };
}

/** A line that scores this or more leans too much on its context; below that, the text beside it makes it understandable. */
const LEANS = 0.8;

function standsFact(source: DeckSource, { chapters }: Deck): DeckFact {
  const units = scoredUnits(source.read);
  const leaning = chapters.flatMap(({ lines }, chapter) => lines.flatMap((line): DeckConcerned[] => {
    const scored = units.find(({ unit }) => unit.entryIndex === line.entryIndex && unit.sentence === line.sentence);
    return scored && scored.leaning >= LEANS ? [{ chapter, text: line.text, words: scored.marks.find(({ rule }) => rule === 'stands alone')!.words }] : [];
  }));
  return {
    criterion: 'stands alone', isMet: leaning.length === 0, value: leaning.length, wanted: 'no line leans on what is not heard', concerned: leaning,
    words: leaning.length === 0 ? 'every line can be understood' : `${leaning.length} lines lean on what is not heard`,
  };
}

function repeatedFact({ chapters }: Deck): DeckFact {
  const before = new Set<string>();
  const again: DeckConcerned[] = [];
  chapters.forEach(({ sentences, lines }, chapter) => {
    for (const { text, origins } of [...sentences, ...lines.map((line) => ({ text: line.text, origins: undefined }))]) {
      // Skips sentences that give the title: a deck may state it where a chapter states it too.
      const letters = lettersOf(text);
      if (origins?.some((origin) => origin.kind === 'plan' && origin.field === 'title') === true) continue;
      const same = [...before].find((one) => one === letters
        || (Math.min(one.length, letters.length) > 12 && (one.includes(letters) || letters.includes(one))));
      if (same !== undefined) again.push({ chapter, text, words: 'is there already' });
      before.add(letters);
    }
  });
  return { criterion: 'repeated', isMet: again.length === 0, value: again.length, wanted: 'no sentence and no line twice', words: again.length === 0 ? 'nothing is said twice' : `${again.length} things are said twice`, concerned: again };
}

function picturesFact({ chapters }: Deck): DeckFact {
  const seen = chapters.map(({ picture }) => (picture ? `${picture.sceneIndex} ${framingKey(picture)}` : null));
  const alike = chapters.flatMap((_, at) => (at > 0 && seen[at] !== null && seen[at] === seen[at - 1] ? [about(chapters, at, 'looks like the chapter before it')] : []));
  const shown = seen.filter((one) => one !== null).length;
  const isEnough = shown >= SHARE_OF_PICTURES * chapters.filter(({ kind }) => kind !== 'intent' && kind !== 'own').length;
  return {
    criterion: 'pictures', isMet: alike.length === 0 && isEnough, value: new Set(seen.filter((one) => one !== null)).size, wanted: 'no picture like the one before it, and few cards of text', concerned: alike,
    words: [inWords(alike), `${new Set(seen.filter((one) => one !== null)).size} different pictures in ${chapters.length} chapters`].filter(Boolean).join('; '),
  };
}

function timeFact({ chapters }: Deck): DeckFact {
  const short = chapters.flatMap((chapter, at) => (neededSeconds(chapter) > chapter.durationSeconds ? [about(chapters, at, `needs ${neededSeconds(chapter)} s and has ${chapter.durationSeconds}`)] : []));
  return { criterion: 'time for text', isMet: short.length === 0, value: short.length, wanted: 'texts and lines fit into their chapters', words: short.length === 0 ? 'everything can be said in its time' : `${short.length} chapters are too short`, concerned: short };
}

function questionFact({ chapters }: Deck): DeckFact {
  const last = chapters.at(-1);
  const words = last ? last.lines.at(-1)?.text ?? textOf(last) : '';
  const isMet = /\?["”’)]*$/u.test(words);
  return { criterion: 'closing question', isMet, value: isMet ? 1 : 0, wanted: 'a question is the last that is said', words: isMet ? `it ends with “${words}”` : 'it does not end with a question', concerned: [] };
}

const intentFact = (intent: Intent, field: IntentField): DeckFact[] => ((intent[field] ?? '').trim() !== '' ? [] : [{
  criterion: `intent: ${field}`, isMet: false, value: 0, wanted: `what people know of the ${field}`, words: 'not known; set it with POST /pitch-decks/{jobId}/intent', concerned: [],
}]);

/** Facts about a deck, criterion by criterion, with the chapters concerned; then one for each field of the intent that nobody filled. */
export function judgeDeck(source: DeckSource, deck: Deck, intent: Intent): DeckFact[] {
  return [
    loglineFact(deck), endingFact(source, deck), leadsFact(source, deck), arcFact(deck), lengthFact(deck), tracedFact(source, deck), 
    standsFact(source, deck), repeatedFact(deck),
    picturesFact(deck), timeFact(deck), questionFact(deck), ...INTENT_FIELDS.flatMap((field) => intentFact(intent, field)),
  ];
}
