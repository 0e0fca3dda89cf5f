import type { Film, FilmCaption } from './film.js';

const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

/** Characters that are commands in ffmpeg's internal subtitle format, and cannot be escaped there. */
const REPLACED: Record<string, string> = { '{': '(', '}': ')', '\\': '/' };

/** `&`, `<` and `>` are markup in WebVTT; without `>` no arrow is left either. */
const escapeCue = (text: string): string => oneLine(text).replace(/[{}\\]/g, (mark) => REPLACED[mark]!)
  .replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

function stamp(time: number): string {
  const two = (value: number): string => String(Math.floor(value)).padStart(2, '0');
  return `${two(time / 3_600_000)}:${two((time / 60_000) % 60)}:${two((time / 1_000) % 60)}.${String(time % 1_000).padStart(3, '0')}`;
}

/** Captions in order of time. None overlaps the next one or exceeds the film, because a track shows only one at a time. */
export function shownCaptions(captions: readonly FilmCaption[], endMs: number): FilmCaption[] {
  const sorted = captions.map((caption) => ({ ...caption, startMs: Math.max(0, Math.round(caption.startMs)) }))
    .sort((left, right) => left.startMs - right.startMs);
  return sorted.map((caption, index) => ({ ...caption, endMs: Math.floor(Math.min(caption.endMs, sorted[index + 1]?.startMs ?? endMs, endMs)) }))
    .filter(({ startMs, endMs: until, text }) => until > startMs && oneLine(text) !== '');
}

/** The captions as WebVTT, each with the name of its speaker in the text, for players that do not show speakers otherwise. */
export function captionsFile(captions: readonly FilmCaption[]): string {
  const cues = captions.map(({ startMs, endMs, speaker, text }) =>
    `${stamp(startMs)} --> ${stamp(endMs)}\n${speaker && oneLine(speaker) ? `${escapeCue(speaker)}: ` : ''}${escapeCue(text)}\n`);
  return ['WEBVTT\n', ...cues].join('\n');
}

/** A space follows a final backslash, which would join its line with the next one even when escaped. */
const escapeValue = (text: string): string => oneLine(text).replace(/[=;#\\]/g, '\\$&').replace(/\\$/, '\\ ');

/** Tags and chapters in ffmpeg's own format. */
export function tagsFile({ tags: { title, artist, comment }, chapters }: Pick<Film, 'tags' | 'chapters'>): string {
  const given = Object.entries({ title, artist, comment }).filter(([, value]) => oneLine(value) !== '');
  const values = given.map(([name, value]) => `${name}=${escapeValue(value)}`);
  const marks = chapters.flatMap((chapter) => [
    '[CHAPTER]', 'TIMEBASE=1/1000', `START=${Math.round(chapter.startMs)}`, `END=${Math.round(chapter.endMs)}`, `title=${escapeValue(chapter.title)}`,
  ]);
  return `${[';FFMETADATA1', ...values, ...marks].join('\n')}\n`;
}
