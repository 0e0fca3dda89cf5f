import { createTrailer } from '../../src/domain/trailers/create-trailer.js';
import { audioTimeline } from '../../src/domain/trailers/audio-timeline.js';
import { fileOf, fileUrlOf } from '../../src/domain/storyboards/files.js';
import { viewSound } from '../../src/domain/storyboards/views.js';
import { TRAILER_TYPE } from '../../src/domain/trailers/trailer-type.js';
import { withRevision, type GatedTrailer } from '../../src/domain/trailers/trailer-gates.js';
import { boardOf } from '../../src/domain/trailers/trailer-model.js';
import { listTrailers } from '../../src/domain/trailers/trailer-store.js';
import { viewTrailer } from '../../src/domain/trailers/trailer-view.js';
import { findBoardRevisions } from '../../src/domain/trailers/board-revisions-store.js';
import { TokenParams } from '../../src/kernel/contract/models.js';
import { cutPage, PageQuery } from '../../src/kernel/contract/paging.js';
import { ApiError } from '../../src/kernel/errors/api-error.js';
import { accepted, file } from '../../src/kernel/http/operations/answers.js';
import type { Operation } from '../../src/kernel/http/operations/operation.js';
import type { Services } from '../../src/kernel/services.js';
import { trailerCoverage } from '../../src/domain/trailers/trailer-coverage.js';
import { coverage } from '../families/coverage.js';
import { familyOperation, READ_ACCESS, WRITE_ACCESS } from '../families/subject.js';
import { defineOperation } from '../operation.js';
import {
  TrailerAudioEnvelope, TrailerAudioTimelineEnvelope, TrailerCreateRequest, TrailerEnvelope, TrailerList, TrailerVideoExport,
} from './schemas.js';
import { besideBoard, storyboardOf, trailerPath } from './trailer-path.js';

async function requireBoard(services: Services, row: GatedTrailer) {
  const stored = await storyboardOf(services, row);
  if (stored) return boardOf(stored);
  throw new ApiError('artifact_not_ready', 'the trailer is not cut yet', {
    status: row.status, next: { method: 'GET', path: `/trailers/${row.id}/storyboard`, afterMs: 1_000, why: 'Shows the storyboard once it is cut.' },
  });
}

const projectOperations: Operation[] = [
  defineOperation({
    id: 'createTrailer', method: 'POST', path: '/story-projects/{projectId}/trailers', area: 'trailers', scopes: ['story:write'], idempotency: 'required', mints: 'trailer',
    summary: 'Create a trailer of a table read',
    description: 'Cuts a performed read into a trailer of exactly this length: which lines, in which order, with which pictures, and why; the storyboard is there within seconds, '
      + 'and free. Nothing is rendered before a person approves the plan. A read with too little that can be heard is refused, with the seconds that would do.',
    effects: { intent: 'read by people beside it', aspect: 'its shape' },
    request: { body: TrailerCreateRequest }, response: { 202: TrailerEnvelope }, errors: ['artifact_not_found', 'artifact_not_ready'],
    async handle({ project, body, actor, resourceId, requestId }, services) {
      const { sourceArtifactId: artifactId, seconds, intent = null, aspect = '16:9' } = body;
      const row = await withRevision(services, await createTrailer(services, {
        id: resourceId, accountId: actor.accountId, projectId: project.id, artifactId, seconds, aspect, intent: intent && intent.trim(), createdBy: actor.keyId,
        requestId,
      }));
      return accepted(await besideBoard(services, row, await storyboardOf(services, row)));
    },
  }),
  defineOperation({
    id: 'listTrailers', method: 'GET', path: '/story-projects/{projectId}/trailers', area: 'trailers', scopes: ['story:read'], idempotency: 'none',
    summary: 'List the trailers of a project, newest first', request: { query: PageQuery }, response: { 200: TrailerList },
    description: 'Without their beats, which `GET /trailers/{jobId}/storyboard` shows.',
    async handle({ project, query }, services) {
      const { items, nextCursor } = cutPage(await listTrailers(services.db, project.id, query), query);
      const revisions = await findBoardRevisions(services.db, items.map(({ id }) => id));
      return { trailers: items.map((row) => viewTrailer(services, row, revisions.get(row.id) ?? null)), nextCursor };
    },
  }),
  defineOperation({
    id: 'downloadTrailerFile', method: 'GET', path: '/trailer-files/{token}', area: 'trailers', scopes: [], public: true, idempotency: 'none',
    summary: 'Download a file of a trailer', description: 'A take, a frame, the draft or the finished trailer, or the captions of these: its address is in the answers about it, takes no key, and holds for a day or two.',
    request: { params: TokenParams }, response: { 200: file('video/mp4', 'audio/mp4', 'image/jpeg', 'text/vtt') }, errors: ['story_job_not_found'],
    handle: ({ params }, services) => fileOf(services, TRAILER_TYPE, params.token),
  }),
];

const fileName = (title: string): string => `${title.replaceAll(/[^\p{L}\p{N} ,.'-]+/gu, ' ').trim().slice(0, 80) || 'Trailer'}, trailer.mp4`;

/** Operations of one trailer beside its storyboard's edits and gates. */
const ofOne: Operation[] = [
  familyOperation(trailerPath, {
    id: 'getTrailerAudioTimeline', method: 'GET', path: '/storyboard/audio-timeline', ...READ_ACCESS, summary: 'Read what sounds when in a trailer',
    description: 'Lines, effects, the sections of the music and its hits, in milliseconds of the trailer.', response: { 200: TrailerAudioTimelineEnvelope }, errors: ['artifact_not_ready'],
    handle: async ({ row }, services) => ({ audioTimeline: audioTimeline(await requireBoard(services, row)) }),
  }),
  familyOperation(trailerPath, {
    id: 'getTrailerAudio', method: 'GET', path: '/storyboard/audio', ...READ_ACCESS, summary: 'Read the sound of a trailer',
    description: 'The mix of the film that was rendered last, for review or finished, as an M4A.', response: { 200: TrailerAudioEnvelope },
    async handle({ row }, services) {
      const made = row.status === 'complete' ? row.film ?? row.draft : row.draft;
      const isRendering = row.status === 'rendering' || row.status === 'finishing';
      const audio = viewSound(services, TRAILER_TYPE, row, made, { revision: row.revision, isRendering });
      const { next } = await besideBoard(services, row, await storyboardOf(services, row));
      return { audio, ...(next && audio.status !== 'ready' ? { next } : {}) };
    },
  }),
  familyOperation(trailerPath, {
    id: 'exportTrailerVideo', method: 'POST', path: '/video-export', ...WRITE_ACCESS, summary: 'Export a finished trailer',
    description: 'Its MP4 with captions, only when the trailer is `complete`; before that 409 `artifact_not_ready`.', response: { 200: TrailerVideoExport },
    errors: ['artifact_not_ready'], ends: 'the finished file: nothing of the trailer comes after it',
    async handle({ row }, services) {
      const { film, status, resolution, aspect, title } = row;
      if (status !== 'complete' || !film) {
        const { next } = await besideBoard(services, row, await storyboardOf(services, row));
        throw new ApiError('artifact_not_ready', `a trailer that is ${status} cannot be exported`, { status, allowed: ['complete'], ...(next ? { next } : {}) });
      }
      return {
        export: {
          format: 'mp4', url: fileUrlOf(services, TRAILER_TYPE, row, film.mediaKey), fileName: fileName(title), byteSize: film.byteSize, sha256: film.sha256, durationMs: film.durationMs,
          resolution: resolution ?? '720p', aspect, lufs: Math.round(film.lufs * 10) / 10,
        },
      };
    },
  }),
];

export const trailerOperations = [
  ...projectOperations, ...ofOne, ...coverage(trailerPath, trailerCoverage, { path: '/storyboard/coverage', errors: ['artifact_not_ready'] }),
];
