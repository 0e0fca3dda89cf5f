import { workIdOf } from '../../../src/kernel/works/ids.js';
import { TEST_VOICES } from '../../support/ready-read.js';
import { insertPerformanceRow, insertWorkRow } from '../../support/work-rows.js';
import type { AreaCalls, Provoke, State, World } from './state.js';

const performed: State = async ({ stand, client, names }) => {
  const read = { artifactId: names.artifactId as string, accountId: client.accountId, projectId: names.projectId as string };
  await insertPerformanceRow(stand.services.db, read, { status: 'READY', lineCount: 7, performedCount: 7 });
  return {};
};

const failedFinalize: State = async ({ stand, client, names }) => {
  const [artifactId, projectId] = [names.artifactId as string, names.projectId as string];
  await insertWorkRow(stand.services.db, {
    workId: workIdOf('finalize', artifactId, 1), kind: 'finalize', accountId: client.accountId, projectId,
    subjectId: artifactId, revision: 1, status: 'FAILED', credits: 6, failureCode: 'artifact_generation_failed',
  });
  return {};
};

/** The world's read as if it had been made otherwise. */
async function madeOtherwise({ stand, names }: World, content: object): Promise<void> {
  await stand.services.db.query('UPDATE artifact_revisions SET content = content || $2::jsonb WHERE artifact_id = $1', [names.artifactId, JSON.stringify(content)]);
}

/** A read whose narrator was cast anew, and in which a part has a voice that was retired since. */
const oldVoiceInRead: Provoke = async (world) => {
  const { client, names } = world;
  await madeOtherwise(world, { castVoices: {}, voiceMap: { ...TEST_VOICES, TOBIAS: { voiceId: 'old', voiceName: 'Old', provider: 'scripted' } } });
  const { body: { artifact } } = await client.get(`/artifacts/${names.artifactId}`);
  await client.patch(`/story-projects/${artifact.projectId}/cast-canon`, { narrator: { voiceId: 'ada' } });
  return {};
};

export const ARTIFACT_CALLS: AreaCalls = {
  finalizeArtifact: { state: performed },
  retryFinalize: { state: failedFinalize },
  updateRecording: {
    refusals: {
      cast_precondition_failed: async (world) => {
        await madeOtherwise(world, { adopted: { revision: 0, edition: 0 } });
        return {};
      },
      voice_retired: oldVoiceInRead,
    },
  },
};
