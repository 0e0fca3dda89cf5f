import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { chapterOverSvg } from '../../src/craft/deck/picture/cards.js';
import { dipped } from '../../src/craft/deck/picture/dipped.js';
import { cardParts, textPassings } from '../../src/craft/deck/picture/text-motion.js';
import { SOUND_RATE, type Film, type FilmFormat, type HeldShot, type Picture } from '../../src/craft/film/film.js';
import { packetParts } from '../../src/craft/trailer/sound/packet-parts.js';
import { movesOf, pictureOf, soundOf } from '../film/read-film.js';

export const CHAPTERS = 12;
/** The share of a chapter's length that is spoken. */
const SPOKEN_SHARE = 0.8;
/** The longest time that one picture is shown before the next one. */
const PICTURE_MS = 6_000;
const CANVAS = { width: 16, height: 9 };

const TEXT = 'The lamp at Corran Head has burned for ninety years. Tonight somebody put it out, and six boats are still at sea.';

export interface DeckFilm { film: Film; programme: string }

/** The words of a chapter over its pictures, as they appear one after another. */
function wordsOver(seed: string, durationMs: number) {
  const words = { kicker: '', title: `Chapter ${seed}`, text: TEXT };
  const parts = cardParts('rise', words).map(({ part, words: count }) => {
    const shown: Picture = { key: `bench deck ${seed} ${JSON.stringify(part)}`, draw: () => chapterOverSvg(words, CANVAS, part) };
    return { shown, words: count };
  });
  return textPassings('rise', parts, durationMs);
}

/** The pictures of a chapter, with its words over them. */
function shotsOf(seed: string, chapter: number, durationMs: number): HeldShot[] {
  const count = Math.max(1, Math.round(durationMs / PICTURE_MS));
  return Array.from({ length: count }, (_, turn): HeldShot => ({
    kind: 'held', durationMs: durationMs / count, picture: pictureOf({ scene: chapter, speaker: (chapter + turn) % 4 }), ...movesOf({ seed: `${seed} ${turn}` }),
    fadeInMs: 0, fadeOutMs: 0, over: null, passing: turn === 0 ? wordsOver(seed, durationMs / count) : [],
  }));
}

/**
 * The film of a deck of twelve chapters of `seconds` seconds each: pictures of scenes with rising words, speech in each chapter, and a dip in every other
 * join. `edited`: the chapter with this index has other words and pictures.
 */
export async function deckFilm(folder: string, { seconds, format, edited }: { seconds: number; format: FilmFormat; edited?: number }): Promise<DeckFilm> {
  const seeds = Array.from({ length: CHAPTERS }, (_, at) => `${at + 1}${at === edited ? ' again' : ''}`);
  const { startsMs, parts, durationMs } = packetParts(seeds.map(() => seconds * 1_000));
  const lengthMs = (at: number): number => (startsMs[at + 1] ?? durationMs) - startsMs[at]!;
  const chapters = dipped(seeds.map((seed, at) => ({ shots: shotsOf(seed, at, lengthMs(at)), cutIntoNext: at % 2 === 0 ? 'cut' as const : 'dip' as const })));
  const samples = new Int16Array(Math.round((durationMs * SOUND_RATE) / 1_000) * 2);
  for (const [at, seed] of seeds.entries()) {
    samples.set(soundOf({ seed, spokenMs: seconds * 1_000 * SPOKEN_SHARE }), Math.round((startsMs[at]! * SOUND_RATE) / 1_000) * 2);
  }
  const programme = path.join(folder, `deck-${edited ?? 'as-it-was'}.pcm`);
  await writeFile(programme, new Uint8Array(samples.buffer));
  return {
    programme,
    film: {
      format, shots: chapters.flat(), cover: null, tags: { title: 'A deck', artist: 'Bench', comment: '', language: 'en' },
      chapters: seeds.map((seed, at) => ({ title: seed, startMs: Math.round(startsMs[at]!), endMs: Math.round(startsMs[at]! + lengthMs(at)) })),
      captions: seeds.map((seed, at) => ({
        startMs: Math.round(startsMs[at]!), endMs: Math.round(startsMs[at]! + lengthMs(at) * SPOKEN_SHARE), speaker: null, text: seed,
      })),
      sound: {
        pcm: () => createReadStream(programme, { highWaterMark: 1 << 18 }), format: { sampleRate: SOUND_RATE, channels: 2 }, gainDb: 0, ceilingDb: -1, parts,
      },
    },
  };
}
