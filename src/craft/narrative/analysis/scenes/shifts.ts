import type { Attribution } from '../attribution/attribution.js';
import type { Figure } from '../names/figures.js';
import { splitSentences } from '../language/sentences.js';
import type { Item } from '../speech/turns.js';
import { matchesOf } from '../../../patterns/matches.js';
import { moves, placeIn } from './moves.js';
import { ARRIVAL, settingIn, type Setting } from './settings.js';

/**
 * A point where narration moves to another time or place. `setting` is where people are then, when the words tell. `far` is true when people depart or
 * another day begins, so that the scene does not inherit the previous place.
 */
export interface Shift { setting: Setting | null; far: boolean }

/** A clause such as `When they arrived at the gate` states an arrival, so the conjunction is removed before the search for a place. */
const WHEN = /^(?:When|As\ssoon\sas|As|After)\s(?=\p{L}+\s)/u;
const sentencesOf = (told: string): string[] => splitSentences(told).slice(0, SENTENCES)
  .map(({ start, end }) => told.slice(start, end));

const NUMBER = '(?:a|an|one|two|three|four|five|six|seven|eight|nine|ten|twelve|some|several|a\\sfew|many|half\\san|a\\squarter\\sof\\san)';
const UNIT = '(?:minutes?|hours?|days?|nights?|weeks?|fortnight|months?|years?|mornings?|evenings?)';
const PART_OF_DAY = '(?:morning|forenoon|noon|afternoon|evening|night|day)';
const MEAL = '(?:breakfast|luncheon|lunch|dinner|tea|supper)';
const DAY = '(?:Sunday|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday)';
/** Words that state a change of time. */
const TIMES: readonly RegExp[] = [
  `(?:on\\s)?the\\s(?:very\\s)?(?:next|following)\\s(?:\\p{L}+\\s)?(?:${PART_OF_DAY}|week|${DAY})`,
  `(?:later\\s)?(?:that|the\\ssame)\\s(?:same\\s|very\\s)?(?:morning|forenoon|afternoon|evening|night)`,
  `the\\ssame\\sday`,
  `(?:late\\s|early\\s)?one\\s(?:\\p{Ll}+,?\\s){0,2}(?:${PART_OF_DAY}|${DAY})`,
  `on\\s(?:the\\s(?:morning|evening|afternoon|night)\\sof|(?:a|the)\\s(?:\\p{Ll}+,?\\s){0,2}${PART_OF_DAY})`,
  `${NUMBER}\\s(?:\\p{Ll}+\\s)?${UNIT}\\s(?:later|after(?:wards?)?|passed|had\\s(?:passed|elapsed|gone)|went\\sby|elapsed)`,
  `(?:in|after|within)\\s(?:about\\s)?${NUMBER}\\s(?:\\p{Ll}+\\s)?${UNIT}(?:[’']s?\\stime|\\s(?:more|he|she|they|I|we)\\b|,)`,
  `(?:at|during|over|before)\\s${MEAL}\\b`,
  `after\\s(?:the\\s|this\\s|their\\s|an\\s|\\p{Ll}+\\s)?${MEAL}\\b`,
  `when\\s(?:\\p{L}+\\s){1,3}(?:awoke|woke)\\b`,
  `it\\swas\\s(?:now\\s|nearly\\s|about\\s|past\\s|just\\s|already\\s|almost\\s|quite\\s|long\\s|late\\s|early\\s){0,2}(?:in\\sthe\\s)?(?:dark|night|morning|evening|noon|midnight|dusk|dawn|daylight|(?:\\p{Ll}+\\s)?o[’']?\\s?clock)\\b`,
  `(?:the\\s)?(?:winter|spring|summer|autumn|time)\\s(?:came|passed|wore\\son|went\\sby)`,
  `by\\sthe\\stime\\s(?:they|he|she|we|I|the)\\b`,
  `(?:on|by|in\\sthe\\scourse\\sof)\\s${DAY}\\b`,
  `(?:towards?|in\\sthe)\\s(?:early\\s|late\\s)?(?:morning|evening|afternoon|night)\\b`,
  `at\\s(?:noon|midnight|dawn|dusk|sunset|sunrise|nightfall|length\\sthe)\\b`,
  `(?:as|when)\\s(?:the\\s)?(?:evening|night|morning|dusk|darkness)\\b`,
].map((words) => new RegExp(`(?<![\\p{L}-])${words}(?![\\p{L}-])`, 'iu'));
/** A time expression counts only when it begins within this many characters of the head of a sentence, or ends the sentence. */
const HEAD_LETTERS = 90;
/** Words that mark a clause as being about another time than that of the scene. */
const NOT_NOW = /\b(?:for \w+ing|to-day|would|used to|could|might|if|always|often|every|usually|sometimes|seldom|never|since|until|till|tomorrow|to-morrow|yesterday|last night|had(?! (?:passed|elapsed|gone by|come)))\b/iu;

const timeOf = (sentence: string): boolean => TIMES.some((words) => {
  const found = words.exec(sentence);
  if (!found) return false;
  const clause = sentence.slice(0, found.index + found[0].length);
  const isNear = found.index <= HEAD_LETTERS || found.index + found[0].length >= sentence.length - 2;
  return isNear && !NOT_NOW.test(clause) && !/\b(?:that|which|who|whom|whose)\s[^,;]*$/iu.test(sentence.slice(0, found.index));
});

const GROUP = new RegExp('(?<![\\p{L}-])(?:they|we|(?:the|all)\\s(?:\\p{Ll}+\\s){0,2}(?:party|company|family|pair|couple|two|three|four|men|women|ladies|gentlemen|boys|girls|children|friends|lovers|travellers|visitors|sisters|brothers|cousins|group|procession))(?![\\p{L}-])', 'iu');
/** A person moves to where another person is, so the story follows. */
const FINDS = /\b(?:and|to) (?:find|found|join|joined|meet|met|seek|see|saw|discovered)\b|\b(?:found|joined|met) (?:\p{Lu}|him|her|them)/u;
const SINGLE = /(?<![\p{L}-])(?:he|she|I)(?![\p{L}-])/iu;
/** Where another subject begins inside a sentence. */
const CLAUSE = /[;:—]|,\s(?:and|but|while|as|where|for|so)\s(?=(?:the|a|an|it|his|her|their|my|our|he|she|they|we|I|there|\p{Lu}\p{L}+)\s)/gu;
/** People leave together for any destination. */
const DEPARTS = /(?<![\p{L}-])(?:walked|drove|rode|went|returned|strolled|set\s(?:off|out|forth)|started)(?:\s(?:off|out|back|together|slowly|again|at\sonce))*\s(?:home|homewards?|together|away|off|for\s(?:the\s)?\p{Lu}|on\stheir\sway)/u;
/** Places within a larger place: a step to one of them does not change the scene. */
const NEAR = /^(?:bedside|landing|passage|corridor|staircase|stairs|bench|platform|room|roof|path|doorway|hedge|pit)$/u;
const STARTS = /\b(?:started|set (?:out|off)|left|went out|drove|departed)\b/u;
/** Words for another day, on which people may be anywhere. */
const FAR = /\b(?:days?|nights?|weeks?|fortnight|months?|years?|winter|spring|summer|autumn|next|following|one (?:\p{Ll}+,? ){0,2}(?:morning|afternoon|evening|night)|Sunday|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday)\b/u;
const SENTENCES = 6;
/** Within this many items of the beginning of a scene, words about where people are state the place of the scene. */
const OPENING_ITEMS = 6;
const TURNS_AROUND = 4;
const ITEMS_AROUND = 8;
/** Narration with fewer words opens no scene, unless the narration after the speech before it tells of an arrival. */
const MIN_WORDS = 12;

const nounOf = (place: string): string => place.split(' ').at(-1)!.toLowerCase();

/** True for a place that people only pass through, so that no scene is set there. */
const isPassedThrough = (place: string): boolean => NEAR.test(nounOf(place));

/** Finds, item after item, where the narration of a story leads to other scenes. */
export class Shifts {
  private readonly speakers = new Map<number, Figure | null>();
  private here: string | null = null;
  private since = 0;
  /** The item whose narration after its speech may tell that people leave. */
  private left: Item | null = null;

  constructor(private readonly attribution: Attribution) {
    for (const { turn, figure } of attribution.turns) this.speakers.set(turn.item, figure);
  }

  /** Resets the place, which is unknown at the start of a chapter or a told story. */
  begin({ index }: Item): void {
    this.here = null;
    this.since = index;
  }

  /** The shift by which this item opens a new scene; null when it continues the current scene. */
  next(item: Item): Shift | null {
    const told = item.turn === null ? item.narration : item.turn.lead;
    const sentences = sentencesOf(told);
    const timed = sentences.slice(0, 2).some(timeOf) || (sentences.some(timeOf) && sentences.some((sentence) => GROUP.test(sentence) && STARTS.test(sentence)));
    const isBehind = this.left !== null && item.block.start > this.left.block.start;
    const left = isBehind ? this.arrivalIn(this.left!, sentencesOf(this.left!.turn!.tail)) : null;
    const own = this.arrivalIn(item, sentences);
    if (isBehind) this.left = null;
    if (item.turn && item.turn.tail !== '') this.left = item;
    const setting = own ?? left;
    const departs = sentences.slice(0, 3).some((sentence) => GROUP.test(sentence) && DEPARTS.test(sentence));
    if (!setting && !timed && !departs) return null;
    if (left === null && told.split(' ').length < MIN_WORDS) {
      if (setting) this.here = nounOf(setting.place);
      return null;
    }
    this.since = item.index;
    this.here = setting ? nounOf(setting.place) : null;
    return { setting, far: departs || sentences.slice(0, 3).some((sentence) => timeOf(sentence) && FAR.test(sentence)) };
  }

  /** The place at which the people whom the story follows arrive; null without one. */
  private arrivalIn(item: Item, sentences: readonly string[]): Setting | null {
    const arrival = sentences.findIndex((sentence) => ARRIVAL.test(sentence));
    for (const [at, words] of sentences.entries()) {
      const sentence = words.replace(WHEN, '');
      const arrived = at === arrival ? settingIn(sentences.slice(Math.max(0, at - 1), at + 1)) : null;
      if (arrived && nounOf(arrived.place) !== this.here) return arrived;
      const setting = placeIn(sentence);
      if (!setting || !sentence.includes(setting.place) || isPassedThrough(setting.place) || nounOf(setting.place) === this.here) continue;
      const before = sentence.slice(0, sentence.indexOf(setting.place));
      const clause = before.slice(matchesOf(before, CLAUSE).at(-1)?.index ?? 0);
      if (this.here === null && item.index - this.since <= OPENING_ITEMS && !moves(sentence)) {
        this.here = nounOf(setting.place);
        continue;
      }
      if (GROUP.test(clause) || FINDS.test(sentence) || this.isFollowed(item, clause)) return setting;
    }
    return null;
  }

  /**
   * True when the story follows the people who move: none of the others who talked before goes on talking, or at most one when only a pronoun names the
   * person who moves.
   */
  private isFollowed(item: Item, before: string): boolean {
    const movers = new Set(item.mentions.filter(({ figure }) => [...figure.forms].some((form) => before.includes(form))).map(({ figure }) => figure));
    if (movers.size === 0 && !SINGLE.test(before)) return false;
    const [was, will] = [this.around(item.index, -1), this.around(item.index, 1)];
    const stay = [...will].filter((figure) => was.has(figure) && !movers.has(figure));
    return stay.length === 0 || (movers.size === 0 && stay.length === 1);
  }

  private around(from: number, step: 1 | -1): Set<Figure> {
    const found: Figure[] = [];
    for (let at = step > 0 ? from : from - 1; Math.abs(at - from) <= ITEMS_AROUND && found.length < TURNS_AROUND; at += step) {
      const figure = this.speakers.get(at);
      if (figure) found.push(figure);
    }
    return new Set(found);
  }
}
