import { scoreSections } from '../../craft/trailer/section-plan.js';
import { msOfCounts } from '../../craft/trailer/cut.js';
import { findSound } from '../../craft/audio/sounds/catalogue.js';
import { beatTimes } from './film/trailer-sound.js';
import { heardFrom, type TrailerBoard } from './trailer-model.js';

/** The lines, effects and music of a trailer with their times, in milliseconds from its start. */
export function audioTimeline(board: TrailerBoard) {
  const { beats, durationMs } = beatTimes(board);
  const lines = board.items.flatMap(({ line }, at) => {
    if (!line) return [];
    const startMs = Math.round(heardFrom(beats[at]!, line));
    const { entryIndex, sentence, speaker, text, offsetMs, gainDb } = line;
    const endMs = startMs + line.toMs - line.fromMs;
    return [{ beatIndex: at, entryIndex, sentence, speaker, text, startMs, endMs, lineOffsetMs: offsetMs, lineGainDb: gainDb }];
  });
  const effects = board.items.flatMap((beat, at) => beat.effects.map(({ soundId, offsetMs, levelDb }) => {
    const startMs = Math.round(beats[at]!.startMs + offsetMs);
    const soundMs = Math.round((findSound(soundId)?.seconds ?? 0) * 1_000);
    return { beatIndex: at, soundId, levelDb, startMs, endMs: Math.min(Math.round(durationMs), startMs + soundMs) };
  }));
  const { sections, hits } = scoreSections({ beats: board.items });
  let count = 0;
  const music = sections.map(({ role, level, counts }) => {
    const startMs = Math.round(msOfCounts(board.fields, count));
    count += counts;
    return { role, level: [...level], startMs, endMs: Math.round(msOfCounts(board.fields, count)) };
  });
  return {
    durationMs: Math.round(durationMs), lines, effects, music: board.fields.music.muted ? [] : music,
    hits: board.fields.music.muted ? [] : hits.map((hit) => Math.round(msOfCounts(board.fields, hit))),
  };
}
