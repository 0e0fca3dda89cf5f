import { isContinued } from '../fountain/rules.js';
import { oneLine } from '../lines/spoken.js';
import { NARRATOR, speakerOf, type CastMember, type Screenplay, type ScreenplayEntry } from '../model.js';
import { EditRefused, keepingPictures, People } from './people.js';
import { newMember, rebuild, type Placed } from './rebuild.js';
import { seenUnder, stillSeen, withSeenNames } from './sights.js';

export const EDIT_OPS = ['rename', 'merge', 'reassign', 'edit', 'cut', 'join', 'voice'] as const;
export type EditOp = (typeof EDIT_OPS)[number];

/** One correction of a screenplay. Indexes are those of the screenplay before all corrections of a call; ranges include both ends. */
export interface ScreenplayEdit {
  op: EditOp;
  /** The person who is renamed, receives lines, or receives a voice. */
  character?: string;
  /** The new name. */
  name?: string;
  /** The people who become one person with `into`. */
  characters?: readonly string[];
  into?: string;
  entryIndex?: number;
  text?: string;
  parenthetical?: string | null;
  ttsText?: string | null;
  from?: number;
  to?: number;
  voiceId?: string;
}

/** The fields that an edit must have, and those that it may have. */
export const EDIT_FIELDS: Record<EditOp, { needs: readonly (keyof ScreenplayEdit)[]; may?: readonly (keyof ScreenplayEdit)[] }> = {
  rename: { needs: ['character', 'name'] },
  merge: { needs: ['characters', 'into'] },
  reassign: { needs: ['from', 'character'], may: ['to'] },
  edit: { needs: ['entryIndex'], may: ['text', 'parenthetical', 'ttsText'] },
  cut: { needs: ['from'], may: ['to'] },
  join: { needs: ['from', 'to'] },
  voice: { needs: ['character', 'voiceId'] },
};

/** Throws `EditRefused` for a missing field and for a field that the operation does not use. */
export function checkEditFields(edit: ScreenplayEdit): void {
  const { needs, may = [] } = EDIT_FIELDS[edit.op];
  for (const field of needs) if (edit[field] === undefined) throw new EditRefused(field, `${field} is required with op ${edit.op}`);
  const stray = (Object.keys(edit) as (keyof ScreenplayEdit)[]).find((field) => field !== 'op' && !needs.includes(field) && !may.includes(field));
  if (stray) throw new EditRefused(stray, `${stray} does not belong to op ${edit.op}`);
}

/** A screenplay after corrections, with the voices of its cues. */
export interface Corrected<V> {
  screenplay: Screenplay;
  voices: Record<string, V>;
  /** The new cue of each person who was renamed. */
  renamed: ReadonlyMap<string, string>;
  /** Every index means the same line as before. */
  keepsPlaces: boolean;
}

const spokenKinds = (entry: ScreenplayEntry): boolean => entry.kind === 'dialogue' || entry.kind === 'action';

/** The line as `cue` says it. Another speaker does not go on with a speech (`CONT'D`). */
function begunBy(entry: ScreenplayEntry, cue: string): ScreenplayEntry {
  if (entry.character === cue || !entry.extensions?.some(isContinued)) return entry;
  const { extensions, ...line } = entry;
  const behind = extensions.filter((extension) => !isContinued(extension));
  return behind.length > 0 ? { ...line, extensions: behind } : line;
}

/** Makes corrections one after the other. */
export class Correction<V> {
  private lines: Placed[];
  private readonly people: People<CastMember>;
  private voices: Record<string, V>;
  private readonly renamed = new Map<string, string>();
  private seen: Pick<Screenplay, 'seen'>;

  constructor(private readonly base: Screenplay, voices: Readonly<Record<string, V>>, private readonly resolveVoice: (voiceId: string) => V) {
    this.lines = base.entries.map((entry, from) => ({ entry, from }));
    this.people = new People(base.cast);
    this.seen = base.seen ? { seen: base.seen } : {};
    this.voices = { ...voices };
  }

  /** Makes one correction. Throws `EditRefused`, and what `resolveVoice` throws. */
  make(edit: ScreenplayEdit): void {
    checkEditFields(edit);
    this[edit.op](edit);
  }

  /** The corrected screenplay. Its lines without a delivery still need direction. Throws `EditRefused` when no spoken line is left. */
  result(): Corrected<V> {
    const screenplay = rebuild({ ...this.base, ...this.seen }, this.lines, { cast: this.people.members });
    if (screenplay.cast.length === 0) throw new EditRefused('from', 'nothing would be left that is spoken');
    const heard = new Set(screenplay.cast.map(({ character }) => character));
    return {
      screenplay, voices: Object.fromEntries(Object.entries(this.voices).filter(([cue]) => heard.has(cue))), renamed: this.renamed,
      keepsPlaces: this.lines.length === this.base.entries.length && this.lines.every(({ from }, at) => from === at),
    };
  }

  private rename({ character, name }: ScreenplayEdit): void {
    const before = this.people.members;
    const { old, cue } = this.people.rename(character!, name!);
    this.people.members = this.people.members.map((member, at) => keepingPictures(member, before[at]!));
    this.give([old], cue);
    if (this.voices[old]) this.voices[cue] = this.voices[old]!;
    for (const [first, last] of this.renamed) if (last === old) this.renamed.set(first, cue);
    if (this.base.cast.some((member) => member.character === old)) this.renamed.set(old, cue);
  }

  private merge({ characters, into }: ScreenplayEdit): void {
    const { others, kept } = this.people.merge(characters!, into!);
    this.give(others, kept);
  }

  private reassign({ from, to = from, character }: ScreenplayEdit): void {
    const cue = this.people.find(character!) ?? this.people.newCue(character!, 'character');
    const chosen = new Set(this.range(from!, to!).filter(({ entry }) => spokenKinds(entry)).map(({ from: index }) => index));
    if (chosen.size === 0) throw new EditRefused('from', `entry ${from} is not spoken`);
    if (!this.people.find(cue)) this.people.members.push(newMember(cue));
    this.replace((line) => (chosen.has(line.from) ? { ...line, entry: this.saidBy(begunBy(line.entry, cue), cue) } : line));
  }

  private edit({ entryIndex, text, parenthetical, ttsText }: ScreenplayEdit): void {
    const { entry } = this.line(entryIndex!, 'entryIndex');
    const words = text === undefined ? entry.text : oneLine({ text });
    if (words === '') throw new EditRefused('text', 'text must hold words; op cut takes a line away');
    if (parenthetical && entry.kind !== 'dialogue') throw new EditRefused('parenthetical', 'only dialogue has a parenthetical');
    const next: ScreenplayEntry = { ...entry, text: words };
    if (words !== entry.text) {
      for (const field of ['ttsText', 'respelled', 'delivery'] as const) delete next[field];
      next.origin = 'edited';
      delete next.toldOf;
      Object.assign(next, stillSeen(entry, words));
      if (entry.announced) next.ttsText = words;
    }
    const said = ttsText === undefined ? undefined : oneLine({ text: ttsText ?? '' });
    if (said) Object.assign(next, { ttsText: said, respelled: true });
    else if (said === '') for (const field of ['ttsText', 'respelled'] as const) delete next[field];
    const how = parenthetical === undefined ? undefined : oneLine({ text: parenthetical ?? '' }).replace(/^\(\s*(.*?)\s*\)$/, '$1');
    if (how !== undefined && how !== (entry.parenthetical ?? '')) {
      delete next.delivery;
      if (how === '') delete next.parenthetical;
      else next.parenthetical = how;
    }
    this.replace((line) => (line.from === entryIndex ? { ...line, entry: next } : line));
  }

  private cut({ from, to = from }: ScreenplayEdit): void {
    const gone = new Set(this.range(from!, to!));
    this.lines = this.lines.filter((line) => !gone.has(line));
  }

  private join({ from, to }: ScreenplayEdit): void {
    const [first, ...rest] = this.range(from!, to!);
    if (rest.length === 0) throw new EditRefused('to', 'a join needs two lines or more');
    const said = (entry: ScreenplayEntry): string => `${entry.sceneIndex} ${entry.kind} ${speakerOf(entry, 'include') ?? ''}`;
    const other = rest.find(({ entry }) => !spokenKinds(entry) || said(entry) !== said(first!.entry));
    if (other) throw new EditRefused('to', `entry ${other.from} has another speaker, or is in another scene`);
    const all = [first!, ...rest].map(({ entry }) => entry);
    const { delivery: _, ttsText: __, respelled: ___, ...kept } = first!.entry;
    const joined: ScreenplayEntry = {
      ...kept, text: all.map(({ text }) => text).join(' '), origin: all.every(({ origin }) => origin === kept.origin) ? kept.origin : 'edited',
      spans: all.flatMap(({ spans }) => spans),
      ...(all.some(({ ttsText }) => ttsText !== undefined) ? { ttsText: all.map(({ ttsText, text }) => ttsText ?? text).join(' ') } : {}),
    };
    const gone = new Set(rest);
    this.lines = this.lines.filter((line) => !gone.has(line)).map((line) => (line === first ? { ...line, entry: joined } : line));
  }

  private voice({ character, voiceId }: ScreenplayEdit): void {
    this.voices[this.people.get(character!, 'character')] = this.resolveVoice(voiceId!);
  }

  /** The line with another speaker. A line of the narrator becomes action when the narrator reads the action and no entry has the narrator's cue. */
  private saidBy(entry: ScreenplayEntry, cue: string): ScreenplayEntry {
    const narrates = cue === NARRATOR && this.base.narrationPolicy === 'include' && !this.base.entries.some(({ character }) => character === NARRATOR);
    const { character: _, parenthetical, extensions, dual, ...rest } = entry;
    if (narrates) return { ...rest, kind: 'action' };
    const behind = { ...(parenthetical ? { parenthetical } : {}), ...(extensions ? { extensions } : {}), ...(dual ? { dual } : {}) };
    return { ...rest, kind: 'dialogue', character: cue, confidence: 'hard', ...behind };
  }

  /** Gives every line of `cues` to the person `to`. */
  private give(cues: readonly string[], to: string): void {
    const newName = (name: string): string => (cues.includes(name) ? to : name);
    this.replace((line) => {
      const speaker = speakerOf(line.entry, this.base.narrationPolicy);
      const entry = speaker !== null && cues.includes(speaker) && spokenKinds(line.entry) ? this.saidBy(line.entry, to) : line.entry;
      return { ...line, entry: withSeenNames(entry, newName) };
    });
    this.seen = seenUnder(this.seen, newName);
  }

  private replace(change: (line: Placed) => Placed): void {
    this.lines = this.lines.map(change);
  }

  private line(index: number, field: keyof ScreenplayEdit): Placed {
    const line = this.lines.find(({ from }) => from === index);
    if (line) return line;
    const isPast = index >= this.base.entries.length;
    throw new EditRefused(field, isPast ? `there is no entry ${index}; the last is ${this.base.entries.length - 1}` : `entry ${index} was cut or joined by an edit before this one`);
  }

  private range(from: number, to: number): Placed[] {
    if (from > to) throw new EditRefused('to', 'to must not be less than from');
    const ends = [this.line(from, 'from'), this.line(to, 'to')].map((line) => this.lines.indexOf(line));
    return this.lines.slice(ends[0], ends[1]! + 1);
  }
}
