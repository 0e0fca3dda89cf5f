import { SPEECH_VERB } from '../../../analysis/language/lexicon.js';
import { isBareTag } from '../../material/tag-narration.js';
import type { Item, Material } from '../../material/items.js';
import { NamedPeople } from '../../material/named-people.js';
import type { Passage, Stage } from '../../staging/stage.js';
import { mannerOf } from '../../material/quoted-lines.js';

/**
 * One item of the drama. `gap`: source words before it are omitted. `told`: the narrator reads the line with its tag.
 * `named`: the narrator introduces the line with its tag, the first words that say who speaks.
 */
export interface StagedItem {
  passage: Passage; material: Material; item: Item; gap: boolean; scene: number; told: boolean; named: boolean;
}

/** Every item of the passages, spoken or printed, in order. */
export function stagedItemsOf(stage: Stage): StagedItem[] {
  const turns: StagedItem[] = [];
  stage.passages.forEach((passage, index) => {
    const previous = stage.passages[index - 1];
    const joins = previous === undefined || (previous.material === passage.material && previous.to === passage.from);
    const material = stage.materials[passage.material]!;
    passage.items.forEach((item, at) => {
      turns.push({ passage, material, item, gap: at === 0 && !joins, scene: item.scene, told: false, named: false });
    });
  });
  joinShortScenes(turns);
  return withVoices(stage, withTagsAsParentheticals(turns));
}

const LEADS_IN = new RegExp(`\\b(?:${SPEECH_VERB})\\b[^.!?]*[:,]$`, 'u');

/**
 * Turns a sentence that only names the next speaker (`Miss Bartlett said, with more restraint:`) into the tag of that
 * line.
 */
function withTagsAsParentheticals(turns: readonly StagedItem[]): StagedItem[] {
  const kept: StagedItem[] = [];
  turns.forEach((turn, at) => {
    const { item } = turn;
    const next = turns[at + 1];
    const leads = item.kind === 'narration' && LEADS_IN.test(item.text) && isBareTag(item.text)
      && next?.item.kind === 'line' && !next.gap && next.scene === turn.scene && next.item.confidence !== 'weak';
    if (!leads) {
      kept.push(turn);
      return;
    }
    const form = { text: item.text, pieces: item.pieces, edited: item.edited };
    next.item = { ...next.item, parenthetical: next.item.parenthetical ?? mannerOf(item.text), tag: next.item.tag ?? { form, leads: true } };
    next.gap ||= turn.gap;
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

/** In a told story, what is likely the teller's continues in the teller's voice: anybody else's voice would break the tale. */
function tellersOwn({ item, material }: StagedItem): Item {
  const teller = material.analysis.scenes[item.scene]?.toldBy ?? null;
  return teller !== null && item.toldBy === null && item.speaker === teller ? { ...item, toldBy: teller } : item;
}

/**
 * Decides what the narrator reads of the lines, if there is one: the lines of uncertain speakers with their tags, and of
 * a certain speaker the tag that first says who it is. Every other bare tag is left out.
 */
function withVoices(stage: Stage, turns: readonly StagedItem[]): StagedItem[] {
  if (stage.policy === 'suppress') return [...turns];
  const heard = new Map<number, { people: NamedPeople; known: Set<string> }>();
  return turns.map((turn, at) => {
    const { item, material, passage } = turn;
    if (!heard.has(passage.material)) {
      const { cast, narrator } = material.analysis;
      heard.set(passage.material, { people: new NamedPeople(cast), known: new Set(narrator === null ? [] : [narrator]) });
    }
    const { people, known } = heard.get(passage.material)!;
    for (const id of people.namedIn(item.text)) known.add(id);
    if (item.kind !== 'line') return turn;
    if (item.confidence === 'weak') {
      for (const id of people.namedIn(item.narrated?.text ?? '')) known.add(id);
      return { ...turn, item: tellersOwn(turn), told: item.narrated !== null };
    }
    if (item.speaker === null || known.has(item.speaker)) return turn;
    known.add(item.speaker);
    const soon = turns.slice(at + 1, at + 2).some((next) => !next.gap && people.namedIn(next.item.text).includes(item.speaker!));
    const names = item.tag !== null && (people.isNameless(item.speaker) || people.namedIn(item.tag.form.text).includes(item.speaker));
    return { ...turn, named: names && !soon };
  });
}
