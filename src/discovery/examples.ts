import type { Operation } from '../http/operations/operation.js';

interface Request {
  id: string;
  operation: string;
  title: string;
  body?: unknown;
  /** Variables taken from the answer, by their path in it; later steps use them as `{{variable}}`. */
  saves?: Record<string, string>;
  /** Repeat the request until the value at `field` is one of these. */
  until?: { field: string; oneOf: string[]; everySeconds: number };
}

interface Recipe { id: string; title: string; summary: string; steps: Request[] }

const STORY = 'The lamp of the lighthouse went out at nine. "Who is there?" asked Ada, and held her candle higher. '
  + '"Only the wind," said old Tom, "and the sea, which has nothing to say to us." Ada went down the stairs. '
  + 'The door stood open, and on the step lay a wet boot that was not Tom\'s. "Tom," she called, "how many boots have you?" '
  + '"Two," he said, "and both are on my feet." They looked at each other for a long while. Then the lamp came on again by itself.';

const SCREENPLAY = 'INT. LAMP ROOM - NIGHT\n\nThe lamp goes out.\n\nADA\nWho is there?\n\nTOM (O.S.)\nOnly the wind.\n';

const PREPARE: Request[] = [
  { id: 'project', operation: 'createProject', title: 'Create a project', body: { name: 'The Lighthouse' }, saves: { projectId: 'project.id' } },
  {
    id: 'source', operation: 'createSource', title: 'Attach the story', body: { type: 'text', label: 'The Lighthouse', content: STORY },
    saves: { sourceId: 'source.id' },
  },
  {
    id: 'plan', operation: 'createPlan', title: 'Ask for a plan',
    body: {
      target: { audience: 'grown-ups who like ghost stories', objective: 'a short, tense evening read', outcome: 'they want the next one' },
      artifactRequests: [{ type: 'table_read', mode: 'drama', narrationPolicy: 'include', durationSeconds: 60 }],
      sourceIds: ['{{sourceId}}'],
    },
    saves: { planId: 'plan.id' },
  },
  {
    id: 'plan-ready', operation: 'getPlan', title: 'Wait for the plan and review it', saves: { voiceMap: 'plan.plan.scriptBlueprint.voiceMap' },
    until: { field: 'plan.status', oneOf: ['REQUIRES_APPROVAL', 'FAILED'], everySeconds: 3 },
  },
];

const RECIPES: Recipe[] = [
  {
    id: 'table-read', title: 'From a text to a performed table read',
    summary: 'Project, source, plan, approval, job, artifact and script. Reserves credits at the job.',
    steps: [
      ...PREPARE,
      { id: 'approve', operation: 'approvePlan', title: 'Approve it, after the user agreed', body: { userConfirmed: true } },
      {
        id: 'job', operation: 'createJob', title: 'Start the job with the suggested voices',
        body: { storyPlanId: '{{planId}}', voiceMap: '{{voiceMap}}' }, saves: { jobId: 'job.id' },
      },
      {
        id: 'job-done', operation: 'getJob', title: 'Wait for the job', saves: { artifactId: 'job.artifacts.0.id' },
        until: { field: 'job.status', oneOf: ['READY', 'FAILED', 'CANCELED'], everySeconds: 5 },
      },
      { id: 'artifact', operation: 'getArtifact', title: 'Read the manifest with its player URLs', saves: { theaterUrl: 'artifact.manifest.theaterUrl' } },
      { id: 'script', operation: 'getArtifactScript', title: 'Read the script' },
    ],
  },
  {
    id: 'plan-only', title: 'A plan with its quote, turned down', summary: 'Shows what a read would be and cost. Reserves nothing.',
    steps: [...PREPARE, { id: 'reject', operation: 'rejectPlan', title: 'Turn it down' }],
  },
  {
    id: 'screenplay', title: 'A screenplay of your own', summary: 'Uploads a Fountain text, waits until it is read, says how it should sound.',
    steps: [
      {
        id: 'script', operation: 'createScript', title: 'Upload it', body: { title: 'The Lighthouse', format: 'fountain', content: SCREENPLAY },
        saves: { scriptUploadId: 'version.scriptUploadId', projectId: 'script.projectId' },
      },
      {
        id: 'script-read', operation: 'getScript', title: 'Wait until it is read',
        until: { field: 'script.parseStatus', oneOf: ['complete', 'failed'], everySeconds: 1 },
      },
      { id: 'overrides', operation: 'updateScriptOverrides', title: 'Say how it sounds', body: { soundscape: 'surf, and a loose shutter' } },
    ],
  },
  {
    id: 'episode', title: 'An episode of a series, drafted here', summary: 'Series Bible, season, empty draft, scenes adapted from the source. Free.',
    steps: [
      PREPARE[0]!, PREPARE[1]!,
      {
        id: 'bible', operation: 'updateSeriesBible', title: 'Complete the premise, name who there is and what is to be told',
        body: { content: {
          logline: 'A lamp that chooses its keeper.', genre: 'ghost story', audience: 'grown-ups', tone: 'dry', premise: 'Every night something comes ashore.',
          characters: [{ name: 'Ada' }, { name: 'Tom' }], episodes: [{ id: 'ep_boot', title: 'The Wet Boot', summary: 'A boot stands on the step.' }],
        } },
      },
      { id: 'season', operation: 'createSeason', title: 'Add a season', body: {} },
      {
        id: 'start', operation: 'startEpisode', title: 'Start the episode', body: { episodeId: 'ep_boot' }, saves: { scriptUploadId: 'scriptUploadId' },
      },
      { id: 'draft', operation: 'writeScreenplayDraft', title: 'Have it drafted', body: {} },
      {
        id: 'drafted', operation: 'getScreenplayDraft', title: 'Wait until all scenes are in the text',
        until: { field: 'draft.status', oneOf: ['open', 'failed'], everySeconds: 2 },
      },
      { id: 'finish', operation: 'finishScript', title: 'Finish it, once it reads as it should' },
    ],
  },
  {
    id: 'canon', title: 'Series Bible and cast canon', summary: 'Saves what every plan of the project must respect.',
    steps: [
      PREPARE[0]!,
      {
        id: 'bible', operation: 'updateSeriesBible', title: 'Save the Series Bible',
        body: { content: { productionMedium: 'audio', logline: 'A lamp that chooses its keeper.', tone: 'dry' } },
      },
      { id: 'cast', operation: 'updateCastCanon', title: 'Name the cast', body: { characters: [{ name: 'Ada', gender: 'female', role: 'keeper' }] } },
    ],
  },
];

/** A shell-quoted word. */
const quoted = (value: string): string => `'${value.replaceAll(`'`, `'\\''`)}'`;

/** Replaces `{{name}}` placeholders by shell variables; a value that is only a placeholder stays unquoted JSON. */
function shellBody(body: unknown): string {
  const json = JSON.stringify(body).replaceAll('"{{voiceMap}}"', '{{voiceMap}}');
  return quoted(json).replaceAll(/\{\{(\w+)\}\}/g, `'"$$$1"'`);
}

function stepOf(request: Request, operation: Operation, baseUrl: string) {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, '{{$1}}');
  const needsKey = operation.idempotency === 'required';
  const curl = [
    `curl -sS -X ${operation.method} "${baseUrl}${path.replaceAll(/\{\{(\w+)\}\}/g, '$$$1')}"`,
    `-H "Authorization: Bearer $PROSCENIUM_API_KEY"`,
    ...(needsKey ? [`-H "Idempotency-Key: $(uuidgen)"`] : []),
    ...(request.body === undefined ? [] : [`-H 'Content-Type: application/json'`, `-d ${shellBody(request.body)}`]),
  ].join(' \\\n  ');
  return {
    id: request.id, title: request.title, operationId: operation.id, method: operation.method, path, idempotencyKey: needsKey,
    body: request.body ?? null, expectedStatus: Math.max(...Object.keys(operation.response).map(Number)),
    saves: request.saves ?? {}, until: request.until ?? null, curl,
  };
}

/** Recipes whose steps are all implemented, as requests to send in order and as curl commands. */
export function examplesOf(operations: readonly Operation[], baseUrl: string) {
  const known = new Map(operations.map((operation) => [operation.id, operation]));
  return RECIPES.filter(({ steps }) => steps.every(({ operation }) => known.has(operation))).map(({ steps, ...recipe }) => ({
    ...recipe, scopes: [...new Set(steps.flatMap(({ operation }) => known.get(operation)!.scopes))],
    steps: steps.map((step) => stepOf(step, known.get(step.operation)!, baseUrl)),
  }));
}
