import { captionParts, type CaptionPart } from '../craft/stage/caption-parts.js';
import type { ReadPage } from './view.js';

/**
 * The read's captions as WebVTT; lines without times are left out. A long line is several cues, as on the page. Every cue names its
 * speaker in a voice tag, and says before each word when it is said (a timestamp tag), where that is known.
 */
export function captionsVtt(read: Pick<ReadPage, 'entries' | 'title'>): string {
  const cues = read.entries.flatMap((entry) => {
    if (entry.startMs === null || entry.endMs === null || entry.endMs <= entry.startMs) return [];
    const { index, character, text, startMs, endMs, words: timed } = entry;
    const parts = captionParts({ text, startMs, endMs, words: timed });
    return parts.map((part, place) => {
      const words = cueText(part, parts[place + 1]?.fromMs ?? endMs);
      const voice = character ? `<v ${escapeCue(character.replace(/\s+/g, ' '))}>${words}</v>` : words;
      const name = parts.length > 1 ? `${index}.${place + 1}` : String(index);
      return `${name}\n${stamp(part.fromMs)} --> ${stamp(parts[place + 1]?.fromMs ?? endMs)}\n${voice}\n`;
    });
  });
  return ['WEBVTT\n', ...cues].join('\n');
}

/** The text of a cue. A timestamp lies within the cue and is later than the one before it. */
function cueText({ text, fromMs, words }: CaptionPart, untilMs: number): string {
  let [written, at, latest] = ['', 0, Math.round(fromMs)];
  for (const { from, startMs } of words) {
    const ms = Math.round(startMs);
    if (ms <= latest || ms >= Math.round(untilMs)) continue;
    written += `${escapeCue(text.slice(at, from))}<${stamp(ms)}>`;
    [at, latest] = [from, ms];
  }
  return written + escapeCue(text.slice(at));
}

/** `&`, `<` and `>` are markup in cue text; replacing `>` also makes an arrow inside a line harmless. */
function escapeCue(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

function stamp(time: number): string {
  const ms = Math.round(time);
  const two = (value: number): string => String(Math.floor(value)).padStart(2, '0');
  return `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1000) % 60)}.${String(ms % 1000).padStart(3, '0')}`;
}
