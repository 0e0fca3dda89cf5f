import type { Operation } from '../kernel/http/operations/operation.js';
import { curlOf, scriptOf } from './shell.js';

interface Request {
  id: string;
  operation: string;
  title: string;
  body?: unknown;
  /** The expected status of the answer; absent for the highest declared one. */
  status?: number;
  /** Variables taken from the answer, by their path in it; later steps use them as `{{variable}}`. */
  saves?: Record<string, string>;
  /** Repeat the request until the value at `field` is one of these. */
  until?: { field: string; oneOf: string[]; everySeconds: number };
}

interface Recipe {
  id: string; title: string; summary: string; steps: Request[];
  /** A saved address, and the file to which the script downloads it. */
  download?: { variable: string; file: string };
}

/** The requests that turn a READY read into its MP3. */
const RECORD: Request[] = [
  { id: 'finalize', operation: 'finalizeArtifact', title: 'Ask for the MP3 as soon as the read is recorded', body: { waitForRecording: true } },
  {
    id: 'mp3', operation: 'getArtifact', title: 'Wait for the MP3', saves: { recordingUrl: 'artifact.manifest.audio.recordingUrl' },
    until: { field: 'artifact.manifest.audio.finalize.status', oneOf: ['complete', 'failed'], everySeconds: 2 },
  },
];
const MP3 = { variable: 'recordingUrl', file: 'the-lighthouse.mp3' };

const STORY = 'The lamp of the lighthouse went out at nine. "Who is there?" asked Ada, and held her candle higher. '
  + '"Only the wind," said old Tom, "and the sea, which has nothing to say to us." Ada went down the stairs. '
  + 'The door stood open, and on the step lay a wet boot that was not Tom\'s. "Tom," she called, "how many boots have you?" '
  + '"Two," he said, "and both are on my feet." They looked at each other for a long while. Then the lamp came on again by itself.';

const SCREENPLAY = 'INT. LAMP ROOM - NIGHT\n\nThe lamp goes out.\n\nADA\nWho is there?\n\nTOM (O.S.)\nOnly the wind.\n';

/** The requests that have a phase of the Series Bible judged and wait for the report. */
const judged = (phase: 'premise' | 'full', what: string): Request[] => [
  { id: `judge-${phase}`, operation: 'requestSeriesBibleCoverage', title: `Have ${what} judged`, body: { phase } },
  {
    id: `judged-${phase}`, operation: 'getSeriesBibleCoverage', title: 'Wait for the report; revise what its notes name until it passes',
    until: { field: 'coverage.status', oneOf: ['complete', 'failed'], everySeconds: 1 },
  },
];

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
    id: 'plan-ready', operation: 'getPlan', title: 'Wait for the plan and review it',
    until: { field: 'plan.status', oneOf: ['REQUIRES_APPROVAL', 'FAILED'], everySeconds: 3 },
  },
];

/** The requests that upload a screenplay and make its read. */
const SCREENPLAY_READ: Request[] = [
  {
    id: 'script', operation: 'createScript', title: 'Upload it', body: { title: 'The Lighthouse', format: 'fountain', content: SCREENPLAY },
    saves: { scriptUploadId: 'version.scriptUploadId', projectId: 'script.projectId' },
  },
  {
    id: 'script-read', operation: 'getScript', title: 'Wait until it is read',
    until: { field: 'script.parseStatus', oneOf: ['complete', 'failed'], everySeconds: 1 },
  },
  {
    id: 'quote', operation: 'prepareTableRead', title: 'Ask what its read costs', body: { acceptSuggestedVoices: true }, status: 200,
  },
  {
    id: 'prepare', operation: 'prepareTableRead', title: 'Have it read', body: { acceptSuggestedVoices: true, confirmed: true }, saves: { jobId: 'jobId' },
  },
  {
    id: 'prepared', operation: 'prepareTableRead', title: 'Wait until every line is voiced; asking again costs nothing', body: { confirmed: true }, status: 200,
    until: { field: 'status', oneOf: ['prepared', 'failed'], everySeconds: 3 },
  },
  { id: 'job', operation: 'getJob', title: 'Read which artifact it is', saves: { artifactId: 'job.artifacts.0.id' } },
];

/** The requests that create a project with a story and have its premise judged. */
const PREMISE: Request[] = [
  PREPARE[0]!, PREPARE[1]!,
  {
    id: 'bible', operation: 'updateSeriesBible', title: 'Complete the premise, name who there is and what is to be told',
    body: { content: {
      logline: 'A lamp that chooses its keeper.', genre: 'ghost story', audience: 'grown-ups', tone: 'dry',
      premise: 'Every night the sea leaves something on the step of a lighthouse. Its keeper must find the owner before the lamp goes out.',
      characters: [{ name: 'Ada', role: 'keeper of the lamp' }, { name: 'Tom', role: 'her assistant' }],
      episodes: [{ id: 'ep_boot', title: 'The Wet Boot', summary: 'A boot stands on the step.' }],
    } },
  },
  ...judged('premise', 'the premise'),
];

const RECIPES: Recipe[] = [
  {
    id: 'table-read', title: 'From a text to a performed table read',
    summary: 'Project, source, plan, approval, job, artifact, script and MP3. Reserves credits at the job and at the MP3.', download: MP3,
    steps: [
      ...PREPARE,
      { id: 'approve', operation: 'approvePlan', title: 'Approve it, after the user agreed', body: { userConfirmed: true } },
      {
        id: 'job', operation: 'createJob', title: 'Start the job with the suggested voices',
        body: { storyPlanId: '{{planId}}', acceptSuggestedVoices: true }, saves: { jobId: 'job.id' },
      },
      {
        id: 'job-done', operation: 'getJob', title: 'Wait for the job', saves: { artifactId: 'job.artifacts.0.id' },
        until: { field: 'job.status', oneOf: ['READY', 'FAILED', 'CANCELED'], everySeconds: 5 },
      },
      { id: 'artifact', operation: 'getArtifact', title: 'Read the manifest with its player URLs', saves: { theaterUrl: 'artifact.manifest.theaterUrl' } },
      { id: 'script', operation: 'getArtifactScript', title: 'Read the script' },
      ...RECORD,
    ],
  },
  {
    id: 'plan-only', title: 'A plan with its quote, turned down', summary: 'Shows what a read would be and cost. Reserves nothing.',
    steps: [...PREPARE, { id: 'reject', operation: 'rejectPlan', title: 'Turn it down' }],
  },
  {
    id: 'screenplay', title: 'A screenplay of your own', download: MP3,
    summary: 'Uploads a Fountain text, has it read by suggested voices, shares the read and makes its MP3. Charged at the read and at the MP3.',
    steps: [
      ...SCREENPLAY_READ,
      { id: 'share', operation: 'shareScript', title: 'Share it', body: { audience: 'private_review' }, saves: { shareUrl: 'share.shareUrl' } },
      ...RECORD,
    ],
  },
  {
    id: 'episode', title: 'An episode of a series, drafted here', summary: 'Series Bible, season, empty draft, scenes adapted from the source. Free.',
    steps: [
      ...PREMISE,
      { id: 'season', operation: 'createSeason', title: 'Add a season', body: {} },
      ...judged('full', 'the whole Series Bible'),
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
    id: 'season', title: 'A season run, up to its first episode',
    summary: 'Series Bible, reports, cast, the map of the season and its approval, the first episode written and judged. Free; go on as `next` says: perform, MP3, publish.',
    steps: [
      ...PREMISE, ...judged('full', 'the whole Series Bible'),
      { id: 'cast-quote', operation: 'castProject', title: 'Ask for voices for everybody', body: { pictures: false }, status: 200, saves: { quoteId: 'quote.quoteId' } },
      { id: 'cast', operation: 'castProject', title: 'Confirm it; voices are free', body: { pictures: false, confirm: true, quoteId: '{{quoteId}}' } },
      { id: 'run', operation: 'createSeasonRun', title: 'Start the season', body: { seasonNumber: 1 }, saves: { runId: 'run.id' } },
      {
        id: 'map', operation: 'getSeasonRun', title: 'Wait for its map and review it', saves: { runEpisodeId: 'run.episodes.0.id' },
        until: { field: 'run.status', oneOf: ['map_ready', 'failed'], everySeconds: 1 },
      },
      { id: 'approve', operation: 'approveSeasonRun', title: 'Approve the map, after the user agreed', body: { expectedMapVersion: 1, confirmed: true } },
      {
        id: 'write', operation: 'advanceSeasonRun', title: 'Have the first episode written and judged',
        body: { action: 'advance', episodeId: '{{runEpisodeId}}', confirmed: true },
      },
      {
        id: 'written', operation: 'getSeasonRun', title: 'Wait for its report',
        until: { field: 'run.status', oneOf: ['awaiting_approval', 'failed'], everySeconds: 2 },
      },
    ],
  },
  {
    id: 'publishing', title: 'From a screenplay to a podcast feed', summary: 'A read with its MP3, a series, a release, and its publication. Charged at the read and at the MP3.',
    steps: [
      ...SCREENPLAY_READ, ...RECORD,
      {
        id: 'series', operation: 'createPublishingSeries', title: 'Create the series', body: { title: 'The Lighthouse', medium: 'audio', format: 'audio_drama' },
        saves: { seriesId: 'series.id', feedUrl: 'series.feedUrl' },
      },
      {
        id: 'release', operation: 'createPublishingRelease', title: 'Make an episode of the read',
        body: { title: 'The Lamp', sourceArtifactId: '{{artifactId}}' }, saves: { releaseId: 'release.id' },
      },
      { id: 'publish', operation: 'publishRelease', title: 'Publish it, after the user agreed' },
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

function stepOf(request: Request, operation: Operation, baseUrl: string) {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, '{{$1}}');
  const needsKey = operation.idempotency === 'required';
  return {
    id: request.id, title: request.title, operationId: operation.id, method: operation.method, path, idempotencyKey: needsKey,
    body: request.body ?? null, expectedStatus: request.status ?? Math.max(...Object.keys(operation.response).map(Number)),
    saves: request.saves ?? {}, until: request.until ?? null,
    curl: curlOf({ method: operation.method, url: `${baseUrl}${path}`, needsKey, body: request.body }),
  };
}

/** Recipes whose steps are all implemented, as requests to send in order, as curl commands, and as one script for a POSIX shell. */
export function examplesOf(operations: readonly Operation[], baseUrl: string) {
  const known = new Map(operations.map((operation) => [operation.id, operation]));
  return RECIPES.filter(({ steps }) => steps.every(({ operation }) => known.has(operation))).map(({ steps, download, ...recipe }) => {
    const shown = steps.map((step) => stepOf(step, known.get(step.operation)!, baseUrl));
    return {
      ...recipe, scopes: [...new Set(steps.flatMap(({ operation }) => known.get(operation)!.scopes))], steps: shown,
      script: scriptOf(recipe.title, shown, download ?? null),
    };
  });
}
