import type { Timeline } from '../../../craft/audio/timeline.js';
import type { FilmCaption } from '../../../craft/film/film.js';
import { speakerOf, type Screenplay } from '../../../craft/screenplay/model.js';
import { captionParts, MAX_CAPTION } from '../../../craft/stage/caption-parts.js';
import type { WordsOfLines } from '../performance/performed-words.js';

/** A caption, and the entry that it is a part of. */
export interface LineCaption extends FilmCaption { entryIndex: number }

/**
 * The captions of a film at the times of their words. A caption has at most `most` characters, by default two lines on a wide screen. Captions of narration
 * have no speaker.
 */
export function filmCaptions({ entries, cast, narrationPolicy }: Screenplay, timeline: Timeline, words: WordsOfLines, most = MAX_CAPTION): LineCaption[] {
  const narrators = new Set(cast.filter(({ role }) => role === 'narrator').map(({ character }) => character));
  return timeline.entries.flatMap(({ entryIndex, startMs, endMs }) => {
    const entry = entries[entryIndex]!;
    const voice = speakerOf(entry, narrationPolicy);
    const speaker = voice === null || entry.kind !== 'dialogue' || narrators.has(voice) ? null : voice;
    const parts = captionParts({ text: entry.text, startMs, endMs, words: words.get(entryIndex)?.words ?? null }, most);
    const starts = [...parts.map(({ fromMs }) => Math.min(endMs, Math.round(fromMs))), endMs];
    return parts.map(({ text }, at) => ({ entryIndex, speaker, text, startMs: starts[at]!, endMs: starts[at + 1]! }))
      .filter((caption) => caption.endMs > caption.startMs);
  });
}

/** The captions of spoken credits, which belong to no entry. */
export function creditCaptions({ opening, closing }: Timeline, most = MAX_CAPTION): FilmCaption[] {
  return [opening, closing].flatMap((credit) => {
    if (!credit) return [];
    const { text, startMs, endMs } = credit;
    const parts = captionParts({ text, startMs, endMs, words: null }, most);
    return parts.map((part, at) => ({ speaker: null, text: part.text, startMs: Math.round(part.fromMs), endMs: Math.round(parts[at + 1]?.fromMs ?? endMs) }));
  });
}
