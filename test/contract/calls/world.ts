import type { ApiClient } from '../../support/api-client.js';
import { passStages } from '../../support/canon/staged-project.js';
import { insertReadyRead } from '../../support/ready-read.js';
import { insertPlanRow, type JobStand, type PlanOptions } from '../../support/stands/job-stand.js';
import { insertScript } from '../../support/stands/script-stand.js';
import { performs } from '../../support/stands/share-stand.js';
import type { World } from './state.js';

const EPISODES = [
  { id: 'ep_boot', title: 'The Wet Boot', summary: 'A boot stands on the step.' },
  { id: 'ep_glove', title: 'The Left Glove', summary: 'A glove lies beside it.' },
];

/** Who speaks in the world's plans. */
export const CAST: PlanOptions['canon'] = { narrator: 'nell', characters: { Ada: 'ada', Ben: 'ben', Tom: 'ben' } };

/** A project with a Bible, a cast, a source, an approved plan and a script; the script has a read that nobody performed yet. */
export async function makeWorld(stand: JobStand, client: ApiClient): Promise<World> {
  const { planId, projectId } = await insertPlanRow(stand, client, { canon: CAST });
  await passStages(stand.services, client, projectId, {
    productionMedium: 'audio', characters: [{ name: 'Ada', role: 'keeper' }, { name: 'Ben', role: 'postman' }], episodes: EPISODES,
  });
  const sourceId = (await client.get(`/story-projects/${projectId}/sources`)).body.sources[0].id as string;
  const scriptUploadId = await insertScript(stand, client, projectId);
  const read = await insertReadyRead(stand, client.accountId);
  await performs(stand, read, scriptUploadId);
  const { artifactId, jobId } = read;
  const names = {
    projectId, planId, storyPlanId: planId, sourceId, sourceIds: [sourceId], scriptUploadId, versionId: scriptUploadId,
    artifactId, jobId,
  };
  return { stand, client, names, made: names };
}
