import { READER } from '../../../../screenplay/model.js';
import { openingLine, stockLinesFor } from '../opening.js';
import { bannerOf } from '../banner.js';
import { handover, voicedItem, withTagsFirst } from '../voices.js';
import { isPersonal } from '../personal.js';
import { authorGender } from '../../staging/casting.js';
import { isAuthorsI } from '../../wording/first-person.js';
import { stockWords, type Passage, type Stage } from '../../staging/stage.js';
import type { Item } from '../../material/items.js';
import { chosenPrompts, type PlacedTurn } from './prompts.js';
import { hostTurnsOf, ownQuestions, sentenceItems, type TurnRules } from './turns.js';

const FIRST_PERSON_FAMILIES = { fiction: 'teller', essay: 'author', speech: 'speaker', play: 'teller' } as const;
/** A line has at most this many words, unless a single sentence is longer. */
const LINE_WORDS = 85;
/** Approximate number of words in a line. */
const WORDS_PER_LINE = 60;

/**
 * Stages passages as a conversation of two hosts, who change at paragraphs. The same host says `I` for the author throughout; a text in the first person is
 * told by that host alone while the other one asks. A host asks only what the next sentence answers, or what the text itself asks. Quoted people have their
 * own voices. The first line says what is read and by whom; the last words are those of the source.
 */
export function writePodcast(stage: Stage): void {
  const asked = new Set<Item>();
  const passages = stage.passages.map((passage): Passage => {
    const isClip = (item: Item): boolean => voicedItem(stage, passage, item).cue !== null;
    const items = sentenceItems(stage.materials[passage.material]!, withTagsFirst(stage, passage), isClip);
    if (!isPersonal(stage.materials[passage.material]!)) for (const item of ownQuestions(items, isClip)) asked.add(item);
    return { ...passage, items };
  });
  const turnsWith = (begins: (item: Item) => boolean): PlacedTurn[] =>
    passages.flatMap((passage, index) => turnsOf(stage, passages, index, { begins, asks: (item) => asked.has(item) }));
  const drafted = turnsWith((item) => asked.has(item));
  const isTold = new Set(speakersOf(stage, drafted, true)).size === 1;
  const opening = openingOf(stage, isTold);
  const words = drafted.reduce((sum, { items }) => sum + items.reduce((all, item) => all + item.words, 0), 0);
  const prompts = chosenPrompts(stage, drafted, stockLinesFor(Math.max(drafted.length, Math.round(words / WORDS_PER_LINE))) - (opening ? 1 : 0), asked);
  const turns = turnsWith((item) => asked.has(item) || prompts.has(item));
  const speakers = speakersOf(stage, turns, opening !== null);
  let scene = -1;
  turns.forEach((turn, at) => {
    const speaker = speakers[at]!;
    if (turn.passage !== scene) {
      scene = turn.passage;
      const passage = stage.passages[scene]!;
      stage.script.scene(`INT. STUDIO - ${passage.title.toUpperCase()}`, passage.title);
      if (at === 0) {
        if (opening) stage.script.say(otherHost(stage, speaker), stockWords(opening));
        const place = passage.from > 0 ? bannerOf(stage.materials[passage.material]!, passage) : null;
        if (place) stage.script.say(otherHost(stage, speaker), place);
      }
    }
    const prompt = prompts.get(turn.items[0]!);
    if (prompt) stage.script.say(otherHost(stage, speaker), stockWords(prompt));
    say(stage, turn, passages[turn.passage]!, speaker);
  });
}

const otherHost = ({ casting: { hosts } }: Stage, host: string): string => hosts[0] === host ? hosts[1] : hosts[0];

/** The host of each turn, who also introduces its clip. A host whom the other has just asked reads the answer. */
function speakersOf(stage: Stage, turns: readonly PlacedTurn[], opens: boolean): string[] {
  const { hosts } = stage.casting;
  let speaker = opens ? hosts[0] : hosts[1];
  return turns.map((turn, at): string => {
    const material = stage.passages[turn.passage]!.material;
    const next = turns.findIndex((other, index) => index > at && other.mayChange);
    const paragraph = turns.slice(at, next < 0 ? undefined : next);
    if (isPersonal(stage.materials[material]!) || (turn.mayChange && paragraph.some(saysI))) speaker = tellerOf(stage, material);
    else if (turn.mayChange && turn.kind === 'answer') speaker = otherHost(stage, speaker);
    return speaker;
  });
}

/** True for a turn in which the author says `I`, including the tags of quotations. */
const saysI = ({ kind, items }: PlacedTurn): boolean => items.some((item) =>
  isAuthorsI(kind === 'clip' ? item.tag?.form.text ?? '' : item.text));

/** The host who says `I` for the author of a source: one of the author's sex, else alternating between the hosts from source to source. */
function tellerOf({ casting, materials }: Stage, material: number): string {
  const gender = authorGender([materials[material]!]);
  return casting.hosts.find((host) => gender !== 'neutral' && casting.roles.get(host)?.gender === gender) ?? casting.hosts[material % 2 === 0 ? 1 : 0];
}

function turnsOf(stage: Stage, passages: readonly Passage[], index: number, rules: Pick<TurnRules, 'begins' | 'asks'>): PlacedTurn[] {
  const passage = passages[index]!;
  const previous = passages[index - 1];
  const joined = previous?.material === passage.material && previous.to === passage.from;
  const isClip = (item: Item): boolean => voicedItem(stage, passage, item).cue !== null;
  return hostTurnsOf(passage.items, { ...rules, isClip })
    .map((turn, at): PlacedTurn => ({ ...turn, passage: index, afterGap: at === 0 && !joined }));
}

/** The first line: what is read and who wrote it, and who says `I` in a text that one host tells alone. */
function openingOf(stage: Stage, isTold: boolean): string | null {
  const material = stage.materials[stage.passages[0]?.material ?? 0];
  const line = (isTold ? null : openingLine(stage, { dated: 'openingDated', by: 'openingBy', plain: 'opening' }))
    ?? openingLine(stage, { dated: 'openDated', by: 'openBy', plain: 'open' });
  const whose = isTold && material?.analysis.language === 'en'
    && stage.passages.some(({ items }) => items.some(({ firstPerson }) => firstPerson))
    ? stage.stock.take(FIRST_PERSON_FAMILIES[material.analysis.form]) : null;
  return [line, whose].filter((part) => part !== null).join(' ') || null;
}

function say(stage: Stage, turn: PlacedTurn, passage: Passage, host: string): void {
  turn.items.forEach((item, at) => {
    const { cue, words } = voicedItem(stage, passage, item);
    const voice = cue ?? host;
    const tag = handover(stage, passage, passage.items.indexOf(item));
    if (tag) stage.script.say(host, tag, { joinUpTo: LINE_WORDS });
    stage.script.say(voice === READER ? host : voice, words,
      { parenthetical: cue === null ? null : item.parenthetical, joinUpTo: at === 0 ? 0 : LINE_WORDS });
  });
}
