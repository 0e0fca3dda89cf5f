import { listArtifacts, listArtifactsOfJob, getArtifact, renameArtifact, requireTableRead, rowAfterRequests } from '../../src/domain/artifacts/artifact-store.js';
import { listClipRequests } from '../../src/domain/artifacts/clips/clip-store.js';
import { listPerformedLines } from '../../src/domain/artifacts/performance/performance-store.js';
import { viewCast } from '../../src/domain/artifacts/artifact-view.js';
import { findAvatarStyle } from '../../src/domain/artifacts/read-store.js';
import { listPictureRequests } from '../../src/domain/artifacts/pictures/picture-kind.js';
import { withTimes } from '../../src/domain/artifacts/performance/spoken-entries.js';
import { excerptOf } from '../../src/domain/artifacts/script-excerpt.js';
import { performedEntries } from '../../src/domain/jobs/revisions/line-sound.js';
import { getScreenplay } from '../../src/domain/scripts/screenplay-store.js';
import { cutPage, pageOf, PageQuery } from '../../src/kernel/contract/paging.js';
import { defineOperation } from '../operation.js';
import { artifactAnswer, artifactViews } from './answers.js';
import {
  ArtifactCast, ArtifactEnvelope, ArtifactList, ArtifactQuery, ArtifactUpdateRequest, RevisionQuery, ScriptEnvelope, ScriptQuery,
} from './schemas.js';

export const artifactOperations = [
  defineOperation({
    id: 'listArtifacts', method: 'GET', path: '/artifacts', area: 'artifacts',
    scopes: ['artifact:read'], idempotency: 'none', summary: 'List or search artifacts, newest first',
    description: 'Of all projects of the account, each with its state, and with its manifest once it is READY.',
    request: { query: ArtifactQuery }, response: { 200: ArtifactList },
    async handle({ query, actor }, services) {
      const { items, nextCursor } = cutPage(await listArtifacts(services.db, actor.accountId, query), query);
      return { artifacts: await artifactViews(services, items), nextCursor };
    },
  }),
  defineOperation({
    id: 'listJobArtifacts', method: 'GET', path: '/story-jobs/{jobId}/artifacts', area: 'artifacts',
    scopes: ['artifact:read'], idempotency: 'none', summary: 'List the artifacts of a job, in the order of its plan',
    description: 'Each with its state, and with its manifest once it is READY.',
    request: { query: PageQuery }, response: { 200: ArtifactList },
    async handle({ job, query }, services) {
      const { items, nextCursor } = pageOf(await listArtifactsOfJob(services.db, job.id), query, ({ id }) => id);
      return { artifacts: await artifactViews(services, items), nextCursor };
    },
  }),
  defineOperation({
    id: 'getArtifact', method: 'GET', path: '/artifacts/{artifactId}', area: 'artifacts',
    scopes: ['artifact:read'], idempotency: 'none', summary: 'Read an artifact and, once READY, its manifest',
    description: 'Poll it while the artifact is PENDING or RUNNING. The manifest has the addresses of the pages, '
      + 'the state of the recording and, once finalized, the MP3. An earlier `revision` is shown as it was: it is not stale, and no call follows it.',
    request: { query: RevisionQuery },
    response: { 200: ArtifactEnvelope },
    async handle({ artifact, query, actor }, services) {
      const { revision } = query;
      const shown = revision === undefined ? artifact : await getArtifact(services.db, actor.accountId, artifact.id, revision);
      return artifactAnswer(services, shown);
    },
  }),
  defineOperation({
    id: 'updateArtifact', method: 'PATCH', path: '/artifacts/{artifactId}', area: 'artifacts',
    scopes: ['story:write'], idempotency: 'accepted', summary: 'Rename an artifact; its id and links stay',
    description: 'Only the title changes; what was made stays as it is.',
    effects: { title: 'title of the artifact' },
    request: { body: ArtifactUpdateRequest },
    response: { 200: ArtifactEnvelope },
    async handle({ artifact, body, actor }, services) {
      return artifactAnswer(services, await renameArtifact(services.db, actor.accountId, artifact.id, body.title));
    },
  }),
  defineOperation({
    id: 'getArtifactCast', method: 'GET', path: '/artifacts/{artifactId}/cast', area: 'artifacts',
    scopes: ['artifact:read'], idempotency: 'none', summary: 'Read the cast of a table read and its voices',
    description: 'One entry for each voice that is heard, with its role, the number of its lines and its picture. While another portrait, figure or clip is '
      + 'made, `avatarStatus`, `figureStatus` and `videoStatus` say how far it is; the address is that of the present one until then.',
    response: { 200: ArtifactCast }, errors: ['artifact_not_ready'],
    async handle({ artifact }, services) {
      const [requests, clips] = await Promise.all([listPictureRequests(services.db, artifact.id), listClipRequests(services.db, artifact.id)]);
      const read = requireTableRead(await rowAfterRequests(services.db, artifact));
      const { scriptKey, avatarStyle } = read.revision;
      const [{ cast }, style, lines] = await Promise.all([
        getScreenplay(services.store, scriptKey), avatarStyle ?? findAvatarStyle(services.db, read),
        listPerformedLines(services.db, read.id, read.revision.revision),
      ]);
      return viewCast(services, read, cast, { avatarStyle: style, requests, clips: { requests: clips, lines } });
    },
  }),
  defineOperation({
    id: 'getArtifactScript', method: 'GET', path: '/artifacts/{artifactId}/script', area: 'artifacts',
    scopes: ['artifact:read'], idempotency: 'none', summary: 'Read the screenplay of a table read, whole or in part',
    description: 'Without parameters the whole script, else one page, one scene, the lines of one character, or a '
      + 'range of entries; with when each is heard, once it is performed. With `times` each entry says when it and its words are heard, for captions and cuts.',
    request: { query: ScriptQuery },
    response: { 200: ScriptEnvelope }, errors: ['artifact_not_ready'],
    async handle({ artifact, query: { revision, times, ...part }, actor }, services) {
      const { db, store } = services;
      const read = requireTableRead(revision === undefined ? artifact : await getArtifact(db, actor.accountId, artifact.id, revision));
      const excerpt = excerptOf(await getScreenplay(store, read.revision.scriptKey), part);
      const [entries, performed] = await Promise.all([
        times ? withTimes({ db, store }, read, excerpt.entries) : excerpt.entries,
        performedEntries(services, read.id, read.revision.revision, new Set(excerpt.entries.map(({ index }) => index))),
      ]);
      return { script: { artifactId: read.id, revision: read.revision.version, ...excerpt, entries, performed } };
    },
  }),
];
