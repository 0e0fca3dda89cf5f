import Type, { type TProperties } from 'typebox';
import type { Composer } from '../../../craft/audio/composer/sound-bank.js';
import type { MusicService } from '../../../craft/audio/served/music-service.js';
import { findSound } from '../../../craft/audio/sounds/catalogue.js';
import type { Mood } from '../../../craft/narrative/writing/direction/cues.js';
import { speakerOf } from '../../../craft/screenplay/model.js';
import { closed } from '../../../kernel/contract/models.js';
import { ApiError } from '../../../kernel/errors/api-error.js';
import { CUE_SCOPES, lane, type CueAddress, type CueCall, type CueFold } from '../../../kernel/families/cues/lane.js';
import { changing, cueIdOf, kept, muting, putting, removing } from '../../../kernel/families/cues/verbs.js';
import type { MixGround } from '../mix/mix-lane.js';
import { choosePiece, moodOf } from './choose-bed.js';
import { entriesAt } from './composed-music.js';
import { Asset, CLIP, COMPOSED, CUE, INSTRUMENTS, isMade, Prompt, SERVED, TUNABLES, type MusicCue } from './music-cue.js';

/** What the choice of music depends on: the screenplay, and who can make music. */
export interface MusicGround extends MixGround { composer: Composer; musicService: MusicService | null }

type Fields = Pick<MusicCue, keyof typeof TUNABLES | 'instruments' | 'clip'>;

const optional = <P extends TProperties>(fields: P) =>
  Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, Type.Optional(schema)]));

const REQUEST = {
  ...TUNABLES,
  instruments: closed(optional(INSTRUMENTS), { minProperties: 1, description: 'Weight of each; 1 as composed' }),
  clip: closed({ assetId: Type.Optional(Asset), prompt: Type.Optional(Prompt), ...optional(CLIP) }, { minProperties: 1 }),
  coverage: Type.Number({ minimum: 0, maximum: 100, description: 'Share of the spoken entries under music, 0 to 1 or per cent; scenes with the clearest mood come first' }),
  scenes: Type.Array(Type.Integer({ minimum: 0, maximum: 1_000_000 }), { minItems: 1, maxItems: 500, uniqueItems: true, description: 'Only these scenes' }),
  muted: Type.Boolean({ description: 'Default true; false lets it be heard again' }),
};

const DEFAULTS: Omit<Fields, 'clip'> & { clip: Omit<Fields['clip'], 'assetId'> } = {
  // With a mix of 0.5, a speech recogniser misses one more word in a hundred than without music.
  mix: 0.5, ducking: 0.7, bpm: null, density: null, brightness: null, endTransition: 'fadeOut', instruments: { pad: 1, strings: 1, bass: 1 },
  clip: { prompt: null, volume: 1, fadeInMs: 800, fadeOutMs: 2_000, playMode: 'loop', anchor: 'start' },
};

interface Sent { clip?: Partial<Fields['clip']>; instruments?: Partial<Fields['instruments']>; coverage?: number; scenes?: number[] }

const refused = (field: string, message: string, details: object = {}): ApiError => new ApiError('validation_failed', message, { field, ...details });

function requirePiece(assetId: string | undefined, { composer, musicService }: MusicGround): void {
  if (assetId === SERVED) {
    if (musicService === null) throw refused('clip.assetId', 'no service makes music here: MUSIC_BASE_URL is not set');
    return;
  }
  if (assetId === COMPOSED) {
    if (composer.bank === null) throw refused('clip.assetId', `music cannot be composed: ${composer.reason}`);
    return;
  }
  if (assetId !== undefined && findSound(assetId)?.kind !== 'music') throw refused('clip.assetId', `there is no music called ${assetId}`);
}

/** A cue with the sent fields. The other fields stay, or get their defaults when the call replaces. */
function tuned(cue: MusicCue, { mode, fields }: Pick<CueCall, 'mode' | 'fields'>): MusicCue {
  const { clip, instruments, coverage: _coverage, scenes: _scenes, ...sent } = fields as Sent;
  const base = mode === 'replace' ? { ...cue, ...DEFAULTS, clip: { ...DEFAULTS.clip, assetId: cue.clip.assetId, prompt: cue.clip.prompt } } : cue;
  return { ...base, ...sent, instruments: { ...base.instruments, ...instruments }, clip: { ...base.clip, ...clip } };
}

/** The music for a passage without a named piece: made by the service or the composer, else the best catalogue piece. */
function assetFor({ composer, musicService }: MusicGround, mood: Mood, prompt: string | null, take: number): string {
  if (musicService?.isPreferred) return SERVED;
  return composer.composes ? COMPOSED : choosePiece(mood, prompt, take);
}

/** A cue for a passage: with the named piece, or with the one that fits the prompt and the mood. */
function cueFor(address: CueAddress, call: CueCall<MusicGround>, take: number): MusicCue {
  const { clip: { assetId, prompt = null } = {} } = call.fields as Sent;
  const { mood } = moodOf(entriesAt(call.ground, address));
  const chosen = assetId ?? assetFor(call.ground, mood, prompt, take);
  const fresh: MusicCue = {
    cueId: cueIdOf(address), ...address, muted: false, ...DEFAULTS, clip: { ...DEFAULTS.clip, assetId: chosen },
    // A named catalogue piece has no mood of its own. Music made for its passage always follows the mood.
    mood: assetId && !isMade(assetId) ? null : mood, take,
  };
  return tuned(fresh, { mode: 'merge', fields: call.fields });
}

const spokenIn = ({ screenplay }: MixGround, sceneIndex: number): number =>
  screenplay.entries.filter((entry) => entry.sceneIndex === sceneIndex && speakerOf(entry, screenplay.narrationPolicy) !== null).length;

/**
 * The scenes that get music: of the requested scenes (default: all), those with the clearest mood, until they contain the requested share of spoken entries.
 */
function scenesFor({ fields, ground }: CueCall<MusicGround>): number[] {
  const { coverage = 1, scenes } = fields as Sent;
  const known = ground.scenes.map(({ index }) => index);
  const missing = scenes?.find((index) => !known.includes(index));
  if (missing !== undefined) throw refused('scenes', `there is no scene ${missing}`, { maximum: known.length - 1 });
  const spoken = new Map((scenes ?? known).map((index) => [index, spokenIn(ground, index)]));
  const wanted = (coverage > 1 ? coverage / 100 : coverage) * [...spoken.values()].reduce((sum, count) => sum + count, 0);
  const strength = new Map([...spoken.keys()].map((sceneIndex) =>
    [sceneIndex, moodOf(entriesAt(ground, { scope: 'scene', sceneIndex, entryIndex: null })).strength]));
  const chosen: number[] = [];
  let reached = 0;
  for (const [index, count] of [...spoken].sort(([one], [other]) => strength.get(other)! - strength.get(one)! || one - other)) {
    if (reached >= wanted) break;
    chosen.push(index);
    reached += count;
  }
  return chosen;
}

/** New cues: one for each chosen scene of a screenplay, or one at the address. Merging keeps the cues that are there. */
function generated(cues: readonly MusicCue[], call: CueCall<MusicGround>): MusicCue[] {
  const { address, fields } = call;
  const { coverage, scenes, clip } = fields as Sent;
  requirePiece(clip?.assetId, call.ground);
  if (address.scope !== 'screenplay' && (coverage !== undefined || scenes)) throw refused('scope', 'coverage and scenes go with scope screenplay');
  const addresses: CueAddress[] = address.scope === 'screenplay'
    ? scenesFor(call).map((sceneIndex) => ({ scope: 'scene', sceneIndex, entryIndex: null })) : [address];
  const known = new Set(kept<typeof CUE>(cues, call).map(({ cueId }) => cueId));
  return addresses.filter((each) => address.scope !== 'screenplay' || !known.has(cueIdOf(each))).map((each) => cueFor(each, call, 1));
}

/** A cue at the address with the named piece, or with one that suits the prompt. */
function replaced(_cues: readonly MusicCue[], call: CueCall<MusicGround>): MusicCue[] {
  const { clip } = call.fields as Sent;
  if (!clip?.assetId && !clip?.prompt) throw refused('clip', 'replace needs clip.assetId or clip.prompt');
  requirePiece(clip.assetId, call.ground);
  return [cueFor(call.address, call, 1)];
}

function regenerated(cue: MusicCue, call: CueCall<MusicGround>): MusicCue {
  const { mood } = moodOf(entriesAt(call.ground, cue));
  const take = cue.take + 1;
  const next = tuned(cue, call);
  return { ...next, take, mood, clip: { ...next.clip, assetId: assetFor(call.ground, mood, next.clip.prompt, take) } };
}

/** Changes how cues sound and keeps their pieces. */
const tuning: CueFold<typeof CUE, MusicGround> = (cues, call) => {
  const { clip } = call.fields as Sent;
  if (clip?.assetId !== undefined || clip?.prompt !== undefined) throw refused('clip', 'tune keeps the piece; replace names another');
  return changing<typeof CUE, MusicGround>(tuned)(cues, call);
};

/** Removes the cue at the address; when the call replaces, also the cues inside it. */
const removed: CueFold<typeof CUE, MusicGround> = (cues, call) => {
  const { address, mode } = call;
  const left = mode === 'replace' ? removing<typeof CUE, MusicGround>()(cues, call) : cues.filter(({ cueId }) => cueId !== cueIdOf(address));
  if (left.length === cues.length) throw refused('scope', `there is no cue at this ${address.scope}`);
  return left;
};

const SOUND = [...Object.keys(TUNABLES), 'instruments'];

/** The music under the voices in a table read's MP3: made for each passage, or pieces of the catalogue. */
export const musicLane = lane<typeof CUE, MusicGround>({
  key: 'music', words: 'the music of a table read', cue: CUE, scopes: CUE_SCOPES, request: REQUEST,
  actions: {
    generate: { words: 'chooses music by the mood of each scene', takes: [...SOUND, 'clip', 'coverage', 'scenes'], fold: putting(generated) },
    regenerate: { words: 'chooses other pieces', takes: SOUND, fold: changing(regenerated) },
    tune: { words: 'changes how it sounds', takes: [...SOUND, 'clip'], fold: tuning },
    mute: { words: 'silences it, or with `muted` false lets it be heard again', takes: ['muted'], fold: muting() },
    replace: { words: 'puts a named piece, or one for a prompt, at the address', takes: [...SOUND, 'clip'], fold: putting(replaced) },
    remove: { words: 'takes away the cue at the address; with `mode` `replace` those inside it too', takes: [], fold: removed },
  },
  effects: {
    mix: 'level of the music', ducking: 'level under speech', bpm: 'tempo', density: 'notes', brightness: 'tone', endTransition: 'its end',
    instruments: 'weights of its parts', 'instruments.pad': 'held tones', 'instruments.strings': 'plucked strings', 'instruments.bass': 'bass',
    clip: 'the piece and how it is laid', 'clip.assetId': 'the piece', 'clip.prompt': 'finds the piece', 'clip.volume': 'level of the music',
    'clip.fadeInMs': 'its beginning', 'clip.fadeOutMs': 'its end', 'clip.playMode': 'once or as long as its place lasts', 'clip.anchor': 'from which end it is laid',
    coverage: 'how many scenes', scenes: 'which scenes', muted: 'silence or not',
  },
  example: { action: 'generate', coverage: 0.8, mix: 0.4 },
  note: 'The MP3 has the music, lower under every line, in place of the phrases between scenes. So do live rooms that open when all voices are complete; earlier ones play voices and phrases. An MP3 that is there becomes stale, and its update is free.',
});
