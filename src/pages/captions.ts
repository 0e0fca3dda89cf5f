import { captionParts, type CaptionPart } from '../craft/stage/caption-parts.js';
import type { PageCredit, ReadEntry, ReadPage } from './view.js';

interface Caption { startMs: number; cue: string }

function captionsOf({ index, character, text, startMs, endMs, words: timed }: ReadEntry): Caption[] {
  if (startMs === null || endMs === null || endMs <= startMs) return [];
  const parts = captionParts({ text, startMs, endMs, words: timed });
  return parts.map((part, place) => {
    const words = cueText(part, parts[place + 1]?.fromMs ?? endMs);
    const voice = character ? `<v ${escapeCue(character.replace(/\s+/g, ' '))}>${words}</v>` : words;
    const name = parts.length > 1 ? `${index}.${place + 1}` : String(index);
    return { startMs: part.fromMs, cue: `${name}\n${stamp(part.fromMs)} --> ${stamp(parts[place + 1]?.fromMs ?? endMs)}\n${voice}\n` };
  });
}

const captionOfCredit = ({ place, text, startMs, endMs }: PageCredit): Caption[] => (startMs === null || endMs === null ? []
  : [{ startMs, cue: `${place}\n${stamp(startMs)} --> ${stamp(endMs)}\n${escapeCue(text)}\n` }]);

/**
 * The read's captions as WebVTT; lines without times are left out. A long line becomes several cues, as on the page. Every cue of a line names its speaker in
 * a voice tag, and has a timestamp tag before each word whose time is known.
 */
export function captionsVtt({ entries, credits = [] }: Pick<ReadPage, 'entries' | 'credits'>): string {
  const captions = [...credits.flatMap(captionOfCredit), ...entries.flatMap(captionsOf)].sort((one, next) => one.startMs - next.startMs);
  return ['WEBVTT\n', ...captions.map(({ cue }) => cue)].join('\n');
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
