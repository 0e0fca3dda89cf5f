import type { Programme, ProgrammeLine, SaidLine } from '../../domain/publishing/releases/programme.js';
import { captionParts } from '../../craft/stage/caption-parts.js';
import { captionsVtt } from '../captions.js';
import { titleCase } from '../../kernel/contract/listener-words.js';

const isHeard = ({ startMs, endMs }: SaidLine): boolean => endMs > startMs;

/** The spoken lines, with the names of their speakers in title case. */
const named = <Line extends SaidLine>(lines: readonly Line[]): Line[] =>
  lines.filter(isHeard).map((line) => ({ ...line, speaker: line.speaker && titleCase(line.speaker) }));

/** All spoken lines, from the opening credits to the closing ones. */
const namedLines = ({ opening, lines, closing }: Programme): SaidLine[] => named([...(opening ? [opening] : []), ...lines, ...(closing ? [closing] : [])]);

/** The transcript as WebVTT with a voice tag for each cue. */
export const vttOf = ({ opening, lines, closing }: Programme): string => captionsVtt({
  credits: [...(opening ? [{ ...opening, place: 'opening' as const }] : []), ...(closing ? [{ ...closing, place: 'closing' as const }] : [])],
  entries: named<ProgrammeLine>(lines).map((line) => ({ ...line, words: line.words ?? null, character: line.speaker, sceneIndex: 0, parenthetical: null })),
});

function stamp(time: number): string {
  const ms = Math.round(time);
  const two = (value: number): string => String(Math.floor(value)).padStart(2, '0');
  return `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1_000) % 60)},${String(ms % 1_000).padStart(3, '0')}`;
}

/** Characters that fit on two lines of a caption on a phone. */
const MAX_SRT_CAPTION = 64;

/** Breaks the text into two lines of about the same length, unless it fits on one. */
function onTwoLines(text: string): string {
  const middle = text.length / 2;
  if (middle <= MAX_SRT_CAPTION / 4) return text;
  const spaces = [...text.matchAll(/ /g)].map(({ index }) => index);
  const [at] = spaces.sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle));
  return at === undefined ? text : `${text.slice(0, at)}\n${text.slice(at + 1)}`;
}

/** The transcript as SubRip; the first cue of a line names its speaker. */
export function srtOf(programme: Programme): string {
  let number = 0;
  const cues = namedLines(programme).flatMap((line) => {
    const parts = captionParts(line, MAX_SRT_CAPTION);
    return parts.map((part, at) => {
      number += 1;
      const words = at === 0 && line.speaker ? `${line.speaker}: ${part.text}` : part.text;
      return `${number}\n${stamp(part.fromMs)} --> ${stamp(parts[at + 1]?.fromMs ?? line.endMs)}\n${onTwoLines(words.replace(/-->/g, '→'))}\n`;
    });
  });
  return cues.join('\n');
}

const seconds = (ms: number): number => Math.round(ms) / 1_000;

interface Spoken { body: string; startMs: number; endMs: number }

/** The words of a line with their punctuation and times; the whole line when the times of its words are not known. */
function spokenOf({ text, startMs, endMs, words }: SaidLine): Spoken[] {
  if (!words || words.length === 0) return [{ body: text, startMs, endMs }];
  return words.map((word, at) => ({
    body: text.slice(at === 0 ? 0 : word.from, words[at + 1]?.from ?? text.length).trim(), startMs: startMs + word.startMs, endMs: startMs + word.endMs,
  }));
}

/** The transcript as JSON of the podcast namespace: one segment per word, or one per line when the times of its words are not known. */
export const transcriptJson = (programme: Programme): string => JSON.stringify({
  version: '1.0.0',
  segments: namedLines(programme).flatMap((line) => spokenOf(line).map(({ body, startMs, endMs }) =>
    ({ ...(line.speaker ? { speaker: line.speaker } : {}), startTime: seconds(startMs), endTime: seconds(endMs), body }))),
});

/** The chapters as JSON of the podcast namespace. `pictureUrl` gives the picture of a scene, if there is one. */
export const chaptersJson = ({ chapters }: Programme, title: string, pictureUrl: (sceneIndex: number) => string | null): string => JSON.stringify({
  version: '1.2.0', title,
  chapters: chapters.map(({ title: name, startMs, sceneIndex }) => {
    const img = pictureUrl(sceneIndex);
    return { startTime: seconds(startMs), title: name, ...(img === null ? {} : { img }) };
  }),
});
