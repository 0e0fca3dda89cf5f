import { SPEECH_VERB } from '../../../analysis/language/lexicon.js';
import { SPEAKS } from '../../material/cited-words.js';
import { isBareTag } from '../../material/tag-narration.js';
import type { Item, Material } from '../../material/items.js';
import { NamedPeople } from '../../material/named-people.js';
import { calls, isPlaceholder } from '../../staging/cues.js';
import type { Passage, Stage } from '../../staging/stage.js';
import { mannerOf } from '../../material/quoted-lines.js';

/**
 * One item of the drama. `gap` is true when source words before it are omitted. `told`: the narrator reads the line together with its tag. `named`: the
 * narrator introduces the line with its tag, because no earlier words name the speaker.
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

/** Moves a scene with a single entry into the scene before it, or the first scene into the one after it. */
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

/** In a told story, a line that is probably the teller's is spoken in the teller's voice, because another voice would break the tale. */
function tellersOwn({ item, material }: StagedItem): Item {
  const teller = material.analysis.scenes[item.scene]?.toldBy ?? null;
  return teller !== null && item.toldBy === null && item.speaker === teller ? { ...item, toldBy: teller } : item;
}

/** Turns on each side of a line in which its speaker is looked for. */
const TURNS_NEAR_BY = 8;

/** Subjects of a tag before a line that may mean the likeliest speaker. */
const ANYBODY = /\b(?:he|she|I|they|we)\b/iu;

const PRONOUN = /\b(?:he|she)\b/iu;

/** True when the narrator can read a line with words that say who speaks: its own tag, a longer tag after it, or a tag before it that names another person. */
function hasTag(turns: readonly StagedItem[], at: number, people: NamedPeople): boolean {
  const { item, gap } = turns[at]!;
  if (item.narrated === null) return false;
  if (item.tag !== null) return SPEAKS.test(item.tag.form.text);
  const before = turns[at - 1]?.item;
  if (!gap && before?.isTag === true && before.paragraph === item.paragraph && /[:,]$/u.test(before.text) && SPEAKS.test(before.text)
    && !ANYBODY.test(before.text) && !people.namedIn(before.text).includes(item.speaker ?? '')) return true;
  const next = turns[at + 1];
  return next !== undefined && !next.gap && next.item.isTag && next.item.paragraph === item.paragraph && SPEAKS.test(next.item.text);
}

const isRestOf = (item: Item, before: Item | null): boolean =>
  before !== null && before.utterance === item.utterance && before.paragraph === item.paragraph;

/** True for a line whose narrated form contains words that another item next to it also tells. */
const isToldTwice = (turns: readonly StagedItem[], at: number): boolean => {
  const { item } = turns[at]!;
  const [first, last] = [item.narrated?.pieces[0]?.start ?? 0, item.narrated?.pieces.at(-1)?.end ?? 0];
  return turns.slice(Math.max(0, at - 3), at + 4).some(({ item: other }) => other !== item && other.start < last && other.end > first);
};

/** The voices of one text: decides who may speak a line of an uncertain speaker. */
class Voices {
  constructor(private readonly stage: Stage, private readonly turns: readonly StagedItem[]) {}

  /** True for a person who cannot be the speaker of a line: a placeholder, or the person whom the line addresses. */
  isWrong(turn: StagedItem, speaker: string | null): boolean {
    return speaker !== null && (isPlaceholder(this.stage.casting.cueOf(turn.passage.material, speaker)) || this.addresses(turn, speaker));
  }

  /** True for a line that calls this person by name. */
  private addresses({ material, passage, item }: StagedItem, id: string): boolean {
    const person = material.analysis.cast.find((each) => each.id === id);
    return calls(item.text, this.stage.casting.cueOf(passage.material, id), person?.gender ?? 'neutral');
  }

  /**
   * True when a tag says `he` or `she` and nobody else of that sex speaks or is named near by, so that the likeliest speaker is meant. People whom the line
   * itself addresses do not count: of `“Mrs. Pell, sit down,” she said` Mrs. Pell is not the speaker.
   */
  isOnlyOneMeant(at: number, people: NamedPeople): boolean {
    const { item, material, passage } = this.turns[at]!;
    const pronoun = PRONOUN.exec(item.tag?.form.text ?? '')?.[0]?.toLowerCase();
    if (pronoun === undefined || item.speaker === null) return false;
    const sex = pronoun === 'he' ? 'male' : 'female';
    const sexOf = (id: string) => material.analysis.cast.find((person) => person.id === id)?.gender;
    if (sexOf(item.speaker) !== sex) return false;
    const near = this.turns.slice(Math.max(0, at - TURNS_NEAR_BY), at + TURNS_NEAR_BY + 1).filter((turn) => turn.passage.material === passage.material)
      .flatMap((turn) => (turn.item.kind === 'line' ? [turn.item.speaker] : people.namedIn(turn.item.text)));
    return near.every((id) => id === null || id === item.speaker || (sexOf(id) !== sex && sexOf(id) !== 'neutral') || this.addresses(this.turns[at]!, id));
  }

  /** The likeliest other speaker of a line: the last person who spoke before the previous speaker, else the next one; null without one. */
  otherOf(at: number): string | null {
    const { passage, item } = this.turns[at]!;
    const before = this.turns.slice(Math.max(0, at - TURNS_NEAR_BY), at).reverse();
    const after = this.turns.slice(at + 1, at + 1 + TURNS_NEAR_BY);
    const last = before.find((turn) => turn.item.kind === 'line')?.item.speaker ?? null;
    const near = [...before, ...after].filter((turn) => turn.item.kind === 'line' && turn.passage.material === passage.material
      && turn.item.speaker !== item.speaker && turn.item.speaker !== null && !this.isWrong(this.turns[at]!, turn.item.speaker));
    return (near.find((turn) => turn.item.speaker !== last) ?? near[0])?.item.speaker ?? null;
  }
}

/**
 * Decides which lines a narrator reads, if the read has one. A line of an uncertain speaker is read only together with its tag; for a certain speaker, the
 * narrator reads the tag that first names the person. All other bare tags are omitted, and each other line goes to its likeliest speaker.
 */
function withVoices(stage: Stage, turns: readonly StagedItem[]): StagedItem[] {
  const voices = new Voices(stage, turns);
  // When the narrator begins to read a sentence, the narrator also reads the rest after its tag.
  let reading: Item | null = null;
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
    const isWrong = voices.isWrong(turn, item.speaker) && !(item.confidence === 'hard' && people.namedIn(item.tag?.form.text ?? '').includes(item.speaker!));
    if (item.confidence === 'weak' || isWrong) {
      if (!isWrong && voices.isOnlyOneMeant(at, people)) return turn;
      const own = tellersOwn(turn);
      const isRead = stage.policy === 'include' && (own.toldBy !== null || hasTag(turns, at, people) || (turns[at - 1]?.item.isTag === true && isRestOf(item, reading))) && item.narrated !== null && !isToldTwice(turns, at);
      if (isRead) {
        reading = item;
        for (const id of people.namedIn(item.narrated!.text)) known.add(id);
        return { ...turn, item: own, told: true };
      }
      if (isWrong) return { ...turn, item: { ...item, speaker: voices.otherOf(at) ?? item.speaker, confidence: 'weak' } };
    }
    if (stage.policy === 'suppress' || at === 0 || item.speaker === null || known.has(item.speaker)) return turn;
    known.add(item.speaker);
    const soon = turns.slice(at + 1, at + 2).some((next) => !next.gap && people.namedIn(next.item.text).includes(item.speaker!));
    const names = item.tag !== null && (people.isNameless(item.speaker) || people.namedIn(item.tag.form.text).includes(item.speaker));
    return { ...turn, named: names && !soon };
  });
}
