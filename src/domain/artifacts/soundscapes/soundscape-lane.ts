import Type from 'typebox';
import { BED_LAYERS, layerOf } from '../../../craft/audio/heard/scene-beds.js';
import { nullable, oneOf } from '../../../kernel/contract/models.js';
import { CUE_SCOPES, lane, type Cue, type CueCall, type CueFold } from '../../../kernel/families/cues/lane.js';
import { adding, changing, covers, cueIdOf, muting, putCues, removing } from '../../../kernel/families/cues/verbs.js';
import { refused, requireSound, share, soundOf } from '../mix/lane-fields.js';
import type { MixGround } from '../mix/mix-lane.js';
import { bedsFor, type BedGround } from './find-beds.js';

const SOUND = {
  volume: share('How loud, from silence to well below the voices'), ducking: share('How far it goes down under speech: up to 20 dB'),
  fadeMs: Type.Integer({ minimum: 0, maximum: 20_000, description: 'Of its beginning and its end, and of the change from one bed to the next' }),
};
const ToEntry = Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'Last entry of a region that begins at `entryIndex`; with `scope` `entry` only' });

const CUE = {
  layer: oneOf(BED_LAYERS, { description: 'One bed of each is heard at a time: that of the place, and that of the weather' }),
  assetId: soundOf('soundscape'), toEntry: nullable(ToEntry), ...SOUND,
  reason: nullable(Type.String(), { description: 'What of the scene called for it; null when it was added' }),
  take: Type.Integer({ minimum: 1, description: 'Rises with every choice anew' }),
};

export type BedCue = Cue<typeof CUE>;
type Sent = Partial<Pick<BedCue, 'assetId' | 'layer' | 'volume' | 'ducking' | 'fadeMs'>> & { toEntry?: number };
type Fold = CueFold<typeof CUE, BedGround>;

const KINDS = ['soundscape'] as const;
const DEFAULTS = { toEntry: null, volume: 0.5, ducking: 0.3, fadeMs: 1_500, reason: null, take: 1 } as const;

/** Raises `validation_failed` for a `toEntry` without the scope `entry`, and for a region that ends before it begins, or after the last entry. */
function requireRegion({ toEntry }: Sent, { scope, entryIndex }: Pick<BedCue, 'scope' | 'entryIndex'>, { scenes }: MixGround): void {
  if (toEntry === undefined) return;
  if (scope !== 'entry') throw refused('toEntry', 'a region is from an entry to an entry', { allowed: ['entry'] });
  const last = scenes.at(-1)!.lastEntry;
  if (toEntry < entryIndex! || toEntry > last) throw refused('toEntry', `a region from entry ${entryIndex!} ends between it and ${last}`, { minimum: entryIndex!, maximum: last });
}

const addOne = adding<typeof CUE, BedGround>(({ fields }) => {
  const { layer, assetId, ...sent } = fields as Sent & { assetId: string };
  return { ...DEFAULTS, ...sent, assetId, layer: layer ?? layerOf(assetId) };
});

const added: Fold = (cues, call) => {
  const sent = call.fields as Sent;
  if (sent.assetId === undefined) throw refused('assetId', 'add needs assetId');
  requireSound(sent.assetId, KINDS);
  requireRegion(sent, call.address, call.ground);
  return addOne(cues, call);
};

const updated: Fold = (cues, call) => {
  const sent = call.fields as Sent;
  if (Object.keys(sent).length === 0) throw refused('assetId', 'update needs a field', { allowed: ['assetId', 'layer', 'toEntry', ...Object.keys(SOUND)] });
  requireSound(sent.assetId, KINDS);
  return changing<typeof CUE, BedGround>((cue) => {
    requireRegion(sent, cue, call.ground);
    return { ...cue, ...sent };
  })(cues, call);
};

/** Places the beds that the scenes call for anew. When the call merges, added beds stay and muted ones stay silent. */
const regenerated: Fold = (cues, call: CueCall<BedGround>) => {
  const { address, ground, mode, fields } = call;
  if (address.scope === 'entry') throw refused('scope', 'beds are made for scenes', { allowed: ['screenplay', 'scene'] });
  const left = cues.filter((cue) => !covers(address, cue, ground) || (mode === 'merge' && cue.reason === null));
  const takes = new Map(cues.map((cue) => [cue.cueId, cue.take]));
  const made: BedCue[] = [];
  for (const { sceneIndex, layer, soundId, reason } of bedsFor(ground, address.sceneIndex)) {
    const place = { scope: 'scene' as const, sceneIndex, entryIndex: null };
    // A bed that was added to the scene for this layer takes precedence.
    if (left.some((cue) => cue.scope === 'scene' && cue.sceneIndex === sceneIndex && cue.layer === layer)) continue;
    const known = new Set([...left, ...made].map((cue) => cue.cueId));
    let cueId = cueIdOf(place);
    for (let number = 2; known.has(cueId); number++) cueId = `${cueIdOf(place)}-${number}`;
    const muted = mode === 'merge' && cues.some((cue) => cue.muted && cue.scope === 'scene' && cue.sceneIndex === sceneIndex && cue.layer === layer);
    made.push({
      cueId, ...place, muted, ...DEFAULTS, ...fields as Sent, toEntry: null, layer, assetId: soundId, reason, take: (takes.get(cueId) ?? 0) + 1,
    });
  }
  return putCues(left, made);
};

const FIELDS = Object.keys(SOUND);

/** The soundscapes of a table read: beds below its scenes and regions, in the MP3. */
export const soundscapeLane = lane<typeof CUE, BedGround>({
  key: 'soundscapes', words: 'the soundscapes of a table read', cue: CUE, scopes: CUE_SCOPES, several: true,
  request: { assetId: CUE.assetId, layer: CUE.layer, toEntry: ToEntry, ...SOUND, muted: Type.Boolean({ description: 'Default true; false lets it be heard again' }) },
  actions: {
    regenerate: { words: 'lays the beds anew that place, weather and hour of each scene call for', takes: FIELDS, fold: regenerated },
    add: { words: 'puts a bed below the screenplay, a scene, or a region from an entry to an entry', takes: ['assetId', 'layer', 'toEntry', ...FIELDS], fold: added },
    update: { words: 'changes what is heard, and where a region ends', takes: ['assetId', 'layer', 'toEntry', ...FIELDS], fold: updated },
    mute: { words: 'silences it, or with `muted` false lets it be heard again', takes: ['muted'], fold: muting() },
    remove: { words: 'takes it away', takes: [], fold: removing() },
  },
  effects: {
    assetId: 'the sound', layer: 'which bed it takes the place of', toEntry: 'where the region ends', volume: 'level of the bed', ducking: 'level under speech',
    fadeMs: 'its beginning and its end', muted: 'silence or not',
  },
  example: { action: 'add', scope: 'entry', entryIndex: 4, toEntry: 9, assetId: 'tavern', volume: 0.4 },
  note: 'Of several beds of a layer the one of the smallest region is heard. Scenes that say nothing have the bed of the episode\'s `soundscape`, else of the audio style of the Series '
    + 'Bible, where it names one. An MP3 that is there becomes stale, and its update is free. Live rooms that open when all voices are complete play it too.',
});
