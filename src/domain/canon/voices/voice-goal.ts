import type { Gender } from '../../../craft/screenplay/model.js';
import type { VoiceBrief } from './voice-brief.js';

type Pitches = readonly [low: number, medium: number, high: number];

/** Median pitch in Hz of low, middling and high voices by sex and age. */
const PITCH_HZ: Record<Gender, Record<VoiceBrief['ageRange'], Pitches>> = {
  female: { child: [240, 262, 285], teen: [205, 228, 250], young_adult: [178, 203, 232], adult: [158, 188, 220], senior: [160, 185, 212] },
  male: { child: [225, 248, 272], teen: [145, 168, 190], young_adult: [104, 126, 152], adult: [84, 112, 142], senior: [98, 128, 160] },
  neutral: { child: [232, 255, 278], teen: [170, 195, 220], young_adult: [138, 160, 182], adult: [128, 150, 174], senior: [126, 150, 176] },
};
const PACE: Record<NonNullable<VoiceBrief['pace']>, number> = { slow: 0.86, medium: 1, fast: 1.13 };
const SENIOR_PACE = 0.92;
/** Vocal tract factor by age; above 1 means a smaller head. */
const TRACT: Record<VoiceBrief['ageRange'], number> = { child: 1.18, teen: 1.06, young_adult: 1.02, adult: 1, senior: 0.99 };
const LEVEL_TRACT: Record<NonNullable<VoiceBrief['pitch']>, number> = { low: -0.04, medium: 0, high: 0.03 };

/** How far the variants spread around the goal, as a share of the pitch; wider when the brief leaves the pitch open. */
const SPREAD = { given: 0.07, open: 0.16 };

/** What the variants of a brief aim at. */
export interface VoiceGoal { pitchHz: number; pitchSpread: number; rate: number; tractFactor: number; vibrato: boolean }

export function goalOf({ gender, ageRange, pitch, pace }: VoiceBrief): VoiceGoal {
  const [low, medium, high] = PITCH_HZ[gender][ageRange];
  return {
    pitchHz: { low, medium, high }[pitch ?? 'medium'], pitchSpread: pitch === null ? SPREAD.open : SPREAD.given,
    rate: PACE[pace ?? 'medium'] * (ageRange === 'senior' && pace === null ? SENIOR_PACE : 1),
    tractFactor: TRACT[ageRange] + (ageRange === 'child' ? 0 : LEVEL_TRACT[pitch ?? 'medium']), vibrato: ageRange === 'senior',
  };
}

/** The range of pitches, in Hz, that fit the brief. */
export function pitchRangeOf({ gender, ageRange, pitch }: VoiceBrief): readonly [from: number, to: number] {
  const [low, medium, high] = PITCH_HZ[gender][ageRange];
  const [toLow, toHigh] = [Math.sqrt(low * medium), Math.sqrt(medium * high)];
  switch (pitch) {
    case 'low': return [low * 0.8, toLow * 1.04];
    case 'medium': return [toLow * 0.97, toHigh * 1.03];
    case 'high': return [toHigh * 0.96, high * 1.25];
    case null: return [low * 0.85, high * 1.15];
  }
}

/** The range of paces, in words per second, that fit the brief, for sentences of a few seconds without pauses between them. */
export function paceRangeOf({ pace, ageRange }: VoiceBrief): readonly [from: number, to: number] {
  switch (pace) {
    case 'slow': return [1.5, 3.5];
    case 'medium': return [2.5, 4.5];
    case 'fast': return [3.2, 6];
    case null: return ageRange === 'senior' ? [1.8, 4.4] : [2.2, 4.8];
  }
}
