import Type, { type Static } from 'typebox';
import { BEAT_ROLES, type Beat, type PlanBrief, type PlanDraft, type ScriptBlueprint } from '../../narrative/model.js';
import { NARRATOR } from '../../screenplay/model.js';
import type { Quotable } from './material.js';
import { findQuote, type FoundQuote } from './quotes.js';

const closed = { additionalProperties: false };
const Text = (maxLength: number) => Type.String({ maxLength });
const Needed = (maxLength: number) => Type.String({ minLength: 1, maxLength });
const Gender = Type.Unsafe<'female' | 'male' | 'neutral'>({ type: 'string', enum: ['female', 'male', 'neutral'] });

export const PlanAnswer = Type.Object({
  title: Needed(160),
  summary: Needed(3_000),
  gaps: Type.Array(Text(400), { maxItems: 20 }),
  rightsNotes: Type.Array(Text(400), { maxItems: 20 }),
  evidence: Type.Array(Type.Object({
    sourceId: Text(128), quote: Text(1_200), confidence: Type.Number({ minimum: 0, maximum: 1 }),
  }, closed), { maxItems: 60 }),
  thesis: Type.Object({
    oneLine: Needed(400), supportingEvidence: Type.Array(Type.Integer({ minimum: 0 }), { maxItems: 20 }),
    avoidClaims: Type.Array(Text(400), { maxItems: 20 }),
  }, closed),
  beats: Type.Array(Type.Object({
    role: Type.Unsafe<(typeof BEAT_ROLES)[number]>({ type: 'string', enum: [...BEAT_ROLES] }),
    title: Needed(160), narration: Needed(2_000), visualIntent: Text(600),
    evidence: Type.Array(Type.Integer({ minimum: 0 }), { maxItems: 20 }), estimatedSeconds: Type.Number({ minimum: 1, maximum: 3_600 }),
  }, closed), { minItems: 1, maxItems: 24 }),
  visualSystem: Type.Object({ style: Text(600), palette: Type.Array(Text(40), { maxItems: 8 }), typography: Text(200) }, closed),
  audioSystem: Type.Object({ voice: Text(600), music: Text(600), sfxPolicy: Text(600) }, closed),
  script: Type.Object({
    scenes: Type.Array(Type.Object({ heading: Needed(160), summary: Text(800), estimatedSeconds: Type.Number({ minimum: 1, maximum: 3_600 }) }, closed),
      { maxItems: 60 }),
    cast: Type.Array(Type.Object({ character: Needed(40), role: Text(80), gender: Gender, description: Text(400) }, closed), { maxItems: 40 }),
    musicDirection: Text(800), sfxDirection: Text(800),
  }, closed),
}, closed);
type Answer = Static<typeof PlanAnswer>;

export const PLAN_TASK = `Plan a production from the sources: title, summary, evidence (quotes with the id of their source), a thesis that
rests on that evidence (indexes into it), claims to avoid, the beats of the journey in order, a visual and an audio system, and the
outline and cast of the script. Characters are people or voices that the sources hold, or hosts where the mode is podcast.`;

/** A name as a cue: capitals, digits, spaces, full stops, apostrophes and hyphens, at most 40 characters. */
export function cueOf(name: string): string {
  return name.toUpperCase().replaceAll(/[^\p{Lu}\p{N} .'-]/gu, '').replaceAll(/\s+/g, ' ').trim().slice(0, 40);
}

function blueprintOf(answer: Answer, brief: PlanBrief): ScriptBlueprint | null {
  const { tableRead } = brief;
  if (!tableRead) return null;
  const { scenes, cast, musicDirection, sfxDirection } = answer.script;
  const known = new Set<string>();
  const roles = cast.map((role) => ({ ...role, character: cueOf(role.character), lineCount: 0 }))
    .filter(({ character }) => character !== '' && !known.has(character) && known.add(character));
  if (tableRead.narrationPolicy === 'include' && !known.has(NARRATOR)) {
    roles.push({ character: NARRATOR, role: 'narrator', gender: 'neutral', description: 'Reads the action', lineCount: 0 });
  }
  return {
    pageTarget: Math.max(1, Math.ceil(tableRead.durationSeconds / 60)), narrationPolicy: tableRead.narrationPolicy,
    scenes: scenes.map((scene, index) => ({ index, ...scene })), cast: roles, musicDirection, sfxDirection,
  };
}

/** Converts an answer into a plan. Drops evidence whose quotation is not in its source, and all references to it. */
export function planFrom(answer: Answer, brief: PlanBrief, quotables: readonly Quotable[]): PlanDraft {
  const found: (FoundQuote | null)[] = answer.evidence.map(({ sourceId, quote }) => findQuote(quotables, sourceId, quote));
  const idOf = (index: number): string | null => (found[index] ? `e${index + 1}` : null);
  const evidence = found.flatMap((quote, index) => (quote ? [{
    id: `e${index + 1}`, sourceId: quote.sourceId, claim: quote.words, support: quote.words, confidence: answer.evidence[index]!.confidence,
  }] : []));
  const total = answer.beats.reduce((sum, { estimatedSeconds }) => sum + estimatedSeconds, 0);
  const scale = (brief.tableRead?.durationSeconds ?? total) / total;
  const beats = answer.beats.map(({ evidence: indexes, ...beat }, index): Beat => ({
    id: `b${index + 1}`, ...beat, estimatedSeconds: Math.max(1, Math.round(beat.estimatedSeconds * scale)),
    evidenceIds: indexes.map(idOf).filter((id) => id !== null), spans: indexes.flatMap((at) => found[at]?.span ?? []),
  }));
  const dropped = found.filter((quote) => quote === null).length;
  return {
    title: answer.title,
    sourceDigest: {
      summary: answer.summary, sourceIds: brief.sources.map(({ sourceId }) => sourceId), evidence, rightsNotes: answer.rightsNotes,
      gaps: [...answer.gaps, ...(dropped > 0 ? [`${dropped} proposed quote(s) were left out: their words are not in the sources.`] : [])],
    },
    thesis: {
      oneLine: answer.thesis.oneLine, avoidClaims: answer.thesis.avoidClaims,
      supportingClaims: answer.thesis.supportingEvidence.flatMap((at) => found[at]?.words ?? []),
    },
    journey: { beats }, visualSystem: answer.visualSystem, audioSystem: answer.audioSystem, scriptBlueprint: blueprintOf(answer, brief),
  };
}
