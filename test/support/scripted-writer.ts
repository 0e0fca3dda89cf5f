import type { PlanBrief, PlanDraft, StoryWriter } from '../../src/craft/narrative/model.js';

/** A small valid draft of a brief, with two people and a narrator. */
export function draftFor(brief: PlanBrief): PlanDraft {
  const sourceIds = brief.sources.map(({ sourceId }) => sourceId);
  const first = brief.sources[0]!;
  const support = (first.text ?? first.digest!.summary).slice(0, 60);
  return {
    title: `Draft of ${brief.target.objective}`,
    sourceDigest: {
      summary: support, sourceIds, gaps: [], rightsNotes: [],
      evidence: [{ id: 'e1', sourceId: first.sourceId, claim: support, support, confidence: 1 }],
    },
    thesis: { oneLine: support, supportingClaims: [support], avoidClaims: [] },
    journey: {
      beats: [{
        id: 'b1', role: 'hook', title: 'Opening', narration: support, visualIntent: 'A lamp', evidenceIds: ['e1'], estimatedSeconds: 60,
        spans: [{ sourceId: first.sourceId, start: 0, end: support.length }],
      }],
    },
    visualSystem: { style: 'paper', palette: ['#112233'], typography: 'serif' },
    audioSystem: { voice: 'plain', music: 'none', sfxPolicy: 'none' },
    scriptBlueprint: brief.tableRead && {
      pageTarget: 4, narrationPolicy: brief.tableRead.narrationPolicy, musicDirection: 'quiet', sfxDirection: 'sea',
      scenes: [{ index: 0, heading: 'EXT. ROCK - NIGHT', summary: 'The lamp', estimatedSeconds: 60 }],
      cast: [
        { character: 'ADA', role: 'character', gender: 'female', description: 'the keeper', lineCount: 9 },
        { character: 'OLD TOM', role: 'character', gender: 'male', description: 'an old sailor', lineCount: 5 },
      ],
    },
  };
}

/** A writer that plans with `answer`, which a test may replace, and records its briefs. */
export class ScriptedWriter implements StoryWriter {
  readonly name = 'scripted';
  readonly embedded = true;
  readonly briefs: PlanBrief[] = [];
  answer: (brief: PlanBrief, attempt: number, signal?: AbortSignal) => Promise<PlanDraft> | PlanDraft = draftFor;

  async plan(brief: PlanBrief, signal?: AbortSignal): Promise<PlanDraft> {
    this.briefs.push(brief);
    return this.answer(brief, this.briefs.length, signal);
  }
  digest(): Promise<never> { return Promise.reject(new Error('not asked in these tests')); }
  planScenes(): Promise<never> { return Promise.reject(new Error('not asked in these tests')); }
  writeScene(): Promise<never> { return Promise.reject(new Error('not asked in these tests')); }
  bible(): Promise<never> { return Promise.reject(new Error('not asked in these tests')); }
  pitch(): Promise<null> { return Promise.resolve(null); }
  trailerLines(): Promise<null> { return Promise.resolve(null); }
  trailerFaults(): Promise<null> { return Promise.resolve(null); }
  blurb(): Promise<never> { return Promise.reject(new Error('not asked in these tests')); }
  outline(): Promise<never> { return Promise.reject(new Error('not asked in these tests')); }
  screenplay(): Promise<never> { return Promise.reject(new Error('not asked in these tests')); }
}
