import type { SfxCue } from '../../../../domain/artifacts/sfx/sfx-lane.js';
import { html, type Markup } from '../../../html.js';
import { field, select } from '../../forms.js';
import type { SentForm } from '../../visit.js';
import { choices, differing, MUTE_AND_REMOVE, numberOf, PERCENT, percent, seconds } from './cue-fields.js';
import { laneView, type CueSpan, type LaneSound } from './lane-view.js';

type Fields = SentForm['fields'];

const ANCHORS = [
  { value: 'before', label: 'In the pause before the line' }, { value: 'under', label: 'Under the end of the line' }, { value: 'after', label: 'In the pause after the line' },
];

const valuesOf = ({ assetId, volume, ducking, anchor, offsetMs }: SfxCue): Record<string, string> =>
  ({ sound: assetId, level: percent(volume), ducking: percent(ducking), anchor, offset: seconds(offsetMs) });

const soundAndAnchor = (values: Fields, sounds: readonly LaneSound[]): Markup =>
  html`${select({ label: 'Sound', name: 'sound', value: values.sound ?? null }, choices(sounds, values.sound))}${select({ label: 'When', name: 'anchor', value: values.anchor ?? 'after' }, ANCHORS)}`;

function changes(cue: SfxCue, sent: Fields): object[] {
  const number = (name: string, factor: number): unknown => numberOf(sent[name], factor) ?? undefined;
  const wanted = { assetId: sent.sound, volume: number('level', 0.01), ducking: number('ducking', 0.01), anchor: sent.anchor, offsetMs: number('offset', 1_000) };
  const { anchor, offsetMs, ...heard } = differing(wanted, {
    assetId: 'sound', volume: 'level', ducking: 'ducking', anchor: 'anchor', offsetMs: 'offset' }, sent, valuesOf(cue));
  const timing = Object.fromEntries(Object.entries({ anchor, offsetMs }).filter(([, value]) => value !== undefined));
  return [
    ...(Object.keys(heard).length > 0 ? [{ action: 'update', ...heard }] : []),
    ...(Object.keys(timing).length > 0 ? [{ action: 'retime', ...timing }] : []),
  ];
}

export const sfxView = laneView<SfxCue>({
  key: 'sfx', title: 'Effects', one: 'an effect', kind: 'sfx', scopes: ['entry'], several: true,
  operations: { get: 'getArtifactSfx', change: 'changeArtifactSfx' },
  spans: ({ spans }) => (spans ?? []) as CueSpan[],
  nameOf: ({ assetId }, sounds) => sounds.find(({ soundId }) => soundId === assetId)?.label ?? assetId.replaceAll('-', ' '),
  soundOf: ({ assetId }) => assetId,
  valuesOf, changes,
  fields: (values, sounds) => html`<div class="pair">${soundAndAnchor(values, sounds)}
${field({ label: 'Later by so many seconds', name: 'offset', type: 'number', value: values.offset, range: { min: -10, max: 10, step: 'any' }, hint: 'Earlier when negative' })}
${field({ label: 'Level in per cent', name: 'level', type: 'number', value: values.level, range: PERCENT, hint: '100 is just below the voices' })}
${field({ label: 'Down under speech, in per cent', name: 'ducking', type: 'number', value: values.ducking, range: PERCENT })}</div>`,
  newFields: soundAndAnchor,
  add: ({ sound, anchor }) => ({ action: 'add', ...(sound ? { assetId: sound } : {}), ...(anchor ? { anchor } : {}) }),
  verbs: [{ name: 'again', label: 'Another sound', done: 'again', fits: ({ muted }) => !muted, body: { action: 'regenerate' } }, ...MUTE_AND_REMOVE],
  fill: { label: 'Lay the effects that the script calls for', body: { action: 'regenerate' } },
});
