import type { BedCue } from '../../../../domain/artifacts/soundscapes/soundscape-lane.js';
import { html, type Markup } from '../../../html.js';
import { field, select } from '../../forms.js';
import type { SentForm } from '../../visit.js';
import { choices, differing, MUTE_AND_REMOVE, numberOf, PERCENT, percent, seconds } from './cue-fields.js';
import { laneView, type CueSpan, type LaneSound } from './lane-view.js';

type Fields = SentForm['fields'];

const LAYERS = [{ value: 'place', label: 'The place' }, { value: 'weather', label: 'The weather' }];

const valuesOf = ({ assetId, layer, volume, ducking, fadeMs, toEntry }: BedCue): Record<string, string> => ({
  sound: assetId, layer, level: percent(volume), ducking: percent(ducking), fade: seconds(fadeMs), to: toEntry === null ? '' : String(toEntry + 1),
});

const lastLine = (values: Fields): Markup =>
  field({ label: 'Up to line', name: 'to', type: 'number', value: values.to, range: { min: 1, max: 1_000_000 }, hint: 'Of a bed for lines; empty: one line' });

const bedField = (values: Fields, sounds: readonly LaneSound[]): Markup =>
  select({ label: 'Bed', name: 'sound', value: values.sound ?? null }, choices(sounds, values.sound));

/** Converts the number of a region's last line, from 1, to an entry index. Text that is not a number is passed on, so that the API refuses it. */
const toEntryOf = (text: string | undefined): unknown => {
  const line = numberOf(text, 1);
  return typeof line === 'number' ? line - 1 : line ?? undefined;
};

function changes(cue: BedCue, sent: Fields): object[] {
  const number = (name: string, factor: number): unknown => numberOf(sent[name], factor) ?? undefined;
  const changed = differing({
    assetId: sent.sound, layer: sent.layer, volume: number('level', 0.01), ducking: number('ducking', 0.01), fadeMs: number('fade', 1_000), toEntry: toEntryOf(sent.to),
  }, { assetId: 'sound', layer: 'layer', volume: 'level', ducking: 'ducking', fadeMs: 'fade', toEntry: 'to' }, sent, valuesOf(cue));
  return Object.keys(changed).length > 0 ? [{ action: 'update', ...changed }] : [];
}

export const soundscapesView = laneView<BedCue>({
  key: 'soundscapes', title: 'Atmosphere', one: 'a bed', kind: 'soundscape', scopes: ['scene', 'entry', 'screenplay'], several: true,
  operations: { get: 'getArtifactSoundscapes', change: 'changeArtifactSoundscapes' },
  spans: ({ spans }) => (spans ?? []) as CueSpan[],
  nameOf: ({ assetId }, sounds) => sounds.find(({ soundId }) => soundId === assetId)?.label ?? assetId.replaceAll('-', ' '),
  placeOf: ({ entryIndex, toEntry }) => (entryIndex === null || toEntry === null ? null : `lines ${entryIndex + 1} to ${toEntry + 1}`),
  soundOf: ({ assetId }) => assetId,
  valuesOf, changes,
  fields: (values, sounds) => html`<div class="pair">${bedField(values, sounds)}
${select({ label: 'It stands for', name: 'layer', value: values.layer ?? null }, LAYERS)}
${field({ label: 'Level in per cent', name: 'level', type: 'number', value: values.level, range: PERCENT, hint: '100 is well below the voices' })}
${field({ label: 'Down under speech, in per cent', name: 'ducking', type: 'number', value: values.ducking, range: PERCENT })}
${field({ label: 'Fades, in seconds', name: 'fade', type: 'number', value: values.fade, range: { min: 0, max: 20, step: 'any' }, hint: 'At its beginning and its end' })}${lastLine(values)}</div>`,
  newFields: (values, sounds) => html`${bedField(values, sounds)}${lastLine(values)}`,
  add({ sound, to, scope }) {
    const toEntry = scope === 'entry' ? toEntryOf(to) : undefined;
    return { action: 'add', ...(sound ? { assetId: sound } : {}), ...(toEntry === undefined ? {} : { toEntry }) };
  },
  verbs: MUTE_AND_REMOVE,
  fill: { label: 'Lay the beds of the places', body: { action: 'regenerate' } },
});
