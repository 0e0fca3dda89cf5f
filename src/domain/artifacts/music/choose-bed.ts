import type { MixSpan } from '../../../craft/audio/mix/mix.js';
import { BRIDGE_DB, bridgeClip, isBridged, renderBridge } from '../../../craft/audio/score/bridge.js';
import { MUSIC } from '../../../craft/audio/sounds/music.js';
import type { FillPause } from '../../../craft/audio/timeline-pcm.js';
import { quietFrom, type Timeline, type TimelineEntry } from '../../../craft/audio/timeline.js';
import { madeOnce } from '../mix/recent-clips.js';
import { MOODS, type Mood } from '../../../craft/narrative/writing/direction/cues.js';
import type { Emotion, Screenplay, ScreenplayEntry } from '../../../craft/screenplay/model.js';

/** The mood of a passage; `even` when too few signs of a mood are found. */
export interface PassageMood { mood: Mood; /** Signs per hundred words. */ strength: number }

const MOOD_OF: Partial<Record<Emotion, Mood>> = {
  sad: 'grave', afraid: 'tense', angry: 'tense', shout: 'tense', whisper: 'hushed', calm: 'hushed', happy: 'bright',
};
/** The way a line is spoken says more about the mood than a word in it. */
const SPOKEN_WEIGHT = 2;
/** Signs per hundred words below which a passage has no mood. */
const LEAST_STRENGTH = 0.6;

/** The mood of directed entries, from their words and from how they are spoken. */
export function moodOf(entries: readonly ScreenplayEntry[]): PassageMood {
  const signs = new Map<Mood, number>();
  const add = (mood: Mood, count: number) => signs.set(mood, (signs.get(mood) ?? 0) + count);
  let words = 0;
  for (const { text, delivery, tuned } of entries) {
    words += text.split(/\s+/u).length;
    for (const { mood, pattern } of MOODS) add(mood, text.match(pattern)?.length ?? 0);
    const spoken = MOOD_OF[tuned?.emotion ?? delivery?.emotion ?? 'neutral'];
    if (spoken) add(spoken, SPOKEN_WEIGHT);
  }
  const [mood, count] = [...signs].sort(([, one], [, other]) => other - one)[0] ?? ['even', 0];
  const strength = (100 * count) / Math.max(1, words);
  return strength < LEAST_STRENGTH ? { mood: 'even', strength: 0 } : { mood, strength };
}

/** Pieces for each mood, the most fitting first. */
const PIECES: Readonly<Record<Mood, readonly string[]>> = {
  tense: ['rising-tension', 'night-mystery', 'slow-march'],
  hushed: ['night-mystery', 'lullaby', 'calm-strings'],
  grave: ['quiet-sorrow', 'slow-march', 'lullaby'],
  bright: ['hopeful-morning', 'playful-steps', 'calm-strings'],
  even: ['calm-strings', 'hopeful-morning', 'lullaby'],
};

const stemOf = (word: string): string => word.toLowerCase().slice(0, 5);

/** Pieces whose labels or tags share words with the prompt, most shared words first. */
function piecesFor(prompt: string): string[] {
  const asked = new Set((prompt.match(/\p{L}{3,}/gu) ?? []).map(stemOf));
  const scored = MUSIC.map(({ soundId, label, tags }) => {
    const own = new Set([...label.split(' '), ...tags.filter((tag) => tag !== 'music')].map(stemOf));
    return { soundId, score: [...own].filter((word) => asked.has(word)).length };
  });
  return scored.filter(({ score }) => score > 0).sort((one, other) => other.score - one.score).map(({ soundId }) => soundId);
}

/** The piece for a mood and a prompt; a null prompt is ignored. `take` counts from 1, and each take is another piece until all were used. */
export function choosePiece(mood: Mood, prompt: string | null, take: number): string {
  const fitting = [...new Set([...prompt === null ? [] : piecesFor(prompt), ...PIECES[mood], ...MUSIC.map(({ soundId }) => soundId)])];
  return fitting[(take - 1) % fitting.length]!;
}

const bridgePiece = ({ entries }: Pick<Screenplay, 'entries'>): string => choosePiece(moodOf(entries).mood, null, 1);

/** Fills the pauses at these places with phrases of one piece, which suits the mood of the whole read. */
export function bridgesOf(screenplay: Pick<Screenplay, 'entries'>, places: ReadonlySet<number>): FillPause {
  const soundId = bridgePiece(screenplay);
  return (after, durationMs) => (places.has(after) ? renderBridge({ soundId, durationMs }) : null);
}

/** The phrases of `bridgesOf` as spans of a mix. */
export function bridgeSpans(screenplay: Pick<Screenplay, 'entries'>, places: ReadonlySet<number>, timeline: Timeline): MixSpan[] {
  const soundId = bridgePiece(screenplay);
  const spanAt = (place: number, startMs: number, durationMs: number): MixSpan[] => {
    const clip = madeOnce(() => Promise.resolve(bridgeClip({ soundId, durationMs })));
    return places.has(place) && isBridged({ durationMs }) ? [{ clip, startMs, endMs: startMs + durationMs, levelDb: BRIDGE_DB, ducking: 0, fadeInMs: 0, fadeOutMs: 0, anchor: 'start' }] : [];
  };
  const { leadInMs, entries, opening, closing } = timeline;
  const pauseOf = ({ silenceAfterMs }: TimelineEntry, place: number, fromMs: number): number =>
    (closing && place === entries.length - 1 ? closing.startMs - fromMs : silenceAfterMs);
  return [...spanAt(-1, 0, opening?.startMs ?? leadInMs), ...entries.flatMap((entry, place) => {
    const fromMs = quietFrom(entries, place);
    return spanAt(place, fromMs, pauseOf(entry, place, fromMs));
  })];
}
