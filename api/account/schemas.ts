import Type from 'typebox';
import { AREAS } from '../../src/kernel/contract/areas.js';
import { SCOPES } from '../../src/kernel/contract/scopes.js';
import { ACTIVITY_KINDS } from '../../src/monitoring/background-activity.js';
import { WORK_UNITS } from '../../src/kernel/works/model.js';
import { NextCursor } from '../../src/kernel/contract/paging.js';
import { closed, Id, model, nullable, oneOf, Timestamp } from '../../src/kernel/contract/models.js';

const Texts = Type.Array(Type.String());
const Count = Type.Integer({ minimum: 0 });
const Availability = oneOf(['available', 'planned']);
const ProviderKind = oneOf(['llm', 'tts', 'image', 'video', 'music']);
const EmbeddedVoicesAnswer = closed({
  speaking: oneOf(['neural', 'stage'], { description: 'neural: voices close to people; stage: simple synthetic voices' }),
  reason: nullable(Type.String(), { description: 'Why the stage voices speak, and how an operator gets the neural ones; null when those speak' }),
}, { description: 'Which embedded voices speak' });
const MusicAnswer = closed({
  composing: Type.Boolean({ description: 'Whether music of reads is composed for its passage; else pieces of the catalogue play' }),
  reason: nullable(Type.String(), { description: 'Why it is not, and how an operator changes that; null when it is' }),
});

export const Capabilities = model('Capabilities', 'What this installation can do: areas, operations, types of sources and artifacts, limits.', closed({
  apiVersion: Type.String(),
  sourceTypes: Texts,
  uploads: closed({ sources: Texts, scripts: Texts }, { description: 'Types of files that a form may send' }),
  artifactTypes: Type.Array(closed({ type: Type.String(), availability: Availability, modes: Texts })),
  areas: Type.Array(closed({
    area: oneOf(AREAS), availability: Availability,
    operations: Type.Array(closed({
      id: Type.String(), method: Type.String(), path: Type.String(), scopes: Texts, idempotency: oneOf(['required', 'accepted', 'none']),
    })),
    planned: Type.Array(closed({
      method: Type.String(), path: Type.String(), scopes: Texts, idempotency: oneOf(['required', 'accepted', 'none']),
    }), { description: 'Not there yet: a call answers 404' }),
  })),
  stages: Type.Array(closed({
    stage: Type.String(), words: Type.String({ description: 'What ends the stage' }),
    neededBy: Type.Array(Type.String(), { description: 'Operations that are refused until the stage is passed' }),
  }), { description: 'Stages of a project in order' }),
  scopes: Type.Array(oneOf(SCOPES)),
  idempotency: closed({ header: Type.String(), replayHeader: Type.String(), retentionHours: Count, requiredBy: Texts }),
  webhooks: closed({ availability: Availability }),
  providers: Type.Array(closed({ kind: ProviderKind, name: Type.String(), embedded: Type.Boolean() })),
  voices: EmbeddedVoicesAnswer,
  music: MusicAnswer,
  limits: Type.Record(Type.String(), Type.Unknown()),
  prices: Type.Record(Type.String(), Count, { description: 'In credits' }),
  links: closed({ openapi: Type.String(), agentGuidance: Type.String(), examples: Type.String() }),
}));

const GuidanceSteps = Type.Array(closed({
  id: Type.String(), operationId: Type.String(), method: nullable(Type.String()), path: nullable(Type.String()),
  availability: Availability, what: Type.String(),
  poll: nullable(closed({ everySeconds: Type.Array(Type.Number()), until: Texts })),
}));

export const AgentGuidance = model('AgentGuidance', 'The expected flow of calls, with poll intervals and the rules that a program has to keep.', closed({
  version: Type.Integer(),
  flow: Type.String(),
  steps: GuidanceSteps,
  flows: Type.Array(closed({ id: Type.String(), title: Type.String(), steps: GuidanceSteps }), { description: 'Further ways: a series, a season, a feed' }),
  rules: Type.Array(closed({ id: Type.String(), rule: Type.String() })),
  recommendations: Texts,
}));

export const ExamplesEnvelope = model('ExamplesEnvelope', 'Recipes that can be run as they are.', closed({
  examples: Type.Array(closed({
    id: Type.String(), title: Type.String(), summary: Type.String(), scopes: Texts,
    steps: Type.Array(closed({
      id: Type.String(), title: Type.String(), operationId: Type.String(), method: Type.String(),
      path: Type.String({ description: 'Below the base URL; {{name}} is replaced by a saved value' }),
      idempotencyKey: Type.Boolean(), body: Type.Unknown(), expectedStatus: Type.Integer(),
      saves: Type.Record(Type.String(), Type.String(), { description: 'Variable to path in the answer' }),
      until: nullable(closed({ field: Type.String(), oneOf: Texts, everySeconds: Type.Number() })),
      curl: Type.String(),
    })),
    script: Type.String({ description: 'All steps as one script that needs sh, curl, awk and od' }),
  })),
}));

export const BackgroundActivity = model('BackgroundActivity', 'One page of open work, and of work that ended a short while ago.', closed({
  jobs: Type.Array(closed({
    id: Id, kind: oneOf(ACTIVITY_KINDS),
    status: oneOf(['queued', 'running', 'retrying', 'completed', 'failed', 'cancelled']),
    projectId: nullable(Id, { description: 'Null for work on a script that is in no project' }), projectName: nullable(Type.String()),
    episode: nullable(closed({ scriptUploadId: Type.String() })),
    assets: closed({ completed: Count, total: Count }),
    detail: Type.String(),
    progress: nullable(closed({ unit: oneOf(WORK_UNITS), completed: Count, total: Count }), {
      description: 'What is done of it, in the units of its kind; null until its total is known',
    }),
    queueState: oneOf(['queued', 'running', 'retrying', 'completed']),
    failureReason: nullable(Type.String()),
    nextAttemptAt: nullable(Timestamp),
    startedAt: Timestamp, updatedAt: Timestamp,
  })),
  nextCursor: NextCursor,
}));

const Median = nullable(Type.Integer({ minimum: 0 }), {
  description: 'Median time from request to READY of the last hundred works of this queue, or of all that providers of this kind do most of; null without any',
});

export const GenerationHealthAnswer = model('GenerationHealth', 'Whether generation works: engine, providers, voices and queues.', closed({
  status: oneOf(['ok', 'degraded', 'down']),
  engine: closed({
    status: oneOf(['ok', 'down']), roundTripMs: nullable(Type.Number()),
    reason: nullable(Type.String(), { description: 'Why no run can be started; null while they can' }),
  }),
  storage: closed({ status: oneOf(['ok', 'down']), reason: nullable(Type.String()) }, {
    description: 'The media store. `ok`: it answers, and its bucket or folder exists; whether it takes files is not tried. While it is `down`, nothing that is made can be stored, '
      + 'and no sound or picture can be fetched',
  }),
  providers: Type.Array(closed({
    kind: ProviderKind, name: Type.String(), embedded: Type.Boolean(), status: oneOf(['ok', 'degraded', 'down']),
    backoffUntil: nullable(Timestamp), p50Ms: Median,
  })),
  voices: EmbeddedVoicesAnswer,
  music: MusicAnswer,
  disk: closed({ status: oneOf(['ok', 'low']), freeBytes: Count, minFreeBytes: Count }, {
    description: 'The disk of the data folder. While it is `low`, calls that store something are refused; reads, cancellations and deletions are served',
  }),
  queues: Type.Array(closed({ name: Type.String(), queued: Count, running: Count, oldestQueuedSeconds: nullable(Type.Number()), p50Ms: Median })),
  failingRuns: nullable(Type.Array(closed({ kind: Type.String(), runs: Count })), {
    description: 'Open runs that make no progress, because their workflow tasks keep failing or their work cannot be opened: an operator must act. '
      + 'Of those with failing tasks, 200 are counted at most. Null when the engine did not answer, or does not know such runs',
  }),
  invariants: nullable(closed({ findings: Count, mended: Count, checkedAt: Timestamp })),
  checkedAt: Timestamp,
}));
