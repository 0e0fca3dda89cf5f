import type { Static, TObject, TProperties } from 'typebox';
import Type from 'typebox';
import type { FieldEffects } from '../../contract/field-effects.js';
import { closed, nullable, oneOf } from '../../contract/models.js';
import { setting, type Setting } from '../settings/setting.js';

export const CUE_SCOPES = ['screenplay', 'scene', 'entry'] as const;
export type CueScope = (typeof CUE_SCOPES)[number];

/** Where a cue lies: along the whole screenplay, one scene or one entry. */
export interface CueAddress { scope: CueScope; sceneIndex: number | null; entryIndex: number | null }

/** A cue of a lane. Unless the lane has several at an address, an inner one takes the place of an outer one. */
export type Cue<P extends TProperties = TProperties> = CueAddress & { cueId: string; muted: boolean } & Static<TObject<P>>;

/** What a lane lies along: the scenes of a screenplay, each with the indexes of its first and last entry. */
export interface CueGround { scenes: readonly { index: number; firstEntry: number; lastEntry: number }[] }

/** A validated call: an action at an address, with the fields that it takes. */
export interface CueCall<Ground extends CueGround = CueGround> {
  action: string;
  address: CueAddress;
  /** One of several cues at the address; null for all of them. */
  cueId: string | null;
  /** `merge` keeps the inner cues and the fields that are not sent; `replace` does not. */
  mode: 'merge' | 'replace';
  fields: Record<string, unknown>;
  ground: Ground;
}

/** The cues after a call. Pure; raises `validation_failed` with `details.field`. */
export type CueFold<P extends TProperties, Ground extends CueGround> = (cues: readonly Cue<P>[], call: CueCall<Ground>) => Cue<P>[];

export interface CueAction<P extends TProperties, Ground extends CueGround> {
  /** What it does, as a sentence after its name. */
  words: string;
  /** The fields of the request that it takes; any other is refused. */
  takes: readonly string[];
  fold: CueFold<P, Ground>;
}

/** What lies along a read and is stored as one versioned list of cues: music, effects, bells. */
export interface Lane<P extends TProperties = TProperties, Ground extends CueGround = CueGround> {
  /** Last segment of the path, and the stored key. Permanent. */
  key: string;
  /** What it is, as a phrase after "Read" and "Change". */
  words: string;
  /** The fields of a cue. */
  cue: P;
  scopes: readonly CueScope[];
  /** There may be several cues at an address, such as effects, which calls then name. */
  several?: true;
  /** Every field that an action takes. */
  request: TProperties;
  actions: Readonly<Record<string, CueAction<P, Ground>>>;
  /** What each field of a request does. */
  effects: FieldEffects;
  /** A typical request. */
  example: Record<string, unknown>;
  /** Last sentences of the description of the change. */
  note?: string;
}

/** Most cues of a lane. */
export const MAX_CUES = 2_000;

const Index = Type.Integer({ minimum: 0, maximum: 1_000_000 });

/** The fields of a stored cue. */
export const cueSchema = <P extends TProperties>({ scopes, cue }: Lane<P, never>) => closed({
  cueId: Type.String({ description: 'Follows from the address: `screenplay`, `scene-2`, `entry-14`; `entry-14-2` for a second one' }),
  scope: oneOf(scopes), sceneIndex: nullable(Index), entryIndex: nullable(Index), muted: Type.Boolean(), ...cue,
});

/** Declares a lane. */
export const lane = <P extends TProperties, Ground extends CueGround>(declared: Lane<P, Ground>): Lane<P, Ground> => declared;

/** The setting that a lane is stored as. */
export const laneSetting = ({ key, words }: Pick<Lane, 'key' | 'words'>): Setting =>
  setting(key, words, { cues: Type.Array(Type.Object({}), { default: [] }) });
