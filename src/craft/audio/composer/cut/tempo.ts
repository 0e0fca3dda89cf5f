import type { PlayedEvent } from '../performance.js';
import type { CutForm, SectionForm } from './form.js';

/** How music written in one tempo is played when its sections have their own tempos: the played form, and the map from written to played seconds. */
export interface Pacing { form: CutForm; at(seconds: number): number }

/** Moves and stretches a note, a bar or a section from written to played time. */
const paced = <T extends { at: number; lasts: number }>(one: T, at: Pacing['at']): T => ({ ...one, at: at(one.at), lasts: at(one.at + one.lasts) - at(one.at) });

/**
 * Paces music: every section lasts its counts in its own tempo and begins when the previous one ends. Null when no section has its own `countsPerMinute`: the
 * piece is then played as written.
 */
export function pacingOf(form: CutForm): Pacing | null {
  const { sections, secondsPerCount } = form;
  if (sections.every(({ countsPerMinute }) => countsPerMinute === undefined)) return null;
  const places: { section: SectionForm; begins: number; slower: number }[] = [];
  let begins = 0;
  for (const section of sections) {
    const perCount = section.countsPerMinute === undefined ? secondsPerCount : 60 / section.countsPerMinute;
    places.push({ section, begins, slower: perCount / secondsPerCount });
    begins += section.counts * perCount;
  }
  const at = (seconds: number): number => {
    const place = places.findLast(({ section }) => section.at <= seconds + 1e-9) ?? places[0]!;
    return place.begins + (seconds - place.section.at) * place.slower;
  };
  const played = sections.map((section) => ({ ...paced(section, at), form: { ...section.form, bars: section.form.bars.map((bar) => paced(bar, at)) } }));
  return { at, form: { ...form, durationMs: begins * 1_000, sections: played, strikesAt: form.strikesAt.map(at) } };
}

export const pacedNotes = <T extends { at: number; lasts: number }>(notes: readonly T[], pacing: Pacing | null): T[] =>
  (pacing ? notes.map((note) => paced(note, (seconds) => pacing.at(seconds))) : [...notes]);

export const pacedEvents = (events: readonly PlayedEvent[], pacing: Pacing | null): PlayedEvent[] =>
  (pacing ? events.map((event) => ({ ...event, at: pacing.at(event.at) })) : [...events]);
