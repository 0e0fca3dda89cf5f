import type { Choice } from '../../forms.js';
import type { CueVerb, LaneSound, ShownCue } from './lane-view.js';

/** Bounds of a field in per cent. */
export const PERCENT = { min: 0, max: 100 };

/** A share as it is filled in; nothing for none. */
export const percent = (share: number | null): string => (share === null ? '' : String(Math.round(share * 100)));
export const seconds = (ms: number): string => String(ms / 1000);

/** A filled-in number in the unit of the API. Empty is null; what is no number is sent as it is, and refused with its field. */
export function numberOf(text: string | undefined, factor: number): number | string | null {
  const sent = text?.trim().replace(',', '.') ?? '';
  if (sent === '') return null;
  return /^-?\d+(?:\.\d+)?$/.test(sent) ? Math.round(Number(sent) * factor * 1_000) / 1_000 : sent;
}

/** The sounds to choose from, among them the one that is chosen. */
export const choices = (sounds: readonly LaneSound[], now: string | undefined): Choice[] => [
  ...sounds.map(({ soundId, label }) => ({ value: soundId, label })),
  ...(now && !sounds.some(({ soundId }) => soundId === now) ? [{ value: now, label: now.replaceAll('-', ' ') }] : []),
];

/** What the cues of every lane take. */
export const MUTE_AND_REMOVE: readonly CueVerb<ShownCue>[] = [
  { name: 'mute', label: 'Mute', done: 'muted', fits: ({ muted }) => !muted, body: { action: 'mute' } },
  { name: 'unmute', label: 'Let it be heard', done: 'heard', fits: ({ muted }) => muted, body: { action: 'mute', muted: false } },
  { name: 'remove', label: 'Remove', tone: 'danger', done: 'removed', fits: () => true, body: { action: 'remove' } },
];

/** Of the wanted values, by field of the API, those whose field of the form was filled in otherwise than it was shown. */
export const differing = (
  wanted: Record<string, unknown>, fieldOf: Record<string, string>, sent: Record<string, string | undefined>, shown: Record<string, string>,
): Record<string, unknown> => Object.fromEntries(Object.entries(wanted).filter(([name, value]) =>
  value !== undefined && (sent[fieldOf[name]!] ?? '').trim() !== shown[fieldOf[name]!]));
