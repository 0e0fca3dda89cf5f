import type { Markup } from '../../../html.js';
import type { SentForm } from '../../visit.js';

/** A cue of any lane. What else it has is known to its lane alone. */
export interface ShownCue { cueId: string; scope: 'screenplay' | 'scene' | 'entry'; sceneIndex: number | null; entryIndex: number | null; muted: boolean }

/** When a cue is heard, in milliseconds of the performance; `endMs` is exclusive. */
export interface CueSpan { cueId: string; startMs: number; endMs: number }

/** What the API answers about a lane. */
export interface LaneAnswer<C extends ShownCue = ShownCue> { cues: C[]; spans: unknown[] | null; version: number }

/** A sound of the catalogue that a cue can play. */
export interface LaneSound { soundId: string; label: string; url: string }

type Fields = SentForm['fields'];

/** An action on a cue beside saving its form. */
export interface CueVerb<C extends ShownCue> { name: string; label: string; tone?: 'plain' | 'danger'; done: 'again' | 'muted' | 'heard' | 'removed'; fits(cue: C): boolean; body: object }

/** A lane of the timeline: what it is called, what is heard when, and how its cues are changed. The API's own operations do it. */
export interface LaneView<C extends ShownCue = ShownCue> {
  /** Names the lane in addresses, and its answer. */
  key: 'music' | 'sfx' | 'soundscapes';
  title: string;
  /** After "Add". */
  one: string;
  operations: { get: string; change: string };
  /** There may be several cues at an address, which calls name. */
  several?: true;
  /** Of its sounds in the catalogue. */
  kind: string;
  /** For what a new cue can be, the likeliest first. */
  scopes: readonly ShownCue['scope'][];
  spans(answer: LaneAnswer<C>): CueSpan[];
  /** What a cue is called. */
  nameOf(cue: C, sounds: readonly LaneSound[]): string;
  /** For which part of the read a cue is, where its address does not say it all. */
  placeOf?(cue: C): string | null;
  /** The sound that a cue plays, to be heard alone; null for none. */
  soundOf(cue: C): string | null;
  /** The values of the form's fields. */
  valuesOf(cue: C): Record<string, string>;
  fields(values: Fields, sounds: readonly LaneSound[]): Markup;
  /** The fields of a new cue. */
  newFields(values: Fields, sounds: readonly LaneSound[]): Markup;
  /** The calls that change the cue to what was filled in; none when nothing differs. */
  changes(cue: C, fields: Fields, cues: readonly C[]): object[];
  /** What adds a cue at an address. */
  add(fields: Fields): object;
  verbs: readonly CueVerb<C>[];
  /** Lays cues along the whole read, as its script calls for them. */
  fill: { label: string; body: object };
}

/** Declares a lane; who draws lanes knows cues only as such. */
export const laneView = <C extends ShownCue>(view: LaneView<C>): LaneView => view as unknown as LaneView;
