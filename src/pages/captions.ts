import type { ReadPage } from './view.js';

/** The read's captions as WebVTT; lines without times are left out. Every cue names its speaker in a voice tag. */
export function captionsVtt(read: Pick<ReadPage, 'entries' | 'title'>): string {
  const cues = read.entries.flatMap((entry) => {
    if (entry.startMs === null || entry.endMs === null || entry.endMs <= entry.startMs) return [];
    const text = escapeCue(entry.text.replace(/\s+/g, ' ').trim());
    const voice = entry.character ? `<v ${escapeCue(entry.character.replace(/\s+/g, ' '))}>${text}</v>` : text;
    return [`${entry.index}\n${stamp(entry.startMs)} --> ${stamp(entry.endMs)}\n${voice}\n`];
  });
  return ['WEBVTT\n', ...cues].join('\n');
}

/** `&`, `<` and `>` are markup in cue text; replacing `>` also makes an arrow inside a line harmless. */
function escapeCue(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

function stamp(ms: number): string {
  const two = (value: number): string => String(Math.floor(value)).padStart(2, '0');
  return `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1000) % 60)}.${String(Math.round(ms) % 1000).padStart(3, '0')}`;
}
