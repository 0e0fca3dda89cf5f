import { artifactsOfJob, getArtifact, getTableRead, renameArtifact } from '../../src/domain/artifacts/artifact-store.js';
import { viewArtifact, viewCast } from '../../src/domain/artifacts/artifact-view.js';
import { excerptOf } from '../../src/domain/artifacts/script-excerpt.js';
import { getScreenplay } from '../../src/domain/scripts/screenplay-store.js';
import { getJob } from '../../src/domain/jobs/job-store.js';
import { defineOperation } from '../../src/http/operation.js';
import { JobParams } from '../jobs/schemas.js';
import {
  ArtifactCast, ArtifactEnvelope, ArtifactList, ArtifactParams, ArtifactUpdateRequest, RevisionQuery, ScriptEnvelope, ScriptQuery,
} from './schemas.js';

export const artifactOperations = [
  defineOperation({
    id: 'listJobArtifacts', method: 'GET', path: '/story-jobs/{jobId}/artifacts', area: 'artifacts',
    scopes: ['artifact:read'], idempotency: 'none', summary: 'List the artifacts of a job, in the order of its plan',
    request: { params: JobParams }, response: { status: 200, schema: ArtifactList }, errors: ['story_job_not_found'],
    async handle({ params, actor }, services) {
      const job = await getJob(services.db, actor.accountId, params.jobId);
      return { artifacts: (await artifactsOfJob(services.db, job.id)).map((row) => viewArtifact(services, row)) };
    },
  }),
  defineOperation({
    id: 'getArtifact', method: 'GET', path: '/artifacts/{artifactId}', area: 'artifacts',
    scopes: ['artifact:read'], idempotency: 'none', summary: 'Read an artifact and, once READY, its manifest',
    request: { params: ArtifactParams, query: RevisionQuery },
    response: { status: 200, schema: ArtifactEnvelope }, errors: ['artifact_not_found'],
    async handle({ params, query, actor }, services) {
      return { artifact: viewArtifact(services, await getArtifact(services.db, actor.accountId, params.artifactId, query.revision)) };
    },
  }),
  defineOperation({
    id: 'updateArtifact', method: 'PATCH', path: '/artifacts/{artifactId}', area: 'artifacts',
    scopes: ['story:write'], idempotency: 'accepted', summary: 'Rename an artifact; its id and links stay',
    request: { params: ArtifactParams, body: ArtifactUpdateRequest },
    response: { status: 200, schema: ArtifactEnvelope }, errors: ['artifact_not_found'],
    async handle({ params, body, actor }, services) {
      return { artifact: viewArtifact(services, await renameArtifact(services.db, actor.accountId, params.artifactId, body.title)) };
    },
  }),
  defineOperation({
    id: 'getArtifactCast', method: 'GET', path: '/artifacts/{artifactId}/cast', area: 'artifacts',
    scopes: ['artifact:read'], idempotency: 'none', summary: 'Read who is heard in a table read, and with which voice',
    request: { params: ArtifactParams },
    response: { status: 200, schema: ArtifactCast }, errors: ['artifact_not_found', 'artifact_not_ready'],
    async handle({ params, actor }, services) {
      const read = await getTableRead(services.db, actor.accountId, params.artifactId);
      return viewCast(services, read, (await getScreenplay(services.store, read.revision.scriptKey)).cast);
    },
  }),
  defineOperation({
    id: 'getArtifactScript', method: 'GET', path: '/artifacts/{artifactId}/script', area: 'artifacts',
    scopes: ['artifact:read'], idempotency: 'none', summary: 'Read the screenplay of a table read, whole or in part',
    request: { params: ArtifactParams, query: ScriptQuery },
    response: { status: 200, schema: ScriptEnvelope }, errors: ['artifact_not_found', 'artifact_not_ready'],
    async handle({ params, query: { revision, ...part }, actor }, { db, store }) {
      const read = await getTableRead(db, actor.accountId, params.artifactId, revision);
      const screenplay = await getScreenplay(store, read.revision.scriptKey);
      return { script: { artifactId: read.id, revision: read.revision.revision, ...excerptOf(screenplay, part) } };
    },
  }),
];
