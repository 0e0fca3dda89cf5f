import type { Services } from '../../../kernel/services.js';
import { defineWork } from '../../../kernel/works/kind.js';
import type { WorkInput } from '../../../kernel/works/model.js';
import { requestFreeWork } from '../../../kernel/works/request.js';
import { MakingFailed, type Making } from '../../../kernel/works/step.js';
import { lockArtifact, touchArtifact } from '../artifact-store.js';
import { masterRead } from '../finalize/master-read.js';
import { findRecording, loadRecording, replaceRecording, type LoadedRecording, type MadeRecording } from '../finalize/recording-store.js';
import { findCurrentRead } from '../read-store.js';
import { nextRound, REMIX } from './rounds-store.js';

/** Makes the MP3 of the current revision again with its current music. The subject is the artifact, and the work's revision numbers its remixes. */
type RemixInput = WorkInput & { projectId: string };

async function remix(services: Services, { subjectId: artifactId, kind }: RemixInput, making: Making): Promise<MadeRecording> {
  const read = await findCurrentRead(services.db, artifactId);
  if (!read || !await findRecording(services.db, artifactId, read.revision)) throw new MakingFailed('there is no MP3 to mix again', 'artifact_not_ready');
  return masterRead(services, { artifactId, revision: read.revision, kind }, making);
}

export const remixKind = defineWork<RemixInput, MadeRecording, LoadedRecording>({
  kind: REMIX, workflow: 'remixWorkflow', queue: 'remixes', runOn: '<artifact>:r<remix>', whenCancelled: 'FAILED', unit: 'recordings',
  load: loadRecording,
  async publish(tx, { workId }, made) {
    if (!await lockArtifact(tx, made.artifactId) || !await replaceRecording(tx, workId, made)) return false;
    await touchArtifact(tx, made.artifactId);
    return true;
  },
  step: {
    activity: 'remixRead', group: 'render', stage: 'rendering', progress: 'rendering', words: 'Mixing the MP3 with its music.', make: remix,
  },
});

interface RemixRequest { accountId: string; projectId: string; artifactId: string; title: string; requestId: string }

/** Requests the MP3 of the current revision with the current music, free of charge. Joins a remix in progress. */
export async function requestRemix(services: Services, { accountId, projectId, artifactId, title, requestId }: RemixRequest): Promise<void> {
  await requestFreeWork(services, remixKind, {
    accountId, projectId, subjectId: artifactId, revision: await nextRound(services.db, REMIX, artifactId), label: `Mixing music: ${title}`, requestId,
  });
}
