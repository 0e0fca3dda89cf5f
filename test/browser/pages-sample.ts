import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pagePaths } from '../../src/kernel/contract/page-paths.js';
import { spread } from '../../src/craft/speech/times/line-times.js';
import type { MediaFile } from '../../src/kernel/storage/media-file.js';
import type { ReadCastMember } from '../../src/domain/artifacts/pictures/page-pictures.js';
import type { PageTheater, ReadEntry, ReadPage, ReadScene } from '../../src/pages/view.js';
import { backdropOf, coverOf, HEADINGS, PEOPLE, portrayed } from './pages-drawings.js';

/** The short play of the sample read: three scenes, a narrator, four people, one line longer than a caption. */
const LINES: readonly [scene: number, who: string | null, text: string, parenthetical?: string][] = [
  [0, 'NARRATOR', 'A provincial platform, rain just over. One lamp works. The clock has not moved since spring.'],
  [0, 'OKORO', 'The last train is not late, madam. It is merely being careful.'],
  [0, 'MARA', 'Careful of what?', 'not looking up'],
  [0, 'OKORO', 'Of arriving. It is the part trains find hardest.'],
  [0, 'TOBY', 'Is it true you can hear it in the rails before you can see it?'],
  [0, 'MRS. PELL', 'You can hear anything in the rails, child, if you are prepared to get your ear wet; I once heard a whole wedding.'],
  [0, null, 'CUT TO:'],
  [1, 'NARRATOR', 'The waiting room. A stove, a bench, <i>no</i> timetable & one "window".'],
  [1, 'TOBY', 'I hear… somebody singing.', 'kneeling'],
  [1, 'MARA', 'That is not the train.'],
  [1, 'MRS. PELL', 'Nobody on this platform has sung since nineteen seventy-one, and he was asked to stop.'],
  [2, 'OKORO', 'Nine-forty. Or as near to it as makes no difference to those of us who are staying.', 'a watch with no hands'],
  [2, 'MARA', 'You said there was a train. I gave you my ticket. I gave you my good umbrella.'],
  [2, 'OKORO', 'And there is. I never said it was for you.'],
];

const LEAD_MS = 300;
export const GAP_MS = 250;
const lineMs = (text: string): number => 700 + text.length * 22;

export const TOKEN = 'open-token';
export const ROOM = 'open-room';
export const UPDATED = new Date('2026-03-14T09:26:53.589Z');

/** A frame of silence: MPEG-1 layer III, 96 kbit/s, 48 kHz, mono, as live reads are. Its side information is all zero. */
const FRAME = Buffer.alloc(288);
FRAME.set([0xff, 0xfb, 0x74, 0xc4]);
export const FRAME_MS = 24;
export const FRAME_BYTES = FRAME.length;

/** A playable MP3 of at least this length. */
export function silentMp3(durationMs: number): Buffer {
  return Buffer.concat(Array.from({ length: Math.ceil(durationMs / FRAME_MS) }, () => FRAME));
}

export function sampleEntries(timed: boolean): ReadEntry[] {
  let clockMs = LEAD_MS;
  return LINES.map(([sceneIndex, character, text, parenthetical], index): ReadEntry => {
    const kind = character === null ? 'transition' : character === 'NARRATOR' ? 'action' : 'dialogue';
    const startMs = clockMs;
    if (character !== null) clockMs += lineMs(text) + GAP_MS;
    const heard = timed && character !== null;
    return {
      index, sceneIndex, kind, character, parenthetical: parenthetical ?? null, text,
      startMs: heard ? startMs : null, endMs: heard ? startMs + lineMs(text) : null, words: heard ? spread(text, lineMs(text)) : null,
    };
  });
}

export const TIMED = sampleEntries(true);
export const SPOKEN = TIMED.filter((entry) => entry.character !== null);
export const DURATION_MS = Math.max(...SPOKEN.map((entry) => entry.endMs ?? 0)) + 500;
export const RECORDING = silentMp3(DURATION_MS);

const SCENES: ReadScene[] = HEADINGS.map(([heading, title], index) => {
  const own = TIMED.filter((entry) => entry.sceneIndex === index);
  return { index, heading, title, firstEntry: own[0]?.index ?? 0, lastEntry: own[own.length - 1]?.index ?? 0, backdrop: backdropOf(index) };
});

const NARRATOR: ReadCastMember = { character: 'NARRATOR', role: 'narrator', voiceName: 'Ada', bust: null, face: null };
const CAST: ReadCastMember[] = [NARRATOR, ...[0, 1, 2, 3].map(portrayed)];

export function sampleTheater(over: Partial<PageTheater> = {}): PageTheater {
  return {
    enabled: true, title: 'Last Train to Aldermere', subtitle: null, titleLayout: 'bar', backgrounds: 'drawn', transition: 'fade',
    transitionMs: 600, ...over,
  };
}

export function sampleRead(over: Partial<ReadPage> = {}): ReadPage {
  return {
    token: TOKEN, share: null, state: 'ready', progress: null, requestId: null, title: 'Last Train to Aldermere', author: 'by Ines Okafor-Lund',
    blurb: 'Four strangers, one lamp, and a train that is only careful.', language: 'en', mode: 'drama', scenes: SCENES, entries: TIMED,
    cast: CAST, cover: coverOf('Last Train to Aldermere'), durationMs: DURATION_MS, audioUrl: pagePaths.media(TOKEN, 'recording.mp3'), films: [], mixer: null, vttUrl: pagePaths.captions(TOKEN),
    startLiveUrl: pagePaths.startLive(), expiresAt: '2026-12-24T18:00:00.000Z', indexable: false, previewImage: null, artworkUrl: null,
    theater: sampleTheater({ title: over.title ?? 'Last Train to Aldermere' }), ...over,
  };
}

const LONG_LINE_MS = 500;
export const LONG_LINES = 1000;

/** A read of a thousand lines in twenty scenes with nine people, who all speak in every scene. */
export function longRead(token: string): ReadPage {
  const entries = Array.from({ length: LONG_LINES }, (_, index): ReadEntry => ({
    index, sceneIndex: Math.floor(index / 50), kind: 'dialogue', character: PEOPLE[(index * 4 + Math.floor(index / 7)) % PEOPLE.length]![0],
    parenthetical: index % 9 === 0 ? 'to nobody' : null, text: `${LINES[index % 6]![2]} That was line ${index + 1}.`,
    startMs: index * LONG_LINE_MS, endMs: (index + 1) * LONG_LINE_MS - 50, words: null,
  }));
  return sampleRead({
    token, title: 'A Long Night at Aldermere', entries, cast: [NARRATOR, ...PEOPLE.map((_, person) => portrayed(person))],
    scenes: Array.from({ length: 20 }, (_, index) => ({
      index, heading: HEADINGS[index % 3]![0], title: `Part ${index + 1}`, firstEntry: index * 50, lastEntry: index * 50 + 49, backdrop: backdropOf(index % 3),
    })),
    durationMs: LONG_LINES * LONG_LINE_MS, audioUrl: pagePaths.media(token, 'recording.mp3'),
  });
}

/** A read with music and effects beside its voices. */
export function mixedRead(token: string): ReadPage {
  return sampleRead({
    token, audioUrl: pagePaths.media(token, 'recording.mp3'), mixer: { url: pagePaths.media(token, 'mixer.m4a'), parts: ['voices', 'music', 'effects'] },
  });
}

export function liveRead(token: string): ReadPage {
  return sampleRead({ token, audioUrl: null, vttUrl: null, durationMs: null, entries: sampleEntries(false) });
}

/** A performance in which each spoken line is a tone of its own, as 16-bit samples at 48 kHz, mono: 400 Hz, 500 Hz, … */
export function toneSamples(): Int16Array {
  const samples = new Int16Array(Math.ceil(DURATION_MS * 48));
  for (const [line, { startMs, endMs }] of SPOKEN.entries()) {
    for (let i = (startMs ?? 0) * 48; i < (endMs ?? 0) * 48; i++) samples[i] = 9000 * Math.sin((2 * Math.PI * toneHz(line) * i) / 48_000);
  }
  return samples;
}

export const toneHz = (line: number): number => 400 + 100 * line;

export function fileOf(bytes: Buffer, contentType: string, filename?: string): MediaFile {
  const range = (part?: { start: number; end: number }): Buffer => (part ? bytes.subarray(part.start, part.end + 1) : bytes);
  return {
    byteSize: bytes.length, etag: `"${createHash('sha256').update(bytes).digest('hex')}"`, contentType, lastModified: UPDATED,
    ...(filename ? { filename } : {}),
    open: (part) => Promise.resolve(Readable.from([range(part)], { objectMode: false })),
  };
}
