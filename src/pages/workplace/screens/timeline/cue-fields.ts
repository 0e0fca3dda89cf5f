import type { Choice } from '../../forms.js';
import type { CueVerb, LaneSound, ShownCue } from './lane-view.js';

/** Bounds of a field in per cent. */
export const PERCENT = { min: 0, max: 100 };

/** A share as a field shows it, in per cent; empty for null. */
export const percent = (share: number | null): string => (share === null ? '' : String(Math.round(share * 100)));
export const seconds = (ms: number): string => String(ms / 1000);

/**
 * Converts a filled-in number to the unit of the API. Empty is null; text that is not a number is passed on, so that the API refuses it with the name of its
 * field.
 */
export function numberOf(text: string | undefined, factor: number): number | string | null {
  const sent = text?.trim().replace(',', '.') ?? '';
  if (sent === '') return null;
  return /^-?\d+(?:\.\d+)?$/.test(sent) ? Math.round(Number(sent) * factor * 1_000) / 1_000 : sent;
}

/** The sounds as choices. The present sound is included even if it is not in the list. */
export const choices = (sounds: readonly LaneSound[], now: string | undefined): Choice[] => [
  ...sounds.map(({ soundId, label }) => ({ value: soundId, label })),
  ...(now && !sounds.some(({ soundId }) => soundId === now) ? [{ value: now, label: now.replaceAll('-', ' ') }] : []),
];

/** The actions that cues of every lane have. */
export const MUTE_AND_REMOVE: readonly CueVerb<ShownCue>[] = [
  { name: 'mute', label: 'Mute', done: 'muted', fits: ({ muted }) => !muted, body: { action: 'mute' } },
  { name: 'unmute', label: 'Let it be heard', done: 'heard', fits: ({ muted }) => muted, body: { action: 'mute', muted: false } },
  { name: 'remove', label: 'Remove', tone: 'danger', done: 'removed', fits: () => true, body: { action: 'remove' } },
];

/** The values in `wanted` whose form field was changed. Keys are fields of the API; `fieldOf` names their form fields. */
export const differing = (
  wanted: Record<string, unknown>, fieldOf: Record<string, string>, sent: Record<string, string | undefined>, shown: Record<string, string>,
): Record<string, unknown> => Object.fromEntries(Object.entries(wanted).filter(([name, value]) =>
  value !== undefined && (sent[fieldOf[name]!] ?? '').trim() !== shown[fieldOf[name]!]));
