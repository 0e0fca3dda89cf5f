import Type from 'typebox';
import { EFFECTS } from '../../../craft/audio/sounds/effects.js';
import { nullable, oneOf } from '../../../kernel/contract/models.js';
import { CUE_SCOPES, lane, type Cue, type CueFold } from '../../../kernel/families/cues/lane.js';
import { adding, changing, covers, cueIdOf, muting, putCues, removing } from '../../../kernel/families/cues/verbs.js';
import { refused, requireSound, share, soundOf } from '../mix/lane-fields.js';
import type { MixGround } from '../mix/mix-lane.js';
import { ANCHORS, effectsFor } from './find-effects.js';

const MOST_OFFSET_MS = 10_000;

const TIMING = {
  anchor: oneOf(ANCHORS, { description: '`before` the line, in the pause before it; `under` its end; `after` it, in the pause behind it' }),
  offsetMs: Type.Integer({ minimum: -MOST_OFFSET_MS, maximum: MOST_OFFSET_MS, description: 'Later than there, or earlier when negative' }),
};
const SOUND = { volume: share('How loud, from silence to just below the voices'), ducking: share('How far it goes down under speech: up to 20 dB') };

const CUE = {
  assetId: soundOf('sfx'), ...TIMING, ...SOUND,
  words: nullable(Type.String(), { description: 'The words of the entry that called for it; null when it was added' }),
  take: Type.Integer({ minimum: 1, description: 'Rises with every choice anew' }),
};

export type SfxCue = Cue<typeof CUE>;
type Sent = Partial<Pick<SfxCue, 'assetId' | 'anchor' | 'offsetMs' | 'volume' | 'ducking'>>;
type Fold = CueFold<typeof CUE, MixGround>;

const KINDS = ['sfx', 'bell'] as const;
const DEFAULTS = { anchor: 'after', offsetMs: 0, volume: 0.7, ducking: 0.6, words: null, take: 1 } as const;

const addOne = adding<typeof CUE, MixGround>(({ fields }) => ({ ...DEFAULTS, ...fields as Sent & { assetId: string } }));

const added: Fold = (cues, call) => {
  const { assetId } = call.fields as Sent;
  if (call.address.scope !== 'entry') throw refused('scope', 'an effect is added to an entry', { allowed: ['entry'] });
  if (assetId === undefined) throw refused('assetId', 'add needs assetId');
  requireSound(assetId, KINDS);
  return addOne(cues, call);
};

const changed = (needs: readonly (keyof Sent)[]): Fold => (cues, call) => {
  const sent = call.fields as Sent;
  if (needs.every((field) => sent[field] === undefined)) throw refused(needs[0]!, `${call.action} needs ${needs.join(' or ')}`);
  requireSound(sent.assetId, KINDS);
  return changing<typeof CUE, MixGround>((cue) => ({ ...cue, ...sent }))(cues, call);
};

/** Another sound of the same sort: the next one of the catalogue that shares the first tag. */
function another(cue: SfxCue): SfxCue {
  const tag = EFFECTS.find(({ soundId }) => soundId === cue.assetId)?.tags[0];
  const alike = EFFECTS.filter(({ tags }) => tag !== undefined && tags.includes(tag)).map(({ soundId }) => soundId);
  return { ...cue, assetId: alike[(alike.indexOf(cue.assetId) + 1) % alike.length] ?? cue.assetId, take: cue.take + 1 };
}

/** Gives a named cue another sound; without one, places the script's effects anew. When the call merges, added effects stay and muted ones stay silent. */
const regenerated: Fold = (cues, call) => {
  const { address, cueId, ground, mode, fields } = call;
  if (cueId !== null) return changing<typeof CUE, MixGround>(another)(cues, call);
  const left = cues.filter((cue) => !covers(address, cue, ground) || (mode === 'merge' && cue.words === null));
  const made: SfxCue[] = [];
  for (const { entryIndex, ...found } of effectsFor(ground, address)) {
    const place = { scope: 'entry' as const, sceneIndex: null, entryIndex };
    const known = new Set([...left, ...made].map((cue) => cue.cueId));
    let id = cueIdOf(place);
    for (let number = 2; known.has(id); number++) id = `${cueIdOf(place)}-${number}`;
    const muted = mode === 'merge' && cues.some((cue) => cue.muted && cue.entryIndex === entryIndex && cue.assetId === found.assetId);
    made.push({ cueId: id, ...place, muted, ...DEFAULTS, ...found, ...fields as Sent });
  }
  return putCues(left, made);
};

/** The effects of a table read: sounds of the catalogue at its entries, in the MP3. */
export const sfxLane = lane<typeof CUE, MixGround>({
  key: 'sfx', words: 'the effects of a table read', cue: CUE, scopes: CUE_SCOPES, several: true,
  request: { assetId: CUE.assetId, ...TIMING, ...SOUND, muted: Type.Boolean({ description: 'Default true; false lets it be heard again' }) },
  actions: {
    regenerate: {
      words: 'lays the effects that the script calls for anew, for the whole screenplay, a scene or an entry; with `cueId` it chooses another sound',
      takes: Object.keys(SOUND), fold: regenerated,
    },
    add: { words: 'puts one more effect at an entry', takes: ['assetId', ...Object.keys(TIMING), ...Object.keys(SOUND)], fold: added },
    update: { words: 'changes what is heard', takes: ['assetId', ...Object.keys(SOUND)], fold: changed(['assetId', 'volume', 'ducking']) },
    retime: { words: 'changes when it is heard', takes: Object.keys(TIMING), fold: changed(['offsetMs', 'anchor']) },
    mute: { words: 'silences it, or with `muted` false lets it be heard again', takes: ['muted'], fold: muting() },
    remove: { words: 'takes it away', takes: [], fold: removing() },
  },
  effects: {
    assetId: 'the sound', anchor: 'where it lies', offsetMs: 'when it is heard', volume: 'level of the effect', ducking: 'level under speech',
    muted: 'silence or not',
  },
  example: { action: 'add', scope: 'entry', entryIndex: 4, assetId: 'door-knock', anchor: 'before' },
  note: 'Effects are laid into the pauses, so that no word is lost; what reaches under speech is lower. An MP3 that is there becomes stale, and '
    + 'its update is free. Live rooms that open when all voices are complete play it too.',
});

