import { createReadStream } from 'node:fs';
import { textOf, type CutIntoNext } from '../../../craft/deck/deck.js';
import { dipped } from '../../../craft/deck/picture/dipped.js';
import type { Film, FilmCaption, FilmFormat, HeldShot, Shot } from '../../../craft/film/film.js';
import type { Services } from '../../../kernel/services.js';
import { loadPerformed } from '../../artifacts/mix/performed-read.js';
import { filmFormat, type FilmMaking, type FilmRoom } from '../../storyboards/films/film-making.js';
import { captionsInOrder, filmWith, openStage, pcmBytesOf } from '../../storyboards/films/read-stage.js';
import { heldOf, type FilmStage } from '../../storyboards/films/stage-shots.js';
import type { DeckBoard, DeckRow } from '../deck-model.js';
import { chapterShots } from './chapter-shots.js';
import { closingCard, interludeCard } from './deck-cards.js';
import { makeDeckSound, type DeckSound } from './deck-sound.js';
import type { HeardDeck } from './heard-deck.js';
import type { DeckSegment } from './deck-times.js';
import { titleShots } from './title-shots.js';

/** Everything from which the film of a deck is made. */
export interface DeckMaking extends HeardDeck, FilmMaking { stage: FilmStage; sound: DeckSound }

/** The format of a deck's film, with the finish and motion blur of its pictures. */
export function deckFormat({ look: { finish, intensity }, motionBlur: { strength } }: DeckBoard['fields'], resolution: FilmRoom['resolution']): FilmFormat {
  return {
    ...filmFormat('16:9', resolution), ...(finish === 'none' ? {} : { finish: { look: finish, intensity } }), ...(strength === 'off' ? {} : { motionBlur: strength }),
  };
}

/** Loads what a deck is made of, and makes its sound in `folder`. Throws `MakingFailed` when the read is gone. */
export async function openDeck(services: Services, deck: DeckRow, board: DeckBoard, { resolution, folder, signal }: FilmRoom): Promise<DeckMaking> {
  const performed = await loadPerformed(services, deck.artifactId, deck.readRevision);
  const format = deckFormat(board.fields, resolution);
  const [stage, sound] = await Promise.all([
    openStage(services, deck, performed, board, { format, signal }), makeDeckSound(services, { deck, board, performed }, { folder, signal }),
  ]);
  return { deck, board, performed, sound, format, stage };
}

function shotsOf({ stage, board, sound }: DeckMaking, { kind, at, durationMs }: DeckSegment): HeldShot[] {
  const { items, fields } = board;
  if (kind === 'title') return titleShots(stage, board, durationMs);
  if (kind === 'interlude') return [heldOf(interludeCard(stage, items[at]!, at), durationMs)];
  if (kind === 'closing') return [heldOf(closingCard(stage, fields.closingSequence), durationMs)];
  return chapterShots(stage, items[at]!, sound.spoken[at]!, durationMs, fields);
}

/** The cut from a piece into the next one. A card between two chapters has the cut of the chapter before it. */
const cutBehind = ({ items }: DeckBoard, { kind, at }: DeckSegment): CutIntoNext =>
  (kind === 'chapter' ? items[at]!.cutIntoNext : kind === 'interlude' ? items[at - 1]!.cutIntoNext : 'cut');

/** The shots of each piece of the film. */
const segmentShots = (making: DeckMaking): Shot[][] =>
  dipped(making.sound.times.segments.map((segment) => ({ shots: shotsOf(making, segment), cutIntoNext: cutBehind(making.board, segment) })));

/** What is heard in a chapter as captions, on the clock of the film. */
function captionsOf({ board, sound }: DeckMaking, at: number): FilmCaption[] {
  const { text, lines } = sound.spoken[at]!;
  const { startMs, durationMs } = sound.beats[at]!;
  const chapter = board.items[at]!;
  const shift = startMs - (chapter.trim?.fromMs ?? 0);
  const all: FilmCaption[] = [
    ...(text ? [{ startMs: text.startMs, endMs: text.endMs, speaker: null, text: textOf(chapter) }] : []),
    ...lines.map(({ line, startMs: from, endMs }) => ({ startMs: from, endMs, speaker: line.speaker, text: line.text })),
  ];
  return all.map((caption) => ({ ...caption, startMs: Math.round(shift + caption.startMs), endMs: Math.round(shift + caption.endMs) }))
    .filter((caption) => caption.startMs >= startMs && caption.endMs <= startMs + durationMs + 1);
}

const titleOf = ({ deck }: DeckMaking): string => `${deck.title}: pitch deck`;

/** The film of a deck: its title, chapters and end on the clock of its sound, with a mark for each chapter. */
export const filmOfDeck = (making: DeckMaking): Promise<Film> => {
  const { board, sound } = making;
  return filmWith(titleOf(making), making.performed, making, {
    shots: segmentShots(making).flat(),
    captions: captionsInOrder(board.items.flatMap((_, at) => captionsOf(making, at))),
    chapters: board.items.map(({ title }, at) => ({ title, startMs: Math.round(sound.beats[at]!.startMs),
      endMs: Math.round(sound.beats[at]!.startMs + sound.beats[at]!.durationMs) })),
    pcm: () => createReadStream(sound.pcmPath), parts: sound.parts,
  });
};

/** The film of a single piece, with its part of the deck's sound. */
function filmOfSegment(making: DeckMaking, place: number): Promise<Film> {
  const { sound: { format, pcmPath, times } } = making;
  const { startMs, durationMs } = times.segments[place]!;
  const [start, length] = [pcmBytesOf(format, startMs), pcmBytesOf(format, durationMs)];
  return filmWith(titleOf(making), making.performed, making, {
    shots: segmentShots(making)[place]!, captions: [], pcm: () => createReadStream(pcmPath, { start, end: start + length - 1 }),
    parts: [length / (format.channels * 2)],
  });
}

/** The film of a single chapter, with its part of the deck's sound. */
export const filmOfChapter = (making: DeckMaking, at: number): Promise<Film> =>
  filmOfSegment(making, making.sound.times.segments.findIndex((segment) => segment.kind === 'chapter' && segment.at === at));

/** The film of the title alone. */
export const filmOfTitle = (making: DeckMaking): Promise<Film> => filmOfSegment(making, making.sound.times.segments.findIndex(({ kind }) => kind === 'title'));
