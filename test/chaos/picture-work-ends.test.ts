import type { ApiClient } from '../support/api-client.js';
import { STAGED_BIBLE, STAGED_VISUALS, stagedProject } from '../support/canon/staged-project.js';
import { itEndsAsItMust, type EndingKind, type PICTURED_KINDS } from '../support/chaos/work-ends.js';
import type { Processes } from '../support/processes.js';

interface Prepared { client: ApiClient; projectId: string; unjudgedId: string }

/** The quotes that were asked for, by the key of the call that confirms them. */
const quotes = new Map<string, string>();

/** Quotes a priced call once and confirms it with the key. */
async function bought(client: ApiClient, path: string, body: object, { key }: { key: string }): Promise<{ status: number }> {
  const known = quotes.get(key);
  if (known) return client.post(path, { ...body, confirm: true, quoteId: known }, { key });
  const quoted = await client.post(path, body);
  if (quoted.status !== 200) return quoted;
  quotes.set(key, quoted.body.quote.quoteId);
  return bought(client, path, body, { key });
}

const buys = (path: string, body: object): EndingKind<Prepared>['start'] => ({ client, projectId }, options) => bought(client, `/story-projects/${projectId}/${path}`, body, options);

const KINDS: Record<(typeof PICTURED_KINDS)[number], EndingKind<Prepared>> = {
  casting: { point: 'casting.picture', start: buys('cast', { character: 'Ada', imageKind: 'face' }) },
  'cover-art': {
    point: 'cover.drawn',
    start: ({ client, projectId }, options) =>
      client.post(`/story-projects/${projectId}/publishing-series`, { title: 'The Lamp', medium: 'audio', format: 'audio_drama' }, options),
  },
  coverage: {
    point: 'coverage.judging',
    start: ({ client, unjudgedId }, options) => client.post(`/story-projects/${unjudgedId}/series-bible/coverage`, { phase: 'premise' }, options),
  },
  mood_frames: {
    point: 'images.drawn', call: 'images.drawn mood_frames', start: buys('mood-board/render-frames', { brief: 'The tower at night.', count: 1 }),
  },
  portrait_design: {
    point: 'images.drawn', call: 'images.drawn portrait_design', start: buys('cast-portraits/design', { character: 'Tom', count: 2 }),
  },
  'voice-design': { point: 'voice_design.made', start: buys('cast-voice/design', { character: 'Tom', gender: 'male', count: 3 }) },
};

async function prepare(stack: Processes): Promise<Prepared> {
  const client = await stack.newAccount();
  const { id: unjudgedId } = (await client.post('/story-projects', { name: 'Unjudged' })).body.project;
  await client.patch(`/story-projects/${unjudgedId}/series-bible`, { content: STAGED_BIBLE });
  return { client, projectId: await stagedProject(stack.services, client, STAGED_VISUALS), unjudgedId };
}

itEndsAsItMust({ kinds: KINDS, prepare, env: () => ({}) });
