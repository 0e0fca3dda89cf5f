import { textOf } from '../../../craft/deck/deck.js';
import { NARRATOR } from '../../../craft/screenplay/model.js';
import type { TrailerLine } from '../../../craft/trailer/sound/spoken.js';
import type { Services } from '../../../kernel/services.js';
import type { BoardedSound, FilmRoom } from '../../storyboards/films/film-making.js';
import { effectSpan, makeFilmSound } from '../../storyboards/films/film-sound.js';
import { narrated, type LineSource } from '../../storyboards/films/narrated.js';
import { linesWithin, type ChapterItem } from '../deck-model.js';
import { DECK_TYPE } from '../deck-type.js';
import { CHAPTER_AIR_MS } from '../../../craft/deck/deck.js';
import type { HeardDeck } from './heard-deck.js';
import { deckTimes, type DeckTimes } from './deck-times.js';
import { deckMusic, MUSIC_DB, quietTrack } from './deck-music.js';

/** The spoken text of a chapter and its lines, in milliseconds of the chapter. */
export interface SpokenChapter { text: (LineSource & { startMs: number; endMs: number }) | null; lines: ReturnType<typeof linesWithin> }

export interface DeckSound extends BoardedSound { times: DeckTimes; spoken: readonly SpokenChapter[]; narratorId: string | null }

/** The voice of the texts: the chosen one, otherwise the narrator of the read, otherwise the voice that reads best. Throws when there is no voice at all. */
async function narratorVoice(services: Services, { board, performed }: HeardDeck): Promise<string> {
  const { narrator } = board.fields;
  const ofRead = performed.read.voiceMap[NARRATOR]?.voiceId;
  if (narrator ?? ofRead) return narrator?.voiceId ?? ofRead!;
  const voices = (await services.speech()).voices().filter(({ status }) => status === 'ready');
  const best = voices.find(({ styleTags }) => styleTags.some((tag) => /narrat/i.test(tag))) ?? voices[0];
  if (!best) throw new Error('no voice can narrate a deck');
  return best.voiceId;
}

/** The spoken text and the lines of a chapter. A text that was never spoken before is spoken now. */
export async function soundOfChapter(services: Services, chapter: ChapterItem, voiceId: string | null, signal: AbortSignal): Promise<SpokenChapter> {
  const words = textOf(chapter);
  const source = chapter.textMode === 'voiceover' && words && voiceId ? await narrated(services, words, voiceId, signal, { speed: chapter.textSpeed ?? 1, take: chapter.spokenTake ?? 0 }) : null;
  const startMs = Math.max(0, CHAPTER_AIR_MS.before + chapter.textOffsetMs);
  const text = source && { ...source, startMs, endMs: startMs + source.toMs };
  return { text, lines: linesWithin(chapter, source?.toMs ?? 0) };
}

/** The voice of a deck's texts; null when all texts are printed. */
export const speakingOf = async (services: Services, heard: HeardDeck): Promise<string | null> =>
  (heard.board.items.some(({ textMode }) => textMode === 'voiceover') ? narratorVoice(services, heard) : null);

/** The length of a chapter's spoken text, in milliseconds; 0 when the text is not spoken. Speaks the text unless it was spoken before. */
export async function spokenTextMs(services: Services, heard: HeardDeck, at: number, signal: AbortSignal, textSpeed?: number): Promise<number> {
  const chapter = heard.board.items[at];
  if (!chapter || chapter.textMode !== 'voiceover') return 0;
  const { text } = await soundOfChapter(services, { ...chapter, textSpeed: textSpeed ?? chapter.textSpeed ?? 1 }, await narratorVoice(services, heard), signal);
  return text ? text.endMs - text.startMs : 0;
}

/** What is heard in a chapter, on the clock of the film; a trimmed chapter leaves out what lies outside its trim. */
function linesOf(services: Services, { lines, text }: SpokenChapter, { trim }: ChapterItem, startMs: number, endMs: number, keys: ReadonlyMap<number,
  string>): TrailerLine[] {
  const shift = startMs - (trim?.fromMs ?? 0);
  const all: TrailerLine[] = [
    ...(text ? [{ open: text.open, fromMs: 0, toMs: text.toMs, atMs: shift + text.startMs, gainDb: 0 }] : []),
    ...lines.flatMap(({ line, startMs: from }) => {
      const key = keys.get(line.entryIndex);
      return key === undefined ? [] : [{ open: () => services.store.get(key), fromMs: line.fromMs, toMs: line.toMs, atMs: shift + from, gainDb: line.gainDb }];
    }),
  ];
  return all.filter(({ atMs, fromMs, toMs }) => atMs >= startMs && atMs + toMs - fromMs <= endMs);
}

/** Makes the sound of a deck: spoken texts, lines of the read, music, effects and bells. Throws `MakingFailed` when it would be silent. */
export async function makeDeckSound(services: Services, heard: HeardDeck, room: Pick<FilmRoom, 'folder' | 'signal'>): Promise<DeckSound> {
  const { board: { items, fields }, deck, performed } = heard;
  const times = deckTimes(heard.board);
  const voiceId = await speakingOf(services, heard);
  const spoken: SpokenChapter[] = [];
  for (const chapter of items) spoken.push(await soundOfChapter(services, chapter, voiceId, room.signal));
  const keys = new Map(performed.timeline.entries.map(({ entryIndex, key }) => [entryIndex, key]));
  const lines = spoken.flatMap((one, at) => {
    const { startMs, durationMs } = times.beats[at]!;
    return linesOf(services, one, items[at]!, startMs, startMs + durationMs, keys);
  });
  const bells = fields.bells.flatMap((bell) => {
    const at = items.findIndex(({ id }) => id === bell.chapterId);
    return at < 0 ? [] : effectSpan(bell, times.beats[at]!.startMs);
  });
  const effects = [...items.flatMap(({ effects: own }, at) => own.flatMap((effect) => effectSpan(effect, times.beats[at]!.startMs))), ...bells]
    .filter(({ startMs }) => startMs < times.durationMs).sort((one, next) => one.startMs - next.startMs);
  const sound = await makeFilmSound(services, DECK_TYPE, deck, {
    times, lines, music: await deckMusic(services, heard, times, room.signal), musicDb: fields.music.levelDb + MUSIC_DB, effects,
    beds: quietTrack(heard, times), before: deck.draft,
  }, room);
  return { ...sound, times, spoken, narratorId: voiceId };
}
