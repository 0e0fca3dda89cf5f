import { createHash } from 'node:crypto';
import { asStored, neuralDesignId, type NeuralRecipe } from '../../../craft/speech/designed/neural-design.js';
import { stageDesignId, type StageRecipe } from '../../../craft/speech/designed/stage-design.js';
import type { FliteBase } from '../../../craft/speech/flite/voices.js';
import { hzOf, STYLE_HZ } from '../../../craft/speech/neural/voices.js';
import { canonicalJson } from '../../../kernel/contract/canonical-json.js';
import type { VoiceBrief } from './voice-brief.js';
import { goalOf } from './voice-goal.js';

/** A voice that may become a variant: its id before its level is measured, and a function for its id with another gain. */
export interface Candidate { voiceId: string; withGain(gainDb: number): string; gainDb: number }

/** Numbers from 0 to 1, the same for the same seed. */
type Draw = () => number;

function drawFrom(seed: string): Draw {
  let block = createHash('sha256').update(seed).digest();
  let at = 0;
  return () => {
    if (at + 4 > block.length) {
      block = createHash('sha256').update(block).digest();
      at = 0;
    }
    at += 4;
    return block.readUInt32BE(at - 4) / 2 ** 32;
  };
}

const around = (draw: Draw, middle: number, spread: number): number => middle + spread * (2 * draw() - 1);
const oneOf = <T>(draw: Draw, all: readonly T[]): T => all[Math.floor(draw() * all.length)]!;

/** Accents that are nearer to British than to American pronunciation. */
const NEAR_BRITISH = new Set(['British', 'English', 'Scottish', 'Irish', 'Welsh', 'Australian']);
const isBritish = (accent: string | null): boolean => accent !== null && NEAR_BRITISH.has(accent);

/** Gain in decibels that most mixtures need; the measured level replaces it. */
const NEURAL_GAIN_DB = -2.7;
const STAGE_GAIN_DB: Record<FliteBase, number> = { rms: -2.8, awb: -5, slt: -8.6, kal16: 3.6 };
/** A style sounds pressed or hollow when its pitch is moved further. Children's voices are moved as far as necessary. */
const MAX_SHIFT = 1.35;
const SHARES = [0.5, 0.4, 0.3, 0.25];

const letterOf = (gender: VoiceBrief['gender'], draw: Draw): string => ({ female: 'f', male: 'm', neutral: draw() < 0.5 ? 'f' : 'm' })[gender];

/**
 * Two styles of the person's sex, the first in the wanted accent; for a neutral person one style of each sex, for boys often female ones. The styles only
 * colour the voice; the phonemes decide the accent.
 */
function mixture(brief: VoiceBrief, draw: Draw): NeuralRecipe['styles'] {
  const place = isBritish(brief.accent) ? 'b' : 'a';
  const all = Object.keys(STYLE_HZ);
  const sex = brief.ageRange === 'child' && brief.gender === 'male' && draw() < 0.6 ? 'f' : letterOf(brief.gender, draw);
  const first = oneOf(draw, all.filter((style) => style.startsWith(`${place}${sex}`)));
  const second = oneOf(draw, all.filter((style) => style !== first && style[1] === (brief.gender === 'neutral' ? (sex === 'f' ? 'm' : 'f') : sex)));
  const share = brief.gender === 'neutral' ? 0.5 : oneOf(draw, SHARES);
  return [[first, 1 - share], [second, share]];
}

function neuralCandidate(brief: VoiceBrief, draw: Draw): Candidate {
  const goal = goalOf(brief);
  const styles = mixture(brief, draw);
  const wanted = around(draw, goal.pitchHz, goal.pitchHz * goal.pitchSpread) / hzOf(styles);
  const shift = brief.ageRange === 'child' ? wanted : Math.min(Math.max(wanted, 1 / MAX_SHIFT), MAX_SHIFT);
  const recipe = asStored({
    gender: brief.gender, ageRange: brief.ageRange, phonemes: isBritish(brief.accent) ? 'gb' : 'us', styles, pitch: shift,
    tractFactor: around(draw, goal.tractFactor, 0.045), rate: around(draw, goal.rate, 0.04), melody: around(draw, goal.vibrato ? 0.92 : 1, 0.15),
    vibrato: goal.vibrato, gainDb: NEURAL_GAIN_DB,
  });
  return { voiceId: neuralDesignId(recipe), gainDb: recipe.gainDb, withGain: (gainDb) => neuralDesignId({ ...recipe, gainDb }) };
}

const MACHINE = /\b(?:machine|robot\w*|computer|android|loudspeaker|synthetic)\b/i;

/** Median pitch in Hz of the `rms` base, whose pitch cannot be set. */
const RMS_HZ = 103;

/** Base voices by sex, each with the vocal tract factor that makes it sound like a grown person of that sex. */
const STAGE_BASES: Record<VoiceBrief['gender'], readonly (readonly [base: FliteBase, tract: number])[]> = {
  female: [['slt', 1], ['slt', 1], ['awb', 1.18]], male: [['awb', 1], ['rms', 1], ['slt', 0.8]], neutral: [['slt', 0.9], ['awb', 1.1]],
};

function stageCandidate(brief: VoiceBrief, draw: Draw): Candidate {
  const goal = goalOf(brief);
  const isMachine = MACHINE.test(`${brief.description} ${brief.tags.join(' ')}`);
  const bases = STAGE_BASES[brief.gender].filter(([base]) => base !== 'rms' || (goal.pitchHz >= RMS_HZ * 0.85 && goal.pitchHz <= RMS_HZ * 1.2));
  const [base, grown] = isMachine ? ['kal16', 1] as const : oneOf(draw, bases);
  const pitchHz = Math.round(around(draw, goal.pitchHz, goal.pitchHz * goal.pitchSpread));
  const spread = Math.max(1, Math.round(pitchHz * (isMachine ? 0.01 : around(draw, 0.14, 0.05))));
  // The pitch of the `rms` base is fixed, so its tract alone moves the voice.
  const tract = base === 'rms' ? Math.min(Math.max(pitchHz / RMS_HZ, 0.88), 1.16) : grown * around(draw, goal.tractFactor, 0.09);
  const recipe: StageRecipe = {
    gender: brief.gender, ageRange: brief.ageRange, base, tractFactor: tract, rate: around(draw, goal.rate, 0.04),
    pitchHz: base === 'rms' ? null : pitchHz, pitchSpreadHz: base === 'rms' ? null : spread, vibrato: goal.vibrato, gainDb: STAGE_GAIN_DB[base],
  };
  return { voiceId: stageDesignId(recipe), gainDb: recipe.gainDb, withGain: (gainDb) => stageDesignId({ ...recipe, gainDb }) };
}

/** Different candidates for a brief, in the order of trying; the same brief gives the same candidates. */
export function candidatesFor(brief: VoiceBrief, provider: 'neural' | 'stage', count: number): Candidate[] {
  const { count: _count, ...sought } = brief;
  const draw = drawFrom(canonicalJson({ ...sought, provider }));
  const made = new Map<string, Candidate>();
  for (let tries = 0; made.size < count && tries < 20 * count; tries++) {
    const candidate = (provider === 'neural' ? neuralCandidate : stageCandidate)(brief, draw);
    if (!made.has(candidate.voiceId)) made.set(candidate.voiceId, candidate);
  }
  return [...made.values()];
}
