import type { Mood } from '../../../people/moods.js';
import { Naming, type Somebody } from '../../../people/mentions.js';
import { splitSentences } from '../language/sentences.js';
import { subjectsOf, type Subject, type Who } from './subjects.js';

/** A person of the story. `sex` is null when unknown. */
export interface StoryPerson extends Somebody { sex: 'female' | 'male' | null }

/** A line of a scene. A `told` line narrates what happens; in a `spoken` line only names that address a person count. `speaker` is null for a narrator. */
export interface StoryLine { index: number; scene: number; kind: 'told' | 'spoken'; speaker: string | null; text: string }

/**
 * From character `from` of line `index` on, the text is about these people; `people` is empty when it is about nobody in particular. `mood` is that of the
 * first person when more than the words determine it; null is no mood.
 */
export interface Telling { index: number; from: number; people: string[]; mood?: Mood | null }

/**
 * Whom the lines of a read are about, the lines in which each person is present, and the weight of the evidence: 3 for each place that names a person who
 * does something, for each line that a person speaks and for each time a person is addressed by name; 1 for a pronoun or a noun that stands for a person who
 * does something; 1 in all for a person who is only mentioned.
 */
export interface Presence { tellings: Telling[]; present: ReadonlyMap<string, number[]>; weights: ReadonlyMap<string, number> }

/** The people whom `she`, `he` and `they` currently mean. */
interface Memory { female: string | null; male: string | null; lately: string[] }

const MOST_LATELY = 4;
const BY_NAME = 3;
/** Words before a name in speech that make it a form of address. */
const CALLED = /(?:^|[,.!?—–]\s*|\b(?:my|dear|oh|no|yes|well|and|ah|come|now)[,\s]\s*)$/iu;

/** The key of a person who is known only by an occupation. */
export const roleKey = (role: string): string => role.replace(/-/gu, '').toUpperCase();

class Teller {
  readonly tellings: Telling[] = [];
  readonly present = new Map<string, Set<number>>();
  readonly weights = new Map<string, number>();
  private memory: Memory = { female: null, male: null, lately: [] };
  private scene = -1;
  private readonly naming: Naming;
  private readonly sexes: ReadonlyMap<string, StoryPerson['sex']>;

  constructor(people: readonly StoryPerson[]) {
    this.naming = new Naming(people);
    this.sexes = new Map(people.map(({ id, sex }) => [id, sex]));
  }

  hear(line: StoryLine): void {
    if (line.scene !== this.scene) {
      this.scene = line.scene;
      // A pronoun in a new scene still means the person mentioned last, but `they` must not include people of the scene before.
      this.memory = { ...this.memory, lately: [] };
    }
    if (line.kind === 'told') this.tell(line);
    else this.speak(line);
  }

  private tell({ index, text, speaker }: StoryLine): void {
    for (const { start, end } of splitSentences(text)) {
      const sentence = text.slice(start, end);
      const { subjects, named } = subjectsOf(sentence, this.naming);
      const found = subjects.flatMap((subject) => {
        const people = this.meant(subject.who, speaker);
        if (subject.acts) this.remember(people);
        return people.length > 0 ? [{ subject, people }] : [];
      });
      this.rememberFirst(found);
      for (const { subject: { now, acts, who }, people } of found) {
        if (now && acts) for (const one of people) this.note(one, index, 'id' in who || 'role' in who ? BY_NAME : 1);
      }
      this.tellFrom(index, start, found);
      for (const { id } of named) if (!found.some(({ people }) => people.includes(id))) this.mention(id, index);
    }
  }

  /**
   * Attributes a sentence to the people who act in it now, else to the first whose action is past, reported or wished, else to nobody; subjects close
   * together share one telling.
   */
  private tellFrom(index: number, start: number, found: readonly { subject: Subject; people: readonly string[] }[]): void {
    const acting = found.filter(({ subject }) => subject.acts);
    const now = acting.filter(({ subject }) => subject.now);
    const chosen = now.length > 0 ? now : acting.slice(0, 1);
    if (chosen.length === 0) {
      this.tellings.push({ index, from: start, people: [] });
      return;
    }
    let last: Telling | null = null;
    for (const { subject, people } of chosen) {
      const near: boolean = last !== null && subject.at + start - last.from < JOINED_WITHIN;
      if (near) last!.people = [...new Set([...last!.people, ...people])];
      else this.tellings.push(last = { index, from: last === null ? start : start + subject.at, people: [...people] });
    }
  }

  private speak({ index, text, speaker }: StoryLine): void {
    if (speaker !== null) {
      this.remember([speaker]);
      this.note(speaker, index, BY_NAME);
    }
    for (const { start, end, id } of this.naming.mentionsIn(text)) {
      const isCalled = id !== speaker && CALLED.test(text.slice(Math.max(0, start - 12), start)) && /^\s*(?:[,.!?;—–]|$)/u.test(text.slice(end));
      if (isCalled) this.note(id, index, BY_NAME);
    }
  }

  private meant(who: Who, speaker: string | null): string[] {
    if ('id' in who) return [who.id];
    if ('role' in who) return [roleKey(who.role)];
    const { female, male, lately } = this.memory;
    if ('noun' in who) return this.toldBefore(who);
    if (who.pronoun === 'he') return male === null ? [] : [male];
    if (who.pronoun === 'she') return female === null ? [] : [female];
    if (who.pronoun === 'I') return speaker === null ? [] : [speaker];
    return who.pronoun === 'we' && speaker !== null ? [...new Set([speaker, ...lately.slice(0, 1)])] : lately.length > 1 ? lately.slice(0, 2) : [];
  }

  /** The one person of that sex who acted or spoke lately in the scene, other than the owner of the noun; empty when none or several fit. */
  private toldBefore({ noun, owner }: Extract<Who, { noun: unknown }>): string[] {
    const { lately } = this.memory;
    const fitting = lately.filter((one) => this.sexes.get(one) === noun && !(owner !== null && this.memory[owner] === one));
    return fitting.length === 1 ? fitting : [];
  }

  private remember(people: readonly string[]): void {
    for (const one of people) {
      const sex = this.sexes.get(one);
      if (sex) this.memory[sex] = one;
      this.memory.lately = [one, ...this.memory.lately.filter((other) => other !== one)].slice(0, MOST_LATELY);
    }
  }

  /** A pronoun in the next sentence means the first person whom this sentence is about. */
  private rememberFirst(found: readonly { subject: Subject; people: readonly string[] }[]): void {
    const acting = found.filter(({ subject: { acts } }) => acts);
    for (const sex of ['female', 'male'] as const) {
      const first = acting.find(({ people }) => people.length === 1 && this.sexes.get(people[0]!) === sex);
      if (first) this.memory[sex] = first.people[0]!;
    }
  }

  /** A pronoun may mean a person who was only mentioned, when it has no other referent. */
  private mention(id: string, index: number): void {
    if (index >= 0 && !this.weights.has(id)) this.weights.set(id, 1);
    const sex = this.sexes.get(id);
    if (sex) this.memory[sex] ??= id;
  }

  private note(one: string, index: number, weight: number): void {
    if (index < 0) return;
    this.weights.set(one, (this.weights.get(one) ?? 0) + weight);
    this.present.set(one, (this.present.get(one) ?? new Set()).add(index));
  }
}

/** Subjects within this many characters share one picture. */
const JOINED_WITHIN = 40;

/**
 * Finds whom the lines of a read are about, and in which lines people are present. `before` is the text that leads up to the first line, which tells whom
 * pronouns mean. A person is present who acts at the moment, speaks, or is addressed by name.
 */
export function presenceIn(lines: readonly StoryLine[], people: readonly StoryPerson[], before = ''): Presence {
  const teller = new Teller(people);
  if (before !== '') teller.hear({ index: -1, scene: lines[0]?.scene ?? 0, kind: 'told', speaker: null, text: before });
  for (const line of lines) teller.hear(line);
  return {
    weights: teller.weights, tellings: teller.tellings.filter(({ index }) => index >= 0),
    present: new Map([...teller.present].map(([id, entries]) => [id, [...entries]] as const)),
  };
}
