import { isPlayable } from '../../../craft/narrative/writing/direction/directed-characters.js';
import { speakerOf, type LineSound, type Screenplay, type ScreenplayEntry, type LineEffect } from '../../../craft/screenplay/model.js';
import { ApiError } from '../../../kernel/errors/api-error.js';
import { ALL, type PlayedAs } from '../../artifacts/performance/performance-plan.js';
import { castKey } from '../../canon/cast-canon.js';
import type { CastVoice } from '../../library/voice-map.js';
import type { Sounding } from './raise-edition.js';

const refused = (field: string, message: string, details: object = {}): ApiError => new ApiError('validation_failed', message, { field, ...details });

/** The cue of a person who is heard in a read, by a name in any case. Raises `validation_failed` with the cues that are heard. */
export function heardCue({ voices }: Pick<Sounding, 'voices'>, character: string, field = 'character'): string {
  const cues = Object.keys(voices);
  const cue = cues.find((one) => castKey(one) === castKey(character));
  if (cue === undefined) throw refused(field, `nobody called ${character} is heard in this read`, { characters: cues });
  return cue;
}

export const linesOfCue = ({ entries, narrationPolicy }: Screenplay, cue: string): ScreenplayEntry[] =>
  entries.filter((entry) => speakerOf(entry, narrationPolicy) === cue);

/** Changes the sound of lines. With `delivers` their delivery changes too, so it is dropped and the lines are directed anew. */
function sounding(now: Sounding, lines: readonly ScreenplayEntry[], change: (sound: LineSound) => LineSound, delivers = false): Sounding {
  const changed = new Set(lines);
  const entries = now.screenplay.entries.map((entry) => {
    if (!changed.has(entry)) return entry;
    const { delivery, sound = {}, ...rest } = entry;
    return { ...rest, sound: change(sound), ...(delivers || !delivery ? {} : { delivery }) };
  });
  return { ...now, screenplay: { ...now.screenplay, entries } };
}

const nextTake = (sound: LineSound): LineSound => ({ ...sound, take: (sound.take ?? 0) + 1 });

/** The spoken entry of an index. Raises `validation_failed`. */
function spokenEntry({ screenplay: { entries, narrationPolicy } }: Sounding, entryIndex: number, field = 'entryIndex'): ScreenplayEntry {
  const entry = entries[entryIndex];
  if (!entry) throw refused(field, `there is no entry ${entryIndex}; entries are 0 to ${entries.length - 1}`, { maximum: entries.length - 1 });
  if (speakerOf(entry, narrationPolicy) === null) throw refused(field, `entry ${entryIndex} is not spoken`);
  return entry;
}

/** Replaces the voices of some speakers. */
export const withVoices = (now: Sounding, voices: Readonly<Record<string, CastVoice>>): Sounding => ({ ...now, voices: { ...now.voices, ...voices } });

/** Another take of every line of a person. */
export const withTakes = (now: Sounding, cue: string): Sounding => sounding(now, linesOfCue(now.screenplay, cue), nextTake);

export interface LineWish { entryIndex: number; speed?: number | undefined; actingDirection?: string | undefined }

/**
 * Speaks one line at another speed or as a direction asks; with neither, asks for another take. Raises `validation_failed` for a line that is not spoken, and
 * for a direction that voices cannot play.
 */
export function withLine(now: Sounding, { entryIndex, speed, actingDirection }: LineWish): Sounding {
  const entry = spokenEntry(now, entryIndex);
  if (actingDirection !== undefined && !isPlayable(actingDirection)) {
    throw refused('actingDirection', 'the direction names no feeling, pace or level that voices can play, such as: whispering, angrily, slower, softly', {
      reason: 'not_understood',
    });
  }
  if (speed === undefined && actingDirection === undefined) return sounding(now, [entry], nextTake);
  const wish = { ...(speed === undefined ? {} : { speed }), ...(actingDirection === undefined ? {} : { actingDirection }) };
  return sounding(now, [entry], (sound) => ({ ...sound, ...wish }), true);
}

/** Lays an effect on the spoken lines of a range of entries. Raises `validation_failed` for an invalid range or one without spoken lines. */
export function withEffect(
  now: Sounding, range: { startEntryIndex: number; endEntryIndex: number }, effect: LineEffect & { modificationId: string },
): Sounding {
  const { entries, narrationPolicy } = now.screenplay;
  const { startEntryIndex, endEntryIndex } = range;
  if (endEntryIndex < startEntryIndex) throw refused('endEntryIndex', 'the range ends before it begins', { minimum: startEntryIndex });
  if (endEntryIndex >= entries.length) throw refused('endEntryIndex', `there is no entry ${endEntryIndex}; entries are 0 to ${entries.length - 1}`, { maximum: entries.length - 1 });
  const lines = entries.slice(startEntryIndex, endEntryIndex + 1).filter((entry) => speakerOf(entry, narrationPolicy) !== null);
  if (lines.length === 0) throw refused('startEntryIndex', 'nothing in this range is spoken');
  return sounding(now, lines, (sound) => ({ ...sound, effect }));
}

/** The cue of one person or the narrator, or `ALL` for everybody. Raises `validation_failed`. */
export function playedCue(now: Sounding, character: string): string {
  return castKey(character) === castKey(ALL) ? ALL : heardCue(now, character);
}

/** Sets how a person, or everybody, is played. A pace of 1 without emotions removes the setting. */
export function withPerformance(now: Sounding, cue: string, { speed, emotions }: PlayedAs): Sounding {
  const { [cue]: before = {}, ...others } = now.performance;
  const played = { ...before, ...(speed === undefined ? {} : { speed }), ...(emotions === undefined ? {} : { emotions }) };
  const isPlain = (played.speed ?? 1) === 1 && (played.emotions ?? []).length === 0;
  return { ...now, performance: isPlain ? others : { ...others, [cue]: played } };
}
