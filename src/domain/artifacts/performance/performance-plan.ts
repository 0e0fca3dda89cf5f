import { SPEED_RANGE, type Pronunciation, type SpeechEngine, type SpeechRequest } from '../../../craft/speech/port.js';
import { OPENING_MS } from '../../../craft/narrative/writing/direction/pauses.js';
import { isNoEffect, tailOf } from '../../../craft/speech/effects/line-effect.js';
import { announcerOf, spokenCredits } from '../../../craft/screenplay/index.js';
import { speakerOf, type Delivery, type Emotion, type Screenplay, type ScreenplayEntry, type LineEffect } from '../../../craft/screenplay/model.js';
import { pronunciationFinder } from '../../canon/pronunciations.js';
import type { VoiceMap } from '../../library/voice-map.js';

/** One line to be spoken, in the order of the performance. */
export interface PerformanceLinePlan {
  position: number;
  entryIndex: number;
  sceneIndex: number;
  character: string;
  request: SpeechRequest;
  pauseAfterMs: number;
  /** True for a line that begins just after the one before it, which is still heard. */
  joins?: true;
}

/** How long after a speech the one at the same time begins, so that a listener hears that there are two. */
export const JOINS_AFTER_MS = 240;

/** The time before the first line. */
export const LEAD_IN_MS = OPENING_MS;

/** Least pause between two scenes, and after the last line: a phrase of music fits into either. */
const SCENE_GAP_MS = 1_600;
const LEAD_OUT_MS = 2_600;

const PLAIN: Delivery = { emotion: 'neutral', speed: 1, volume: 1, pauseAfterMs: 350 };

/** How a person is played: a factor on the pace of every line, and the emotions that the person may show. */
export interface PlayedAs { speed?: number; emotions?: readonly Emotion[] }
export type Performances = Readonly<Record<string, PlayedAs>>;

/** The key for everybody in a performance. */
export const ALL = 'ALL';

const [MIN_SPEED, MAX_SPEED] = SPEED_RANGE;

/** A line keeps its emotion if its person may show it; otherwise it gets the first allowed one. Settings for one person take precedence over those for all. */
function playedAs({ emotion, speed }: Pick<Delivery, 'emotion' | 'speed'>, character: string, performances: Performances) {
  const [own, all] = [performances[character], performances[ALL]];
  const factor = own?.speed ?? all?.speed ?? 1;
  const emotions = own?.emotions ?? all?.emotions ?? [];
  return {
    emotion: emotions.length === 0 || emotions.includes(emotion) ? emotion : emotions[0]!,
    speed: Math.min(MAX_SPEED, Math.max(MIN_SPEED, Math.round(speed * factor * 100) / 100)),
  };
}

/** What directing a read fixes about its sound, besides the voices. */
export interface ReadSound {
  /** How people are played, by cue, `NARRATOR` or `ALL`; absent where nobody decided it. */
  performance?: Performances | null;
  /** The entries of the project's dictionary that occur in the read. Reads from before there was a dictionary have none. */
  pronunciations?: readonly Pronunciation[] | null;
}

/** The decisions about the sound of one line: the number of its take, and its effect unless that changes nothing. */
function soundOf({ sound }: Pick<ScreenplayEntry, 'sound'>): { take?: number | undefined; effect?: LineEffect } {
  if (!sound?.effect) return { take: sound?.take };
  const { modificationId: _, ...effect } = sound.effect;
  return { take: sound.take, ...(isNoEffect(effect) ? {} : { effect }) };
}

/** The spoken lines of a screenplay with their voices. Throws when a speaker has no voice, which the cast check rules out. */
export function planPerformance(screenplay: Screenplay, voices: VoiceMap, { pronunciations, performance }: ReadSound = {}): PerformanceLinePlan[] {
  const findPronunciations = pronunciationFinder(pronunciations ?? []);
  const lines: PerformanceLinePlan[] = [];
  for (const entry of screenplay.entries) {
    const character = speakerOf(entry, screenplay.narrationPolicy);
    const text = (entry.ttsText ?? entry.text).trim();
    if (character === null || text === '') continue;
    const voice = voices[character];
    if (!voice) throw new Error(`no voice for ${character}`);
    const { volume, pauseAfterMs, distance, ...delivered } = entry.delivery ?? PLAIN;
    const { emotion, speed } = playedAs(delivered, character, performance ?? {});
    const said = findPronunciations(text);
    const { take, effect } = soundOf(entry);
    lines.push({
      position: lines.length, entryIndex: entry.index, sceneIndex: entry.sceneIndex, character, pauseAfterMs,
      ...(joinsBefore(screenplay, entry) && lines.at(-1)?.entryIndex === entry.index - 1 ? { joins: true as const } : {}),
      request: {
        text, voiceId: voice.voiceId, emotion, speed, volume, ...(distance ? { distance } : {}), ...(said.length > 0 ? { pronunciations: said } : {}),
        ...(take ? { take } : {}), ...(effect ? { effect } : {}),
      },
    });
  }
  return lines.map((line, position) => ({ ...line, pauseAfterMs: pauseOf(line, lines[position + 1]) }));
}

/** True for the first line of the right one of two simultaneous speeches, which begins with the last line of the left one. */
const joinsBefore = ({ entries }: Pick<Screenplay, 'entries'>, { index, sceneIndex, dual }: ScreenplayEntry): boolean =>
  dual === 'right' && entries[index - 1]?.dual === 'left' && entries[index - 1]!.sceneIndex === sceneIndex;

/** Spoken credits: the opening before the first line, and the closing after the last one. */
export interface CreditPlan { text: string; request: SpeechRequest }
export interface CreditsPlan { opening: CreditPlan | null; closing: CreditPlan | null }

/**
 * The spoken credits of a read with their voice; null for credits that the read does not have, and when no narrator, teller of the story, reader or host has
 * a voice.
 */
export function planCredits(screenplay: Screenplay, voices: VoiceMap, { pronunciations }: Pick<ReadSound, 'pronunciations'> = {}): CreditsPlan {
  const { opening, closing } = spokenCredits(screenplay);
  const voice = voices[announcerOf(screenplay, (cue) => voices[cue] !== undefined) ?? ''];
  const findPronunciations = pronunciationFinder(pronunciations ?? []);
  const plan = (text: string | null): CreditPlan | null => {
    if (text === null || !voice) return null;
    const said = findPronunciations(text);
    return { text, request: { text, voiceId: voice.voiceId, emotion: 'neutral', speed: 1, volume: 1, ...(said.length > 0 ? { pronunciations: said } : {}) } };
  };
  return { opening: plan(opening), closing: plan(closing) };
}

/** True when more than half of the lines cannot be spoken; then the read is not made. */
export const isTooManyLost = (lost: number, lineCount: number): boolean => lost * 2 > lineCount;

/**
 * The first line of each speaker that its voice can never say, with the reason, where that is known without trying. Empty unless
 * too many lines are lost: the performance finds a remedy for a few.
 */
export function listUnspeakable(
  speech: Pick<SpeechEngine, 'findObstacle'>, lines: readonly PerformanceLinePlan[],
): { character: string; entryIndex: number; because: string }[] {
  const found = new Map<string, { character: string; entryIndex: number; because: string }>();
  let lost = 0;
  for (const { character, entryIndex, request } of lines) {
    const because = speech.findObstacle(request);
    if (because === null) continue;
    lost++;
    if (!found.has(character)) found.set(character, { character, entryIndex, because });
  }
  return isTooManyLost(lost, lines.length) ? [...found.values()] : [];
}

/** The positions of lines after which the scene changes or the read ends: music plays in those pauses. -1 stands for the pause before the first line. */
export function musicPlaces(lines: readonly Pick<PerformanceLinePlan, 'sceneIndex'>[]): ReadonlySet<number> {
  return new Set([-1, ...lines.flatMap(({ sceneIndex }, at) => (lines[at + 1]?.sceneIndex === sceneIndex ? [] : [at]))]);
}

/** The pause after a line: the requested one, or the shortest allowed one if that is longer. The reverberation of an effect fills part of it. */
function pauseOf(line: PerformanceLinePlan, next: PerformanceLinePlan | undefined): number {
  const { effect } = line.request;
  return Math.max(0, Math.max(line.pauseAfterMs, leastPause(line, next)) - (effect ? tailOf(effect) : 0));
}

function leastPause(line: PerformanceLinePlan, next: PerformanceLinePlan | undefined): number {
  if (!next) return LEAD_OUT_MS;
  return next.sceneIndex === line.sceneIndex ? 0 : SCENE_GAP_MS;
}
