import { tagWords } from '../../../analysis/language/tagger.js';
import { canOpen, knownWords } from '../../wording/openings.js';
import type { Item } from '../../material/items.js';
import { COUNTING } from '../../wording/number-words.js';
import type { Passage, Stage } from '../../staging/stage.js';
import { echoOf } from './echo.js';
import { isShort } from './turns.js';
import { stemsOf } from '../../wording/salience.js';
import type { Slots } from '../../stock/stock.js';
import type { StockFamily } from '../../stock/stock-lines.js';
import { isPlural, NO_TOPIC, opensWithReporter, subjectOf } from '../../wording/topics.js';
import { capitalised } from '../../wording/wording.js';

/** Where an answer stands in the script. */
export interface Place {
  /** The first item of the answer. */
  head: Item;
  /** True for the first answer of the script. */
  opening: boolean;
  /** True for the first answer of its passage. */
  first: boolean;
  lastPassage: boolean;
  /** True when the passage directly continues the one before. */
  joined: boolean;
  /** The narration that the other host has just read; empty after a line of dialogue and at the start. */
  heard: readonly Item[];
}

type Take = (family: StockFamily, slots?: Slots) => string | null;

/** Most questions of one kind (for a number, a date, a place) in a script. */
const MAX_OF_A_KIND = 2;
/** Words of a script per echo, at either kind of place; a short script has none. */
const WORDS_PER_ECHO = 190;

/**
 * Finds the question before an answer. A question presupposes only what the answer's first sentence says: a place, a
 * date, a number, a name. Without any of these it only asks to go on.
 */
export class Questions {
  readonly #stage: Stage;
  readonly #maxEchoes: number;
  readonly #asked = new Set<string>();
  readonly #kinds = new Map<StockFamily, number>();

  constructor(stage: Stage, scriptWords: number) {
    this.#stage = stage;
    this.#maxEchoes = isShort(scriptWords) ? 0 : Math.floor(scriptWords / WORDS_PER_ECHO);
  }

  /** The question before the answer at this place; null when no line is left. */
  before(passage: Passage, place: Place): string | null {
    const { head } = place;
    const { stock, coldOpen, spokenTitle } = this.#stage;
    const take: Take = (family, slots = {}) => stock.take(family, slots);
    const title = spokenTitle ? { title: spokenTitle } : {};
    if (place.opening) return coldOpen && spokenTitle ? take('begin') : take('opening', title) ?? take('begin');
    const prompt = (): string | null => take('prompt');
    if (place.first) {
      if (place.lastPassage) return take('finish') ?? prompt();
      if (place.joined && !head.opens) return prompt();
      return this.#subject(head, take) ?? this.#topic(passage, head, take)
        ?? (place.joined ? null : this.#echo(place, 'echoAhead', take) ?? take('ahead')) ?? prompt();
    }
    return this.#connective(head.text, take) ?? this.#grounded(head, take)
      ?? (head.opens ? this.#subject(head, take) : null) ?? this.#echo(place, 'echo', take) ?? prompt();
  }

  /** A line with which the answering host announces a passage; null when its first item does not speak of the topic. */
  announced(passage: Passage, head: Item): string | null {
    const topic = passage.topic?.spoken ?? null;
    if (topic === null || this.#asked.has(topic.toLowerCase()) || !speaksOf(head.text, topic)) return null;
    if (!canOpen(head.text, knownWords(topic))) return null;
    this.#asked.add(topic.toLowerCase());
    return this.#stage.stock.take('mark', { topic, Topic: capitalised(topic) });
  }

  #connective(text: string, take: Take): string | null {
    if (/^(?:But|However|Yet|Nevertheless|On the other hand|On the contrary)\b/u.test(text)) return take('but');
    if (/^(?:So|Therefore|Hence|Thus|Consequently|Accordingly)\b(?! (?:far|much|many|long|soon))/u.test(text)) return take('so');
    return opensWithReporter(text) ? take('witness') : null;
  }

  /** A question for a number or a date that the answer's first sentence gives. */
  #grounded(head: Item, take: Take): string | null {
    if (head.kind !== 'narration') return null;
    const counted = countedIn(head.text);
    if (counted && !this.#asked.has(counted)) {
      const line = this.#rarely('count', take, { np: counted });
      if (line) {
        this.#asked.add(counted);
        return line;
      }
    }
    if (DATED.test(head.text.slice(0, 140))) return this.#rarely('when', take);
    return MEASURED.test(head.text.slice(0, 140)) ? this.#rarely('figure', take) : null;
  }

  /** Words of the last answer, repeated by the listening host. */
  #echo({ heard }: Place, family: 'echo' | 'echoAhead', take: Take): string | null {
    if (this.#isSpent(family, this.#maxEchoes)) return null;
    for (const { text } of heard.toReversed()) {
      const words = echoOf(text);
      if (words === null || this.#asked.has(words.toLowerCase())) continue;
      const line = this.#rarely(family, take, { np: words, Np: capitalised(words) }, this.#maxEchoes);
      if (line) this.#asked.add(words.toLowerCase());
      return line;
    }
    return null;
  }

  #isSpent(family: StockFamily, most: number): boolean {
    return (this.#kinds.get(family) ?? 0) >= most;
  }

  /** A line of a family that a script uses at most `most` times; null when it is used up. */
  #rarely(family: StockFamily, take: Take, slots: Slots = {}, most = MAX_OF_A_KIND): string | null {
    if (this.#isSpent(family, most)) return null;
    this.#kinds.set(family, (this.#kinds.get(family) ?? 0) + 1);
    return take(family, slots);
  }

  #subject(head: Item, take: Take): string | null {
    if (head.kind !== 'narration' || opensWithReporter(head.text)) return null;
    const subject = subjectOf(head.text);
    const key = subject?.spoken.toLowerCase() ?? '';
    if (!subject || this.#asked.has(key) || !speaksOf(head.text, subject.spoken)) return null;
    this.#asked.add(key);
    const slots = { np: subject.spoken, be: subject.plural ? 'are' : 'is' };
    const placed = /\b(?:situated|found (?:in|on|at|only)|lies?|confined|inhabits?|stands? (?:in|on|at|near))\b/u.test(head.text.slice(0, 110));
    return (placed ? this.#rarely('where', take, slots) : null) ?? take('np', slots);
  }

  #topic(passage: Passage, head: Item, take: Take): string | null {
    const topic = passage.topic?.spoken ?? null;
    if (topic === null || this.#asked.has(topic.toLowerCase()) || !speaksOf(head.text, topic)) return null;
    if (!canOpen(head.text, knownWords(topic))) return null;
    this.#asked.add(topic.toLowerCase());
    return take('topic', { topic, Topic: capitalised(topic) });
  }
}

const NUMBER = `(?:\\d[\\d,.]*|${COUNTING.join('|')})`;
const COUNTED = new RegExp(`\\b${NUMBER} ((?:\\p{Ll}+ )?\\p{Ll}{3,}s)\\b(?![-’'])`, 'u');
const DATED = /\b(?:in|since|until|by|of|between|from) (?:the (?:spring|summer|autumn|winter) of )?(?:1[0-9]|20)\d\d\b/u;
const MEASURED = new RegExp(`\\b${NUMBER}(?:-| )?(?:%|per ?cent|percent|°|degrees|kilometres?|metres?|miles?|feet|yards|pounds|tons?|`
  + 'million|billion|thousand|hundred|hours|minutes|km|kg|m)(?![\\p{L}])|[$€£]\\d', 'u');
const UNCOUNTABLE = new RegExp('\\b(?:years?|months|weeks|days|hours|minutes|seconds|degrees|inches|feet|miles|yards|\\w*metres|\\w*meters|percent|per|tons|tonnes|kilos?|'
  + 'grams|litres|acres|fathoms|leagues|centuries|decades|generations|quarters|thirds|halves|score|others|times|more|less|cents|pounds|dollars|things)\\b', 'u');

/** The counted thing: `principal islands` for `ten principal islands`; null when the sentence counts nothing. */
function countedIn(text: string): string | null {
  const found = COUNTED.exec(text.slice(0, 140))?.[1];
  if (!found || UNCOUNTABLE.test(found) || NO_TOPIC.test(found)) return null;
  const words = tagWords(found);
  const last = words.at(-1)!;
  const plain = words.length <= 2 && last.pos === 'NOUN' && isPlural(last.text)
    && words.slice(0, -1).every((word) => /^(?:ADJ|NOUN)$/u.test(word.pos));
  return plain ? found : null;
}

function speaksOf(text: string, phrase: string): boolean {
  const stems = new Set(stemsOf(text));
  const own = stemsOf(phrase);
  return own.length > 0 && own.some((stemmed) => stems.has(stemmed));
}
