import { Next } from '../../src/kernel/contract/next-step.js';
import { Waiting } from '../../src/kernel/contract/provider-wait.js';
import Type from 'typebox';
import { CAST_EDIT_OPS } from '../../src/domain/plans/cast-edits.js';
import { ARTIFACT_TYPES, NARRATION_POLICIES, READ_SECONDS, TABLE_READ_MODES } from '../../src/domain/plans/plan-request.js';
import { closed, Id, model, nullable, oneOf, Timestamp } from '../../src/kernel/contract/models.js';
import { NextCursor } from '../../src/kernel/contract/paging.js';
import { VISIBLE } from '../../src/kernel/contract/texts/visible-text.js';
import { PRICES } from '../../src/kernel/credits/prices.js';
import { exampleId } from '../../src/kernel/http/openapi/examples.js';
import { AGE_RANGES } from '../../src/craft/people/facts.js';
import { BEAT_ROLES } from '../../src/craft/narrative/model.js';
import { CastVoice, VoiceChoice } from '../canon/schemas.js';

const CueName = Type.String({ minLength: 1, maxLength: 120, pattern: VISIBLE });
const Phrase = Type.String({ minLength: 1, maxLength: 1_000, pattern: VISIBLE });
const Texts = Type.Array(Type.String());

const Target = { audience: Phrase, objective: Phrase, outcome: Phrase, tone: Type.Optional(Phrase) };
const PlanTarget = model('StoryPlanTarget', 'Whom a production is for, and what it shall do for them.', closed(Target));

const VoiceMapRequest = Type.Record(Type.String({ minLength: 1, maxLength: 120 }), VoiceChoice, { maxProperties: 100 });

const ArtifactRequest = model('StoryPlanArtifactRequest', 'One thing to make, and how.', closed({
  type: oneOf(ARTIFACT_TYPES, { description: 'What is available now is listed by GET /capabilities' }),
  mode: Type.Optional(oneOf(TABLE_READ_MODES, { description: 'table_read only; default documentary' })),
  narrationPolicy: Type.Optional(oneOf(NARRATION_POLICIES, { description: 'table_read only; default include' })),
  durationSeconds: Type.Optional(Type.Integer({
    minimum: 1, maximum: 7_200,
    description: `table_read: ${READ_SECONDS.minimum} to ${READ_SECONDS.maximum}; without it the whole text is performed, up to `
      + `${READ_SECONDS.maximum}, or ${READ_SECONDS.modelDefault} when a model writes`,
  })),
  part: Type.Optional(Type.Integer({
    minimum: 1,
    description: 'table_read only: which part of a text that is longer than the read; without it the first of a programme, and the best scene of a '
      + 'drama. The plan says how many parts there are; '
      + 'a plan for a part beyond the last one ends as FAILED with `validation_failed`',
  })),
  voiceMap: Type.Optional({ ...VoiceMapRequest, description: 'table_read only: voices by character' } as typeof VoiceMapRequest),
  announceScenes: Type.Optional(Type.Boolean({
    description: 'table_read only: a narrator says where and when each scene plays; default true for a screenplay that is adopted with its '
      + 'narration, else false',
  })),
  announceTitle: Type.Optional(Type.Boolean({
    description: 'table_read only: title and author are said before the read, and credits after it; default true. They are no lines of the script',
  })),
  includePdf: Type.Optional(Type.Boolean({ description: 'pitch_deck only' })),
  aspectRatio: Type.Optional(Type.String({ pattern: '^[1-9][0-9]?:[1-9][0-9]?$', description: 'production_video only, such as 9:16' })),
}));

export const StoryPlanCreateRequest = model('StoryPlanCreateRequest', 'What to make, from which sources, and for whom.', closed({
  target: PlanTarget,
  artifactRequests: Type.Array(ArtifactRequest, { minItems: 1, maxItems: 10 }),
  sourceIds: Type.Array(Id, { minItems: 1, maxItems: 20, uniqueItems: true }),
  sections: Type.Optional(Type.Array(closed({
    sourceId: Id, sections: Type.Array(Type.Integer({ minimum: 0 }), { minItems: 1, maxItems: 200, uniqueItems: true, description: 'Of `metadata.sections`' }),
  }), { maxItems: 20, description: 'Uses only these chapters of a source; spans then count in their text. Others are used whole' })),
  creativeBrief: Type.Optional(nullable(Type.String({ maxLength: 8_000 }))),
  autoApprove: Type.Optional(Type.Boolean({ default: false, description: 'Refused for any plan with a table_read' })),
}), {
  target: { audience: 'grown-ups who like ghost stories', objective: 'a short, tense evening read', outcome: 'they want the next one' },
  artifactRequests: [{ type: 'table_read', mode: 'drama', narrationPolicy: 'include', durationSeconds: 60 }],
  sourceIds: [exampleId('sourceId')],
});

export const StoryPlanUpdateRequest = model('StoryPlanUpdateRequest', 'The new title of a plan.', closed({
  title: Type.String({ minLength: 1, maxLength: 200, pattern: VISIBLE }),
}), { title: 'The Lighthouse, for the evening' });

const CastEditModel = closed({
  op: oneOf(CAST_EDIT_OPS, {
    description: '`rename` {character, name}; `merge` {characters, into}: they become one person; `voice` {character, voiceId}',
  }),
  character: Type.Optional(CueName), name: Type.Optional(CueName),
  characters: Type.Optional(Type.Array(CueName, { minItems: 1, maxItems: 100 })), into: Type.Optional(CueName),
  voiceId: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
});

/** Effects of the fields of a correction. */
export const CAST_EDIT_EFFECTS = {
  'edits.*.character': 'who is meant', 'edits.*.name': 'the new name', 'edits.*.characters': 'who become one', 'edits.*.into': 'whom they become',
  'edits.*.voiceId': 'the voice that speaks the person',
};

export const StoryPlanCastRequest = model('StoryPlanCastRequest', 'Corrections of the cast of a plan that waits for approval.', closed({
  expectedVersion: Type.Integer({ minimum: 1, maximum: 1_000_000, description: '`version` of the plan; another one is 409 `version_conflict`' }),
  edits: Type.Array(CastEditModel, { minItems: 1, maxItems: 200, description: 'Made in this order, all or none' }),
}, { examples: [{ expectedVersion: 1, edits: [{ op: 'rename', character: 'ADA', name: 'Ada Voss' }] }] }));

const Quote = model('StoryPlanQuote', 'What a plan costs in credits, item by item.', closed({
  currency: Type.Literal('studio_credits'),
  total: Type.Integer({ minimum: 0 }),
  lineItems: Type.Array(closed({
    kind: oneOf(['planning', 'source_digest', 'artifact']), label: Type.String(), credits: Type.Integer({ minimum: 0 }),
    artifactIndex: Type.Optional(Type.Integer()), priceKey: Type.Optional(Type.String()),
  })),
  notes: Texts,
  computedAt: Timestamp,
}), {
  total: PRICES.TABLE_READ_SHORT,
  lineItems: [
    { kind: 'planning', label: 'Planning', credits: 0 },
    { kind: 'artifact', label: 'Table read, drama, about 40 pages', credits: PRICES.TABLE_READ_SHORT, artifactIndex: 0, priceKey: 'TABLE_READ_SHORT' },
  ],
  notes: ['Provisional until a job reserves it; nothing is charged for planning.'],
});

const Span = closed({ sourceId: Id, start: Type.Integer({ minimum: 0 }), end: Type.Integer({ minimum: 0 }) });
const Unit = Type.Number({ minimum: 0, maximum: 1 });

const ScriptBlueprint = model('ScriptBlueprint', 'What a plan intends for the script: scenes, cast, length.', closed({
  pageTarget: Type.Number({ minimum: 0 }),
  narrationPolicy: oneOf(NARRATION_POLICIES),
  scenes: Type.Array(closed({
    index: Type.Integer(), heading: Type.String(), summary: Type.String(), estimatedSeconds: Type.Number({ minimum: 0 }),
  })),
  cast: Type.Array(closed({
    character: Type.String(), role: Type.String(), gender: oneOf(['female', 'male', 'neutral']), description: Type.String(),
    lineCount: Type.Integer({ minimum: 0 }), suggestedVoice: nullable(CastVoice),
    ageRange: Type.Optional(oneOf(AGE_RANGES, { description: 'Where the text tells it' })),
    accent: Type.Optional(Type.String({ description: 'The English of a place that the text gives the person, such as Scottish' })),
    sameAs: Type.Optional(Type.String({ description: 'The fuller cue of the same person' })),
    evidence: Type.Optional(Type.Array(closed({
      fact: oneOf(['gender', 'ageRange', 'accent']), confidence: Unit, because: Type.String({ description: 'Words of the text that tell it' }),
    }))),
  })),
  origin: Type.Optional(oneOf(['British', 'American'], { description: 'The English of the sources, where it shows' })),
  corrections: Type.Optional(Type.Array(closed({ drafted: Type.String(), character: Type.String() }), {
    description: 'The cue that each person of the draft has now; absent until the cast is corrected',
  })),
  voiceMap: Type.Record(Type.String(), CastVoice, { description: 'Can be sent as it is to POST /story-jobs' }),
  musicDirection: Type.String(),
  sfxDirection: Type.String(),
}));

const Parts = model('StoryPlanParts', 'The parts that a long text is told in, and which of them this plan tells.', closed({
  index: Type.Integer({ minimum: 1, description: 'The part that this plan makes' }),
  count: Type.Integer({ minimum: 1, description: 'How many parts the sources make at this length' }),
  items: Type.Array(closed({
    index: Type.Integer({ minimum: 1 }), title: Type.String(), opening: Type.String({ description: 'The first words' }),
    people: Type.Array(Type.String(), { description: 'Who speaks, those who speak most first' }),
    estimatedSeconds: Type.Integer({ minimum: 1 }), spans: Type.Array(Span),
  })),
}));

/** The proposal of a plan. */
export const PlanEnvelope = model('StoryPlanNarrative', 'The thought behind a plan: digest, thesis, journey and scripts.', closed({
  version: Type.Integer(),
  projectId: Id,
  title: Type.String(),
  target: PlanTarget,
  sourceDigest: closed({
    summary: Type.String(), sourceIds: Type.Array(Id),
    evidence: Type.Array(closed({
      id: Type.String(), sourceId: Id, claim: Type.String(), support: Type.String(), confidence: Unit,
    })),
    gaps: Texts, rightsNotes: Texts,
  }),
  thesis: closed({ oneLine: Type.String(), supportingClaims: Texts, avoidClaims: Texts }),
  journey: closed({
    beats: Type.Array(closed({
      id: Type.String(), role: oneOf(BEAT_ROLES), title: Type.String(), narration: Type.String(), visualIntent: Type.String(),
      evidenceIds: Texts, estimatedSeconds: Type.Number({ minimum: 0 }), spans: Type.Optional(Type.Array(Span)),
    })),
  }),
  visualSystem: closed({ style: Type.String(), palette: Texts, typography: Type.String() }),
  audioSystem: closed({ voice: Type.String(), music: Type.String(), sfxPolicy: Type.String() }),
  artifacts: Type.Array(closed({
    type: oneOf(ARTIFACT_TYPES), mode: nullable(Type.String()), renderPlan: Type.Record(Type.String(), Type.Unknown()),
  })),
  scriptBlueprint: nullable(ScriptBlueprint),
  parts: Type.Optional(Parts),
}));

const summaryFields = {
  id: Id,
  projectId: Id,
  title: Type.String(),
  status: oneOf(['PENDING', 'RUNNING', 'REQUIRES_APPROVAL', 'APPROVED', 'FAILED', 'SUPERSEDED', 'REJECTED']),
  version: Type.Integer({ minimum: 1, description: 'The revision an approval is about' }),
  target: PlanTarget,
  artifactRequests: Type.Array(Type.Record(Type.String(), Type.Unknown())),
  sourceIds: Type.Array(Id),
  creativeBrief: nullable(Type.String()),
  autoApprove: Type.Boolean(),
  quote: Quote,
  warnings: Type.Array(closed({ field: Type.String(), message: Type.String() }), {
    description: 'Fields of the request that have no effect, or not the whole one; those of the Series Bible and the sources are known once the plan is drafted',
  }),
  failureCode: nullable(Type.String()),
  failureMessage: nullable(Type.String()),
  supersededBy: nullable(Id, { description: 'The newer plan of the project that took its place' }),
  decidedBy: nullable(Type.String()),
  decidedAt: nullable(Timestamp),
  nextPollAfterMs: nullable(Type.Integer({ description: 'Null when nothing moves without a person' })),
  createdAt: Timestamp,
  updatedAt: Timestamp,
};

/** What a plan for one table read shows in examples. */
const OF_A_READ = { artifactRequests: [{ type: 'table_read' }], warnings: [] };

export const StoryPlan = model('StoryPlan', 'What is proposed to be made of sources, with a quote, for a person to decide on.',
  closed({ ...summaryFields, plan: nullable(PlanEnvelope) }), OF_A_READ);
export const StoryPlanEnvelope = model('StoryPlanEnvelope', 'One plan, what its drafting waits for, and the call that comes next.',
  closed({ plan: StoryPlan, waiting: Waiting, next: Next }), {
    next: {
      method: 'POST', path: `/story-plans/${exampleId('planId')}/approve`, body: { userConfirmed: true }, why: 'Approve it once a person has reviewed thesis, cast and price.',
    },
  });
export const StoryPlanCreated = model('StoryPlanCreated', 'The new plan, and the plans that it supersedes.', closed({
  plan: StoryPlan, supersedes: Type.Array(Id, { description: 'Plans whose place this one took, the newest first' }),
  next: Next,
}));
const StoryPlanSummary = model('StoryPlanSummary', 'A plan without its envelope.', closed(summaryFields), OF_A_READ);
export const StoryPlanList = model('StoryPlanList', 'One page of plans, without their envelopes.',
  closed({ plans: Type.Array(StoryPlanSummary), nextCursor: NextCursor }));
