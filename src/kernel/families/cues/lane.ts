import type { Static, TObject, TProperties } from 'typebox';
import Type from 'typebox';
import type { FieldEffects } from '../../contract/field-effects.js';
import { closed, nullable, oneOf } from '../../contract/models.js';
import { setting, type Setting } from '../settings/setting.js';

export const CUE_SCOPES = ['screenplay', 'scene', 'entry'] as const;
export type CueScope = (typeof CUE_SCOPES)[number];

/** The range of a cue: the whole screenplay, one scene or one entry. */
export interface CueAddress { scope: CueScope; sceneIndex: number | null; entryIndex: number | null }

/** A cue of a lane. A cue with a narrower address replaces a wider one there, unless the lane allows several cues at an address. */
export type Cue<P extends TProperties = TProperties> = CueAddress & { cueId: string; muted: boolean } & Static<TObject<P>>;

/** The screenplay that a lane runs along: its scenes, each with the indexes of its first and last entry. */
export interface CueGround { scenes: readonly { index: number; firstEntry: number; lastEntry: number }[] }

/** A validated call: an action at an address, with the fields of that action. */
export interface CueCall<Ground extends CueGround = CueGround> {
  action: string;
  address: CueAddress;
  /** The cue that is meant where several share an address; null for all of them. */
  cueId: string | null;
  /** `merge` keeps the cues inside the address and the fields that are not sent; `replace` drops them. */
  mode: 'merge' | 'replace';
  fields: Record<string, unknown>;
  ground: Ground;
}

/** Returns the cues after a call. Pure; raises `validation_failed` with `details.field`. */
export type CueFold<P extends TProperties, Ground extends CueGround> = (cues: readonly Cue<P>[], call: CueCall<Ground>) => Cue<P>[];

export interface CueAction<P extends TProperties, Ground extends CueGround> {
  /** A sentence that describes the action; it follows the name. */
  words: string;
  /** The request fields that the action accepts; any other is refused. */
  takes: readonly string[];
  fold: CueFold<P, Ground>;
}

/** A layer of a read that is stored as one versioned list of cues: music, effects, bells. */
export interface Lane<P extends TProperties = TProperties, Ground extends CueGround = CueGround> {
  /** Last segment of the path, and the key in storage. Permanent. */
  key: string;
  /** A phrase that names the lane, used after "Read" and "Change". */
  words: string;
  /** Schema of the lane's own fields of a cue. */
  cue: P;
  scopes: readonly CueScope[];
  /** True when an address may have several cues, such as effects; a call may then name the cue. */
  several?: true;
  /** The fields of all actions. */
  request: TProperties;
  actions: Readonly<Record<string, CueAction<P, Ground>>>;
  /** The effect of each field of a request. */
  effects: FieldEffects;
  /** A typical request. */
  example: Record<string, unknown>;
  /** Last sentences in the documentation of the call that changes the lane. */
  note?: string;
}

/** Most cues of a lane. */
export const MAX_CUES = 2_000;

const Index = Type.Integer({ minimum: 0, maximum: 1_000_000 });

/** Schema of a stored cue. */
export const cueSchema = <P extends TProperties>({ scopes, cue }: Lane<P, never>) => closed({
  cueId: Type.String({ description: 'Follows from the address: `screenplay`, `scene-2`, `entry-14`; `entry-14-2` for a second one' }),
  scope: oneOf(scopes), sceneIndex: nullable(Index), entryIndex: nullable(Index), muted: Type.Boolean(), ...cue,
});

/** Declares a lane. */
export const lane = <P extends TProperties, Ground extends CueGround>(declared: Lane<P, Ground>): Lane<P, Ground> => declared;

/** The setting that a lane is stored as. */
export const laneSetting = ({ key, words }: Pick<Lane, 'key' | 'words'>): Setting =>
  setting(key, words, { cues: Type.Array(Type.Object({}), { default: [] }) });
