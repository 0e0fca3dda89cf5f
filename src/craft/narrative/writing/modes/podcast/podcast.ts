import { READER } from '../../../../screenplay/model.js';
import { openingLine, stockLinesFor } from '../opening.js';
import { handover, voicedItem } from '../voices.js';
import { isPersonal } from '../personal.js';
import { stockWords, type Passage, type Stage } from '../../staging/stage.js';
import type { Item } from '../../material/items.js';
import { chosenPrompts, type PlacedTurn } from './prompts.js';
import { hostTurnsOf, ownQuestions, sentenceItems } from './turns.js';

const FIRST_PERSON_FAMILIES = { fiction: 'teller', essay: 'author', speech: 'speaker', play: 'teller' } as const;
const JOIN_WORDS = 400;

/**
 * Stages passages as a conversation of two hosts who share the telling: they read in turns, in the order of the source.
 * A host asks only what the next sentence answers, or what the text itself asks, and else is silent. Quoted people are clips in their own voices. The
 * first host says what is read and by whom; the last words are those of the source.
 */
export function writePodcast(stage: Stage): void {
  const [first, second] = stage.casting.hosts;
  const asked = new Set<Item>();
  const passages = stage.passages.map((passage): Passage => {
    const isClip = (item: Item): boolean => voicedItem(stage, passage, item).cue !== null;
    const items = sentenceItems(stage.materials[passage.material]!, passage.items, isClip);
    for (const item of ownQuestions(items, isClip)) asked.add(item);
    return { ...passage, items };
  });
  const turnsWith = (begins: (item: Item) => boolean): PlacedTurn[] =>
    passages.flatMap((passage, index) => turnsOf(stage, passages, index, begins));
  const drafted = turnsWith((item) => asked.has(item));
  const opening = openingOf(stage);
  const prompts = chosenPrompts(stage, drafted, stockLinesFor(drafted.length) - (opening ? 1 : 0), asked);
  const turns = turnsWith((item) => asked.has(item) || prompts.has(item));
  const answers = turns.filter(({ kind }) => kind === 'answer').length;
  let speaker = first;
  const other = (host: string): string => host === first ? second : first;
  let scene = -1;
  turns.forEach((turn, at) => {
    if (turn.passage !== scene) {
      scene = turn.passage;
      const passage = stage.passages[scene]!;
      stage.script.scene(`INT. STUDIO - ${passage.title.toUpperCase()}`, passage.title);
      if (at === 0 && opening) stage.script.say(first, stockWords(opening));
    }
    const prompt = prompts.get(turn.items[0]!);
    // The speaker of the turn before answers; the other one asks.
    if (prompt) {
      stage.script.say(other(speaker), stockWords(prompt));
      if (answers === 1) speaker = other(speaker);
    } else if (turn.kind === 'answer') speaker = other(speaker);
    say(stage, turn, passages[turn.passage]!, speaker);
  });
}

function turnsOf(stage: Stage, passages: readonly Passage[], index: number, begins: (item: Item) => boolean): PlacedTurn[] {
  const passage = passages[index]!;
  const previous = passages[index - 1];
  const joined = previous?.material === passage.material && previous.to === passage.from;
  const isClip = (item: Item): boolean => voicedItem(stage, passage, item).cue !== null;
  return hostTurnsOf(passage.items, { personal: isPersonal(stage.materials[passage.material]!), isClip, begins })
    .map((turn, at): PlacedTurn => ({ ...turn, passage: index, afterGap: at === 0 && !joined }));
}

/** The first line: what is read, by whom, and whose first person it is. */
function openingOf(stage: Stage): string | null {
  const line = openingLine(stage, { dated: 'openingDated', by: 'openingBy', plain: 'opening' })
    ?? openingLine(stage, { dated: 'openDated', by: 'openBy', plain: 'open' });
  const material = stage.materials[stage.passages[0]?.material ?? 0];
  const whose = material && isPersonal(material) && material.analysis.language === 'en'
    && stage.passages.some(({ items }) => items.some(({ firstPerson }) => firstPerson))
    ? stage.stock.take(FIRST_PERSON_FAMILIES[material.analysis.form]) : null;
  return [line, whose].filter((part) => part !== null).join(' ') || null;
}

function say(stage: Stage, turn: PlacedTurn, passage: Passage, host: string): void {
  turn.items.forEach((item, at) => {
    const { cue, words } = voicedItem(stage, passage, item);
    const voice = cue ?? host;
    const tag = handover(stage, passage, passage.items.indexOf(item));
    if (tag) stage.script.say(host, tag, { joinUpTo: JOIN_WORDS });
    stage.script.say(voice === READER ? host : voice, words,
      { parenthetical: cue === null ? null : item.parenthetical, joinUpTo: at === 0 ? 0 : JOIN_WORDS });
  });
}
