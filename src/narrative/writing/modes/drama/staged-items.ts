import { SPEECH_VERB } from '../../../analysis/language/lexicon.js';
import type { Item, Material } from '../../material/items.js';
import { NamedPeople } from '../../material/named-people.js';
import type { Passage, Stage } from '../../staging/stage.js';
import { mannerOf } from '../../material/quoted-lines.js';
import { lettersOf } from '../../wording/wording.js';

const PRINTED_NARRATION_WORDS = 30;
/** A drama with fewer lines keeps every voice it has. */
const MIN_LINES = 4;

/**
 * One item of the drama. `gap`: source words before it are omitted. `told`: the narrator reads the line with its tag.
 */
export interface StagedItem { passage: Passage; material: Material; item: Item; gap: boolean; scene: number; told: boolean }

/**
 * Every item that is spoken or printed, in order. Of silent narration only short single sentences are printed, and the
 * first and last words of the script, which keep the story's beginning and end.
 */
export function stagedItemsOf(stage: Stage): StagedItem[] {
  const turns: StagedItem[] = [];
  const { passages } = stage;
  passages.forEach((passage, index) => {
    const previous = passages[index - 1];
    let gap = previous !== undefined && (previous.material !== passage.material || previous.to !== passage.from);
    passage.items.forEach((item, at) => {
      const isEdge = (index === 0 && at === 0) || (index === passages.length - 1 && at === passage.items.length - 1);
      const isSilent = stage.policy === 'suppress' && item.kind === 'narration';
      const isTooMuch = item.words > PRINTED_NARRATION_WORDS || passage.items[at - 1]?.kind === 'narration';
      if (isSilent && isTooMuch && !isEdge) return;
      turns.push({ passage, material: stage.materials[passage.material]!, item, gap, scene: item.scene, told: false });
      gap = false;
    });
  });
  joinShortScenes(turns);
  return withTagsAsParentheticals(turns);
}

const MAX_TAG_WORDS = 14;
const LEADS_IN = new RegExp(`\\b(?:${SPEECH_VERB})\\b[^.!?]*[:,]$`, 'u');

/**
 * Turns a short sentence that only names the next speaker (`Miss Bartlett said, with more restraint:`) into its
 * parenthetical.
 */
function withTagsAsParentheticals(turns: readonly StagedItem[]): StagedItem[] {
  const kept: StagedItem[] = [];
  turns.forEach((turn, at) => {
    const { item } = turn;
    const next = turns[at + 1];
    const leads = item.kind === 'narration' && item.words <= MAX_TAG_WORDS && LEADS_IN.test(item.text)
      && next?.item.kind === 'line' && !next.gap && next.item.confidence !== 'weak';
    if (!leads) kept.push(turn);
    else turns[at + 1]!.item = { ...next.item, parenthetical: next.item.parenthetical ?? mannerOf(item.text) };
    if (leads && turn.gap) turns[at + 1]!.gap = true;
  });
  return kept;
}

/** Moves a scene of a single entry into the scene of the entry before it. */
function joinShortScenes(turns: StagedItem[]): void {
  let from = 0;
  while (from < turns.length) {
    const first = turns[from]!;
    let to = from + 1;
    let entries = 1;
    while (turns[to]?.material === first.material && turns[to]?.scene === first.scene) {
      if (turns[to]!.item.speaker !== turns[to - 1]!.item.speaker) entries++;
      to++;
    }
    const host = turns[from - 1] ?? turns[to];
    if (entries < 2 && host?.material === first.material) {
      for (let at = from; at < to; at++) turns[at]!.scene = host.scene;
    }
    from = to;
  }
}

/**
 * Decides which lines the narrator reads, if there is one: lines of guessed speakers, a speaker's only line when its
 * tag names the speaker, and the first line of a speaker whom only its tag names.
 */
export function withNarratedLines(stage: Stage, turns: readonly StagedItem[]): StagedItem[] {
  if (stage.policy === 'suppress') return [...turns];
  const keyOf = ({ passage, item }: StagedItem): string => `${passage.material}/${item.speaker ?? ''}`;
  const lines = new Map<string, Set<number | null>>();
  let playable = 0;
  for (const turn of turns) {
    if (turn.item.kind !== 'line' || turn.item.confidence === 'weak') continue;
    playable++;
    lines.set(keyOf(turn), (lines.get(keyOf(turn)) ?? new Set()).add(turn.item.utterance));
  }
  const named = new Map<number, { people: NamedPeople; known: Set<string> }>();
  return turns.map((turn, at) => {
    const { item, material, passage } = turn;
    const names = named.get(passage.material)
      ?? { people: new NamedPeople(material.analysis.cast), known: new Set<string>() };
    named.set(passage.material, names);
    if (material.analysis.narrator !== null) names.known.add(material.analysis.narrator);
    for (const id of names.people.namedIn(item.text)) names.known.add(id);
    if (item.kind !== 'line' || !item.narrated) return turn;
    if (item.confidence === 'weak') return { ...turn, told: true };
    const tagged = lettersOf(item.narrated.text).length > lettersOf(item.text).length + 5;
    if (!tagged || item.speaker === null || item.toldBy !== null) return turn;
    if (playable >= MIN_LINES && lines.get(keyOf(turn))!.size === 1 && item.speaker !== material.analysis.narrator) {
      return { ...turn, told: true };
    }
    if (names.known.has(item.speaker)) return turn;
    const soon = turns.slice(at + 1, at + 3).some((next) => !next.gap
      && names.people.namedIn(next.item.text).includes(item.speaker!));
    names.known.add(item.speaker);
    return !soon && names.people.namedIn(item.narrated.text).includes(item.speaker) ? { ...turn, told: true } : turn;
  });
}
