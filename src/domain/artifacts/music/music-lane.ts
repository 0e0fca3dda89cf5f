import Type, { type TProperties } from 'typebox';
import { findSound } from '../../../craft/audio/sounds/catalogue.js';
import { speakerOf, type Screenplay } from '../../../craft/screenplay/model.js';
import { closed, nullable, oneOf } from '../../../kernel/contract/models.js';
import { VISIBLE } from '../../../kernel/contract/texts/visible-text.js';
import { ApiError } from '../../../kernel/errors/api-error.js';
import { CUE_SCOPES, lane, type Cue, type CueAddress, type CueCall, type CueFold, type CueGround } from '../../../kernel/families/cues/lane.js';
import { changing, cueIdOf, kept, muting, putting } from '../../../kernel/families/cues/verbs.js';
import { choosePiece, moodOf } from './choose-bed.js';

/** A screenplay that music lies along. */
export interface MusicGround extends CueGround { screenplay: Screenplay }

const share = (description: string, least = 0) => Type.Number({ minimum: least, maximum: 1, description });
const milliseconds = (description: string) => Type.Integer({ minimum: 0, maximum: 60_000, description });
const Asset = Type.String({ pattern: '^[a-z0-9-]{1,64}$', description: 'A sound of kind `music`, of `GET /story-projects/{projectId}/sounds`' });
const Prompt = Type.String({ minLength: 1, maxLength: 400, pattern: VISIBLE, description: 'Words for the music; its piece is the one of the catalogue that fits most of them' });

const INSTRUMENTS = {
  pad: share('Held tones'), strings: share('Plucked strings'), bass: share('Bass'),
};
const CLIP = {
  volume: share('Of this music beside the mix'), fadeInMs: milliseconds('At its beginning'), fadeOutMs: milliseconds('At its end, unless `endTransition` is `cut`'),
  playMode: oneOf(['once', 'loop'], { description: '`once`: one round of its chords; `loop`: as long as the address lasts' }),
  anchor: oneOf(['start', 'end'], { description: 'From which end of its address it is laid' }),
};
const TUNABLES = {
  mix: share('How loud, from silence to just below the voices'),
  ducking: share('How far it goes down under speech: 2 dB for 0.1, 20 dB for 1', 0.1),
  bpm: nullable(Type.Integer({ minimum: 60, maximum: 180 }), { description: 'Tempo; null as composed' }),
  density: nullable(share('Of notes'), { description: 'Share of notes: 0.5 as composed; null too' }),
  brightness: nullable(share('Of tone'), { description: 'Of the held tones; null as composed' }),
  endTransition: oneOf(['fadeOut', 'cut'], { description: 'How it ends where its address ends' }),
};

const CUE = {
  ...TUNABLES,
  instruments: closed(INSTRUMENTS, { description: 'Weight of each; 1 as composed' }),
  clip: closed({ assetId: Asset, prompt: nullable(Prompt), ...CLIP }),
  mood: nullable(oneOf(['even', 'tense', 'hushed', 'grave', 'bright']), { description: 'The mood of the passage that it was chosen for; null when it was named' }),
  take: Type.Integer({ minimum: 1, description: 'Rises with every choice anew' }),
};

export type MusicCue = Cue<typeof CUE>;
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
  mix: 0.5, ducking: 0.5, bpm: null, density: null, brightness: null, endTransition: 'fadeOut', instruments: { pad: 1, strings: 1, bass: 1 },
  clip: { prompt: null, volume: 1, fadeInMs: 800, fadeOutMs: 2_000, playMode: 'loop', anchor: 'start' },
};

interface Sent { clip?: Partial<Fields['clip']>; instruments?: Partial<Fields['instruments']>; coverage?: number; scenes?: number[] }

const refused = (field: string, message: string, details: object = {}): ApiError => new ApiError('validation_failed', message, { field, ...details });

function requirePiece(assetId: string | undefined): void {
  if (assetId !== undefined && findSound(assetId)?.kind !== 'music') throw refused('clip.assetId', `there is no music called ${assetId}`);
}

/** A cue with the sent fields; the others stay, or are the defaults when the call replaces. */
function tuned(cue: MusicCue, { mode, fields }: Pick<CueCall, 'mode' | 'fields'>): MusicCue {
  const { clip, instruments, coverage: _coverage, scenes: _scenes, ...sent } = fields as Sent;
  const base = mode === 'replace' ? { ...cue, ...DEFAULTS, clip: { ...DEFAULTS.clip, assetId: cue.clip.assetId, prompt: cue.clip.prompt } } : cue;
  return { ...base, ...sent, instruments: { ...base.instruments, ...instruments }, clip: { ...base.clip, ...clip } };
}

const entriesAt = ({ screenplay }: MusicGround, { scope, sceneIndex, entryIndex }: CueAddress) => screenplay.entries.filter((entry) =>
  scope === 'screenplay' || (scope === 'scene' ? entry.sceneIndex === sceneIndex : entry.index === entryIndex));

/** A cue for a passage: with the named piece, or with the one that fits the prompt and the mood. */
function cueFor(address: CueAddress, call: CueCall<MusicGround>, take: number): MusicCue {
  const { clip: { assetId, prompt = null } = {} } = call.fields as Sent;
  const { mood } = moodOf(entriesAt(call.ground, address));
  const chosen = assetId ?? choosePiece(mood, prompt, take);
  const fresh: MusicCue = {
    cueId: cueIdOf(address), ...address, muted: false, ...DEFAULTS, clip: { ...DEFAULTS.clip, assetId: chosen }, mood: assetId ? null : mood, take,
  };
  return tuned(fresh, { mode: 'merge', fields: call.fields });
}

const spokenIn = ({ screenplay }: MusicGround, sceneIndex: number): number =>
  screenplay.entries.filter((entry) => entry.sceneIndex === sceneIndex && speakerOf(entry, screenplay.narrationPolicy) !== null).length;

/** The scenes that get music: the wanted ones, of which those with the clearest mood until their entries are the wanted share. */
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
  requirePiece(clip?.assetId);
  if (address.scope !== 'screenplay' && (coverage !== undefined || scenes)) throw refused('scope', 'coverage and scenes go with scope screenplay');
  const addresses: CueAddress[] = address.scope === 'screenplay'
    ? scenesFor(call).map((sceneIndex) => ({ scope: 'scene', sceneIndex, entryIndex: null })) : [address];
  const known = new Set(kept<typeof CUE>(cues, call).map(({ cueId }) => cueId));
  return addresses.filter((each) => address.scope !== 'screenplay' || !known.has(cueIdOf(each))).map((each) => cueFor(each, call, 1));
}

/** The piece that is named or fits the prompt, at the address. */
function replaced(_cues: readonly MusicCue[], call: CueCall<MusicGround>): MusicCue[] {
  const { clip } = call.fields as Sent;
  if (!clip?.assetId && !clip?.prompt) throw refused('clip', 'replace needs clip.assetId or clip.prompt');
  requirePiece(clip.assetId);
  return [cueFor(call.address, call, 1)];
}

function regenerated(cue: MusicCue, call: CueCall<MusicGround>): MusicCue {
  const { mood } = moodOf(entriesAt(call.ground, cue));
  const take = cue.take + 1;
  const next = tuned(cue, call);
  return { ...next, take, mood, clip: { ...next.clip, assetId: choosePiece(mood, next.clip.prompt, take) } };
}

/** Changes how cues sound and keeps their pieces. */
const tuning: CueFold<typeof CUE, MusicGround> = (cues, call) => {
  const { clip } = call.fields as Sent;
  if (clip?.assetId !== undefined || clip?.prompt !== undefined) throw refused('clip', 'tune keeps the piece; replace names another');
  return changing<typeof CUE, MusicGround>(tuned)(cues, call);
};

const SOUND = [...Object.keys(TUNABLES), 'instruments'];

/** The music of a table read: pieces of the catalogue below its voices, in the MP3. */
export const musicLane = lane<typeof CUE, MusicGround>({
  key: 'music', words: 'the music of a table read', cue: CUE, scopes: CUE_SCOPES, request: REQUEST,
  actions: {
    generate: { words: 'chooses music by the mood of each scene', takes: [...SOUND, 'clip', 'coverage', 'scenes'], fold: putting(generated) },
    regenerate: { words: 'chooses other pieces', takes: SOUND, fold: changing(regenerated) },
    tune: { words: 'changes how it sounds', takes: [...SOUND, 'clip'], fold: tuning },
    mute: { words: 'silences it, or with `muted` false lets it be heard again', takes: ['muted'], fold: muting() },
    replace: { words: 'puts a named piece, or one for a prompt, at the address', takes: [...SOUND, 'clip'], fold: putting(replaced) },
  },
  effects: {
    mix: 'level of the music', ducking: 'level under speech', bpm: 'tempo', density: 'notes', brightness: 'tone', endTransition: 'its end',
    instruments: 'weights of its parts', 'instruments.pad': 'held tones', 'instruments.strings': 'plucked strings', 'instruments.bass': 'bass',
    clip: 'the piece and how it is laid', 'clip.assetId': 'the piece', 'clip.prompt': 'finds the piece', 'clip.volume': 'level of the music',
    'clip.fadeInMs': 'its beginning', 'clip.fadeOutMs': 'its end', 'clip.playMode': 'once or as long as its place lasts', 'clip.anchor': 'from which end it is laid',
    coverage: 'how many scenes', scenes: 'which scenes', muted: 'silence or not',
  },
  example: { action: 'generate', coverage: 0.8, mix: 0.4 },
  note: 'The MP3 has the music, lower under every line, in place of the phrases between scenes; live rooms play voices and phrases. An MP3 that is there becomes stale, and its update is free.',
});
