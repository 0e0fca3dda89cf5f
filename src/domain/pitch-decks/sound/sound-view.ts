import { findSound } from '../../../craft/audio/sounds/catalogue.js';
import type { Services } from '../../../kernel/services.js';
import { boardOf, type DeckRow } from '../deck-model.js';
import type { BoardContent } from '../../../kernel/families/storyboards/storyboard.js';
import { loadPerformed } from '../../artifacts/mix/performed-read.js';
import { deckTimes } from '../film/deck-times.js';
import { soundOfChapter, speakingOf } from '../film/deck-sound.js';
import { timedScore } from './score-view.js';

const spanOf = (soundId: string, startMs: number, totalMs: number): { startMs: number; endMs: number } =>
  ({ startMs: Math.round(startMs), endMs: Math.min(Math.round(totalMs), Math.round(startMs + (findSound(soundId)?.seconds ?? 0) * 1_000)) });

interface HeardSpan { chapterIndex: number; startMs: number; endMs: number; /** Whether it lies in its chapter whole. */ isHeard: boolean }
export interface HeardText extends HeardSpan { voiceId: string; textOffsetMs: number }
export interface HeardLineAt extends HeardSpan {
  lineIndex: number; entryIndex: number; sentence: number; speaker: string | null; text: string; lineOffsetMs: number; lineGainDb: number;
}

/** What sounds when in a deck, in milliseconds of its film. Texts that were never spoken are spoken first. */
export async function audioTimeline(services: Services, deck: DeckRow, content: BoardContent, signal: AbortSignal) {
  const board = boardOf(content);
  const { items, fields } = board;
  const { beats, durationMs } = deckTimes(board);
  const speaking = await speakingOf(services, { deck, board, performed: await loadPerformed(services, deck.artifactId, deck.readRevision) });
  const texts: HeardText[] = [];
  const lines: HeardLineAt[] = [];
  for (const [chapterIndex, chapter] of items.entries()) {
    const { startMs, durationMs: seenMs } = beats[chapterIndex]!;
    const { text, lines: said } = await soundOfChapter(services, chapter, speaking, signal);
    const shift = startMs - (chapter.trim?.fromMs ?? 0);
    const heard = (from: number, until: number): Omit<HeardSpan, 'chapterIndex'> => ({
      startMs: Math.round(shift + from), endMs: Math.round(shift + until), isHeard: shift + from >= startMs && shift + until <= startMs + seenMs,
    });
    if (text) texts.push({ chapterIndex, voiceId: speaking!, ...heard(text.startMs, text.endMs), textOffsetMs: chapter.textOffsetMs });
    for (const [lineIndex, { line, startMs: from, endMs }] of said.entries()) {
      const { entryIndex, sentence, speaker, text: words, offsetMs, gainDb } = line;
      lines.push({ chapterIndex, lineIndex, entryIndex, sentence, speaker, text: words, ...heard(from, endMs), lineOffsetMs: offsetMs, lineGainDb: gainDb });
    }
  }
  const effects = items.flatMap((chapter, chapterIndex) => chapter.effects.map(({ soundId, offsetMs, levelDb }) =>
    ({ chapterIndex, soundId, levelDb, ...spanOf(soundId, beats[chapterIndex]!.startMs + offsetMs, durationMs) })));
  const { muted } = fields.music;
  const isToPicture = fields.score !== null;
  const sections = !muted && isToPicture ? timedScore(board).sections.map(({ isStruck: _struck, countsPerMinute: _tempo, ...section }) => section) : [];
  return {
    durationMs: Math.round(durationMs), texts, lines, effects, bells: bellLane(content), quietTrack: fields.quietTrack.kind,
    music: { isHeard: !muted, isToPicture, levelDb: fields.music.levelDb, sections },
  };
}

/** The bells of a deck in the order in which they are heard, without those of removed chapters. */
export function bellLane(content: BoardContent) {
  const board = boardOf(content);
  const { beats, durationMs } = deckTimes(board);
  return board.fields.bells.flatMap(({ chapterId, soundId, offsetMs, levelDb }) => {
    const chapterIndex = board.items.findIndex(({ id }) => id === chapterId);
    return chapterIndex < 0 ? [] : [{ chapterIndex, soundId, offsetMs, levelDb, ...spanOf(soundId, beats[chapterIndex]!.startMs + offsetMs, durationMs) }];
  }).sort((one, next) => one.startMs - next.startMs);
}
