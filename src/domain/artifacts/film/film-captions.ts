import { heardTogether, type Timeline } from '../../../craft/audio/timeline.js';
import type { FilmCaption } from '../../../craft/film/film.js';
import { speakerOf, type Screenplay } from '../../../craft/screenplay/model.js';
import { captionParts, MAX_CAPTION } from '../../../craft/stage/caption-parts.js';
import { titleCase } from '../../../kernel/contract/listener-words.js';
import type { WordsOfLines } from '../performance/performed-words.js';

/** A caption, and the entry that it is a part of. */
export interface LineCaption extends FilmCaption { entryIndex: number }

/**
 * The captions of a film at the times of their words. A caption has at most `most` characters, by default two lines on a wide screen. Captions of narration
 * have no speaker.
 */
export function filmCaptions({ entries, cast, narrationPolicy }: Screenplay, timeline: Timeline, words: WordsOfLines, most = MAX_CAPTION): LineCaption[] {
  const narrators = new Set(cast.filter(({ role }) => role === 'narrator').map(({ character }) => character));
  // Captions of lines that are heard at the same time share the room of one.
  const paired = new Set(heardTogether(timeline.entries).filter(({ length }) => length > 1).flat());
  return timeline.entries.flatMap((line) => {
    const { entryIndex, startMs, endMs } = line;
    const entry = entries[entryIndex]!;
    const voice = speakerOf(entry, narrationPolicy);
    const speaker = voice === null || entry.kind !== 'dialogue' || narrators.has(voice) ? null : voice;
    const room = paired.has(line) ? Math.floor(most / 2) : most;
    const parts = captionParts({ text: entry.text, startMs, endMs, words: words.get(entryIndex)?.words ?? null }, room);
    const starts = [...parts.map(({ fromMs }) => Math.min(endMs, Math.round(fromMs))), endMs];
    return parts.map(({ text }, at) => ({ entryIndex, speaker, text, startMs: starts[at]!, endMs: starts[at + 1]! }))
      .filter((caption) => caption.endMs > caption.startMs);
  });
}

/** A shorter time with other captions than before it is left out. */
const LEAST_CHANGE_MS = 500;

type Span = Pick<FilmCaption, 'startMs' | 'endMs'>;

const overlapMs = (one: Span, other: Span): number => Math.min(one.endMs, other.endMs) - Math.max(one.startMs, other.startMs);

/** The captions that each span shows. One too short for every span is shown by the span with which it overlaps most, so that no words are lost. */
function shownIn(spans: readonly Span[], run: readonly FilmCaption[]): FilmCaption[][] {
  const isHeard = (caption: FilmCaption, span: Span): boolean => overlapMs(caption, span) >= Math.min(LEAST_CHANGE_MS, (span.endMs - span.startMs) / 2);
  const placesOf = new Map(run.map((caption) => {
    const places = spans.flatMap((span, place) => (isHeard(caption, span) ? [place] : []));
    const nearest = spans.reduce((best, span, place) => (overlapMs(caption, span) > overlapMs(caption, spans[best]!) ? place : best), 0);
    return [caption, places.length > 0 ? places : [nearest]];
  }));
  return spans.map((_span, place) => run.filter((caption) => placesOf.get(caption)!.includes(place)));
}

/** Overlapping captions as captions one after the other; where several hold, one has the words of all, each with its speaker. */
function oneByOne(run: readonly FilmCaption[]): FilmCaption[] {
  const untilMs = Math.max(...run.map(({ endMs }) => endMs));
  const changes = [...new Set(run.flatMap(({ startMs, endMs }) => [startMs, endMs]))].sort((one, next) => one - next);
  const [firstMs] = changes as [number];
  const kept = changes.filter((at, place) => at !== firstMs && at < untilMs && changes[place + 1]! - at >= LEAST_CHANGE_MS);
  const starts = kept[0] !== undefined && kept[0] - firstMs < LEAST_CHANGE_MS ? kept.slice(1) : kept;
  const spans = [firstMs, ...starts].map((startMs, place, all) => ({ startMs, endMs: all[place + 1] ?? untilMs }));
  const shown = shownIn(spans, run);
  return spans.map(({ startMs, endMs }, place) => {
    const heard = shown[place]!;
    const [only] = heard;
    if (only && heard.length === 1) return { ...only, startMs, endMs };
    return { startMs, endMs, speaker: null, text: heard.map(({ speaker, text }) => (speaker === null ? text : `${titleCase(speaker)}: ${text}`)).join(' / ') };
  });
}

/** Captions in order of time of which only one holds at a time, as tracks and pictures show them. */
export const captionsInTurn = (captions: readonly FilmCaption[]): FilmCaption[] =>
  heardTogether([...captions].sort((one, next) => one.startMs - next.startMs)).flatMap((run) => (run.length === 1 ? run : oneByOne(run)));

/** The captions of spoken credits, which belong to no entry. */
export function creditCaptions({ opening, closing }: Timeline, most = MAX_CAPTION): FilmCaption[] {
  return [opening, closing].flatMap((credit) => {
    if (!credit) return [];
    const { text, startMs, endMs } = credit;
    const parts = captionParts({ text, startMs, endMs, words: null }, most);
    return parts.map((part, at) => ({ speaker: null, text: part.text, startMs: Math.round(part.fromMs), endMs: Math.round(parts[at + 1]?.fromMs ?? endMs) }));
  });
}
