import type { Pronunciation, SpeechEngine, SpeechRequest } from '../../../craft/speech/port.js';
import { OPENING_MS } from '../../../craft/narrative/writing/direction/pauses.js';
import { speakerOf, type Delivery, type Screenplay } from '../../../craft/screenplay/model.js';
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
}

/** The time before the first line. */
export const LEAD_IN_MS = OPENING_MS;

/** Least pause between two scenes, and after the last line: a phrase of music fits into either. */
const SCENE_GAP_MS = 1_600;
const LEAD_OUT_MS = 2_600;

const PLAIN: Delivery = { emotion: 'neutral', speed: 1, volume: 1, pauseAfterMs: 350 };

/** What a read fixes about its sound when it is directed, besides its voices. */
export interface ReadSound {
  /** The entries of the project's dictionary that occur in the read; reads that were made before there was one have none. */
  pronunciations?: readonly Pronunciation[] | null;
}

/** The spoken lines of a screenplay with their voices. Throws when a speaker has no voice, which the cast check rules out. */
export function planPerformance(screenplay: Screenplay, voices: VoiceMap, { pronunciations }: ReadSound = {}): PerformanceLinePlan[] {
  const findPronunciations = pronunciationFinder(pronunciations ?? []);
  const lines: PerformanceLinePlan[] = [];
  for (const entry of screenplay.entries) {
    const character = speakerOf(entry, screenplay.narrationPolicy);
    const text = (entry.ttsText ?? entry.text).trim();
    if (character === null || text === '') continue;
    const voice = voices[character];
    if (!voice) throw new Error(`no voice for ${character}`);
    const { emotion, speed, volume, pauseAfterMs, distance } = entry.delivery ?? PLAIN;
    const said = findPronunciations(text);
    lines.push({
      position: lines.length, entryIndex: entry.index, sceneIndex: entry.sceneIndex, character, pauseAfterMs,
      request: {
        text, voiceId: voice.voiceId, emotion, speed, volume, ...(distance ? { distance } : {}), ...(said.length > 0 ? { pronunciations: said } : {}),
      },
    });
  }
  return lines.map((line, position) => ({ ...line, pauseAfterMs: Math.max(line.pauseAfterMs, leastPause(line, lines[position + 1])) }));
}

/** True when too few lines of a read can be said for the read to be made: more than half are lost. */
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

/** Lines after whose pause the read is in another scene, or over: music is heard there. -1 is the place before the first line. */
export function musicPlaces(lines: readonly Pick<PerformanceLinePlan, 'sceneIndex'>[]): ReadonlySet<number> {
  return new Set([-1, ...lines.flatMap(({ sceneIndex }, at) => (lines[at + 1]?.sceneIndex === sceneIndex ? [] : [at]))]);
}

function leastPause(line: PerformanceLinePlan, next: PerformanceLinePlan | undefined): number {
  if (!next) return LEAD_OUT_MS;
  return next.sceneIndex === line.sceneIndex ? 0 : SCENE_GAP_MS;
}
