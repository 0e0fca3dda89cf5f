import { ALIKE_VOICES, SAME_VOICE, voiceDistance } from '../../../craft/speech/sound/voice-distance.js';
import { defineCoverage } from '../../../kernel/families/coverage/coverage.js';
import type { CheckResult, Finding, Note, Rubric } from '../../../kernel/families/coverage/rubric.js';
import { ApiError } from '../../../kernel/errors/api-error.js';
import { getRequest } from '../../../kernel/families/candidates/candidates.js';
import { findCastCanon } from '../cast-canon-store.js';
import { nearestIn, restOfCast, type HeardMember } from './cast-prints.js';
import { voiceDesigns } from './design-kind.js';
import { briefOfDesign, type DesignVariant } from './design-variant.js';
import type { VoiceBrief } from './voice-brief.js';
import { paceRangeOf, pitchRangeOf } from './voice-goal.js';

/** What is judged: the variants of a design beside the rest of the cast. */
export interface JudgedDesign {
  brief: VoiceBrief;
  variants: Pick<DesignVariant, 'voiceId' | 'name' | 'pitchHz' | 'wordsPerSecond' | 'timbre'>[];
  cast: HeardMember[];
}

type Variant = JudgedDesign['variants'][number];

/** From this distance on, a voice differs enough. */
const FAR = 6;

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / Math.max(values.length, 1);
const scoreOfDistance = (distance: number): number => Math.round(100 * Math.min(1, Math.max(0, (distance - SAME_VOICE) / (FAR - SAME_VOICE))) ** 0.5);
const anchorOf = (at: number, { voiceId }: Variant) => ({ field: `variants.${at}`, quote: voiceId });
const MEND = 'Choose another variant, or design the voice again with another pitch, pace or age.';

function closeNotes({ variants, cast }: JudgedDesign): Note[] {
  return variants.flatMap((variant, at): Note[] => cast.flatMap((member): Note[] => {
    if (!member.print) return [];
    const distance = voiceDistance(variant, member.print);
    if (distance >= ALIKE_VOICES) return [];
    const isSame = distance < SAME_VOICE;
    return [{
      severity: isSame ? 'critical' : 'major', category: 'distinctness', anchor: anchorOf(at, variant), suggestion: MEND,
      message: `A listener may take ${variant.name} for ${member.character} (${member.voiceName}): distance ${distance.toFixed(2)}, ${isSame
        ? `which one voice can be from itself (up to ${SAME_VOICE})` : `and voices are told apart from ${ALIKE_VOICES} on`}.`,
    }];
  }));
}

function distinctness(design: JudgedDesign): Finding {
  const distances = design.variants.flatMap((variant) => nearestIn(design.cast, variant)?.distance ?? []);
  if (distances.length === 0) return { score: 100, rationale: 'Nobody else of the cast has a voice that can be compared.' };
  const least = Math.min(...distances);
  return {
    score: scoreOfDistance(least), rationale: `The nearest variant is ${least.toFixed(2)} from the nearest voice of the cast; the mean is ${mean(distances).toFixed(2)}.`,
  };
}

function variety({ variants }: JudgedDesign): Finding {
  const pairs = variants.flatMap((one, at) => variants.slice(at + 1).map((other) => ({ one, other, distance: voiceDistance(one, other) })));
  const least = Math.min(...pairs.map(({ distance }) => distance));
  if (pairs.length === 0) return { score: 100, rationale: 'There is one variant only.' };
  return {
    score: scoreOfDistance(least), rationale: `The two nearest variants are ${least.toFixed(2)} apart.`,
    notes: pairs.filter(({ distance }) => distance < ALIKE_VOICES).map(({ one, other, distance }) => ({
      severity: 'minor', category: 'variety', message: `${one.name} and ${other.name} sound alike: distance ${distance.toFixed(2)}.`,
      anchor: anchorOf(variants.indexOf(other), other), suggestion: 'Treat the two as one choice.',
    })),
  };
}

const within = (value: number, [from, to]: readonly [number, number]): boolean => value >= from && value <= to;

function misfits({ brief, variants }: JudgedDesign): Note[] {
  const [pitches, paces] = [pitchRangeOf(brief), paceRangeOf(brief)];
  return variants.flatMap((variant, at): Note[] => {
    const anchor = anchorOf(at, variant);
    const wanted = `${brief.pitch ?? 'any'} pitch, ${brief.pace ?? 'any'} pace, ${brief.ageRange.replace('_', ' ')}, ${brief.gender}`;
    const notes: Note[] = [];
    if (variant.pitchHz !== null && !within(variant.pitchHz, pitches)) {
      notes.push({
        severity: 'major', category: 'fit', anchor, suggestion: 'Choose a variant within the range, or say another pitch in the brief.',
        message: `${variant.name} speaks at ${Math.round(variant.pitchHz)} Hz; the brief (${wanted}) is ${pitches.map(Math.round).join(' to ')} Hz.`,
      });
    }
    if (!within(variant.wordsPerSecond, paces)) {
      notes.push({
        severity: 'minor', category: 'fit', anchor, suggestion: 'Choose a variant within the range, or say another pace in the brief.',
        message: `${variant.name} says ${variant.wordsPerSecond.toFixed(1)} words a second; the brief (${wanted}) is ${paces.join(' to ')}.`,
      });
    }
    return notes;
  });
}

function fit(design: JudgedDesign): Finding {
  const notes = misfits(design);
  const penalty = notes.reduce((sum, { severity }) => sum + (severity === 'major' ? 1 : 0.5), 0) / Math.max(design.variants.length, 1);
  const answering = new Set(design.variants.keys());
  for (const { anchor } of notes) answering.delete(Number(anchor?.field?.split('.')[1]));
  return {
    score: Math.round(100 * Math.max(0, 1 - 0.7 * penalty)), notes, rationale: `${answering.size} of ${design.variants.length} variants answer the brief in pitch and pace.`,
  };
}

function unmeasured({ cast }: JudgedDesign): CheckResult {
  const silent = cast.filter(({ print }) => print === null);
  return {
    passed: silent.length === 0,
    details: silent.length === 0 ? 'Every voice of the cast could be compared.' : `Not compared: ${silent.map(({ character }) => character).join(', ')}.`,
    notes: silent.map(({ character, voiceName }) => ({
      severity: 'minor', category: 'distinctness', anchor: null, suggestion: 'Listen to both before you choose.',
      message: `The voice of ${character} (${voiceName}) is spoken by a service and was not compared.`,
    })),
  };
}

function told(design: JudgedDesign): CheckResult {
  const notes = closeNotes(design);
  const taken = notes.filter(({ severity }) => severity === 'critical');
  return {
    passed: taken.length === 0, notes,
    details: taken.length === 0 ? 'No variant is so near to another voice of the cast that it may be the same.' : `${taken.length} times a variant sounds like another member of the cast.`,
  };
}

const RUBRIC: Rubric<JudgedDesign> = {
  version: 'voice-design-1', gateThreshold: 50,
  categories: [
    { category: 'distinctness', weight: 3, judge: distinctness },
    { category: 'fit', weight: 2, judge: fit },
    { category: 'variety', weight: 1, judge: variety },
  ],
  checks: [
    { id: 'told-apart', holdsGate: true, run: told },
    { id: 'compared', run: unmeasured },
  ],
  about: ({ brief, variants }) => ({
    logline: `${variants.length} voices for ${brief.character}`, synopsis: variants.map(({ name, pitchHz, wordsPerSecond }) =>
      `${name}: ${pitchHz === null ? 'unvoiced' : `${Math.round(pitchHz)} Hz`}, ${wordsPerSecond.toFixed(1)} words a second`).join('. '),
  }),
};

/** Judges the variants of a design beside the current cast. Every save of the cast makes a new version of the document. */
export const voiceDesignCoverage = defineCoverage<JudgedDesign>({
  subject: 'voice_design', rubric: RUBRIC,
  async document({ db, store }, { id, projectId }) {
    const [design, canon] = await Promise.all([getRequest({ db }, voiceDesigns, projectId, id), findCastCanon(db, projectId)]);
    if (design.status !== 'READY') throw new ApiError('artifact_not_ready', 'the voices of this design are not made yet', { status: design.status });
    const brief = briefOfDesign(design);
    return {
      version: canon?.version ?? 0,
      content: {
        brief, cast: await restOfCast(store, canon, brief.character),
        variants: design.candidates.map(({ facts: { voiceId, name, pitchHz, wordsPerSecond, timbre } }) => (
          { voiceId, name, pitchHz, wordsPerSecond, timbre })),
      },
    };
  },
});
