import type { Markup } from '../../../html.js';
import type { SentForm } from '../../visit.js';

/** A cue of any lane. Only its own lane knows its other fields. */
export interface ShownCue { cueId: string; scope: 'screenplay' | 'scene' | 'entry'; sceneIndex: number | null; entryIndex: number | null; muted: boolean }

/** When a cue is heard, in milliseconds of the performance; `endMs` is exclusive. */
export interface CueSpan { cueId: string; startMs: number; endMs: number }

/** The API's answer about a lane. */
export interface LaneAnswer<C extends ShownCue = ShownCue> { cues: C[]; spans: unknown[] | null; version: number }

/** A sound of the catalogue that a cue can play. */
export interface LaneSound { soundId: string; label: string; url: string }

type Fields = SentForm['fields'];

/** An action on a cue beside saving its form. */
export interface CueVerb<C extends ShownCue> { name: string; label: string; tone?: 'plain' | 'danger'; done: 'again' | 'muted' | 'heard' | 'removed'; fits(cue: C): boolean; body: object }

/** A lane of the timeline: its names, when its cues are heard, and how they are changed by operations of the public API. */
export interface LaneView<C extends ShownCue = ShownCue> {
  /** Names the lane in addresses, and is the field of the API's answer. */
  key: 'music' | 'sfx' | 'soundscapes';
  title: string;
  /** Its name after "Add". */
  one: string;
  operations: { get: string; change: string };
  /** A place can have several cues, so calls must also send the cue's id. */
  several?: true;
  /** The kind of its sounds in the catalogue. */
  kind: string;
  /** The possible scopes of a new cue, the likeliest first. */
  scopes: readonly ShownCue['scope'][];
  spans(answer: LaneAnswer<C>): CueSpan[];
  /** The name of a cue. */
  nameOf(cue: C, sounds: readonly LaneSound[]): string;
  /** The part of the read that a cue covers, in words. Null when its scope and indexes already describe that. */
  placeOf?(cue: C): string | null;
  /** The id of the sound that a cue plays, for a preview of the sound alone; null when there is none. */
  soundOf(cue: C): string | null;
  /** The values of the form's fields. */
  valuesOf(cue: C): Record<string, string>;
  fields(values: Fields, sounds: readonly LaneSound[]): Markup;
  /** The fields of a new cue. */
  newFields(values: Fields, sounds: readonly LaneSound[]): Markup;
  /** The bodies of the calls that apply the form to the cue; empty when nothing differs. */
  changes(cue: C, fields: Fields, cues: readonly C[]): object[];
  /** The body that adds a cue. */
  add(fields: Fields): object;
  verbs: readonly CueVerb<C>[];
  /** The action that lays cues along the whole read, where its script calls for them. */
  fill: { label: string; body: object };
}

/** Declares a lane. Code that draws all lanes knows only the common fields of their cues. */
export const laneView = <C extends ShownCue>(view: LaneView<C>): LaneView => view as unknown as LaneView;
