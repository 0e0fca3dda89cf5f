import Type from 'typebox';
import { FRAME_RATES, GRADES } from '../../src/craft/film/film.js';
import { ASPECTS, CAPTIONS, DEFAULT_CHOICE, RESOLUTIONS, type Aspect, type FilmChoice } from '../../src/domain/artifacts/film/film-choice.js';
import { requestFilm, viewFilm, type FilmView } from '../../src/domain/artifacts/film/films.js';
import { VIDEO_STATUSES } from '../../src/domain/artifacts/film/film-status.js';
import { getArtifact, type ArtifactRow } from '../../src/domain/artifacts/artifact-store.js';
import { recordingOf } from '../../src/domain/artifacts/manifest.js';
import { requestPartFilm, viewPartFilm } from '../../src/domain/artifacts/shares/part-film.js';
import { isBeingMade, nextOfFilm } from '../../src/domain/artifacts/next-step.js';
import { closed, Id, model, nullable, oneOf } from '../../src/kernel/contract/models.js';
import { Next, withNext } from '../../src/kernel/contract/next-step.js';
import { accepted, ok } from '../../src/kernel/http/operations/answers.js';
import type { Services } from '../../src/kernel/services.js';
import { defineOperation } from '../operation.js';

/** States of a durable file of a table read. */
export const FINALIZE_STATUSES = ['needs_recording', 'queued', 'rendering', 'uploading', 'complete', 'failed'] as const;

const Url = Type.String({ format: 'uri' });

/** What a film shows: the whole read, or the part that the link of its script shares. */
const FILMED = ['read', 'share'] as const;
type Filmed = (typeof FILMED)[number];

const RenderVideoRequest = model('RenderVideoRequest', 'How the film of a table read looks.', closed({
  grade: Type.Optional(oneOf(GRADES, {
    description: '`cinema` (if nothing is sent): the camera moves in every shot. `still`: pictures with cross-fades. `draft`: one frame a second, in seconds, to look over',
  })),
  resolution: Type.Optional(oneOf(RESOLUTIONS, { description: 'Of the shorter side; `720p` if nothing is sent' })),
  aspect: Type.Optional(oneOf(ASPECTS, { description: '`16:9` if nothing is sent; `9:16` for telephones held upright. A film of each is kept' })),
  captions: Type.Optional(oneOf(CAPTIONS, {
    description: '`track` if nothing is sent. `burned`: drawn into the picture, for players without sound or captions of their own; the film has the track too',
  })),
  frameRate: Type.Optional(oneOf(FRAME_RATES, {
    description: '`variable` if nothing is sent. `constant`: every frame lasts as long, also in a draft, as editing programs want it; a later change then renders more again',
  })),
  of: Type.Optional(oneOf(FILMED, {
    default: 'read', description: '`share`: the part that the link of its script shows, for posts. What is not sent is then as in the film of the read; a part of a few entries is upright with burned captions',
  })),
}), { grade: 'cinema', resolution: '720p', aspect: '16:9', captions: 'track' });

const FilmQuery = closed({
  aspect: Type.Optional(oneOf(ASPECTS, { description: 'Which film of the read; default: the one that was asked for last' })),
  of: Type.Optional(oneOf(FILMED, { default: 'read', description: '`share`: the film of the part that the link of its script shows' })),
});

const Video = closed({
  status: oneOf(VIDEO_STATUSES, { description: '`stale`: the read, its stage or its sounds changed after the film was rendered' }),
  url: nullable(Url, { description: 'Of the MP4, which keeps its address; null until there is one. Another one, for you alone, while films are withheld' }),
  durationMs: nullable(Type.Integer({ minimum: 0 })),
  byteSize: nullable(Type.Integer({ minimum: 0 })),
  grade: nullable(oneOf(GRADES)), resolution: nullable(oneOf(RESOLUTIONS)), aspect: nullable(oneOf(ASPECTS)),
  captions: nullable(oneOf(CAPTIONS)), frameRate: nullable(oneOf(FRAME_RATES)),
  error: nullable(Type.String({ description: 'Why the last render failed' })),
  credits: Type.Integer({ minimum: 0, description: 'What a render costs now: nothing once a film of these words was paid' }),
}, { description: 'The film of the read' });

const ShareLink = Type.Unsafe<string>({ ...Url, description: 'The page that shows the read' });
const VideoRender = model('VideoRender', 'How far the film of a table read is.', closed({ artifactId: Id, video: Video, shareUrl: ShareLink, next: Type.Optional(Next) }));

export const RenderAcknowledgement = model('RenderAcknowledgement', 'How far the film of a table read is, as `finalize` tells it.', closed({
  artifactId: Id, mode: Type.Literal('video'), finalize: closed({ status: oneOf(FINALIZE_STATUSES) }), video: Video, shareUrl: ShareLink, next: Type.Optional(Next),
}));

const NOT_CHOSEN = { grade: null, resolution: null, aspect: null, captions: null, frameRate: null };

const shown = ({ choice, amountCredits, theaterUrl: _link, ...film }: FilmView) => ({ ...film, ...choice ?? NOT_CHOSEN, credits: amountCredits });

async function stateOf(services: Services, row: ArtifactRow, { of = 'read', aspect }: { of?: Filmed; aspect?: Aspect }) {
  const film = of === 'share' ? await viewPartFilm(services, row) : await viewFilm(services, row, aspect);
  const next = nextOfFilm(row.id, { ...film, of, ...(aspect ? { aspect } : {}) }, recordingOf(row));
  return { artifactId: row.id, video: shown(film), shareUrl: film.theaterUrl, ...withNext(next) };
}

interface Wanted { accountId: string; requestId: string; choice: Partial<FilmChoice>; of?: Filmed }

/** Requests a film. The answer is that of `finalize`: 202 while the film is being made, else 200. */
export async function renderVideo(services: Services, artifact: ArtifactRow, { of = 'read', ...request }: Wanted) {
  const status = of === 'share' ? await requestPartFilm(services, artifact, request) : await requestFilm(services, { ...request, artifactId: artifact.id });
  const { aspect = DEFAULT_CHOICE.aspect } = request.choice;
  const { artifactId, ...rest } = await stateOf(services, await getArtifact(services.db, request.accountId, artifact.id), { of, aspect });
  const acknowledged = { artifactId, mode: 'video' as const, finalize: { status }, ...rest };
  return isBeingMade(status) ? accepted(acknowledged) : ok(acknowledged);
}

export const renderVideoOperations = [
  defineOperation({
    id: 'renderVideo', method: 'POST', path: '/artifacts/{artifactId}/render-video', area: 'artifacts', scopes: ['artifact:publish'], idempotency: 'required',
    summary: 'Render a table read as a film',
    description: 'An MP4 of what the theater shows, with captions, chapters and the sound of the read. Costs TABLE_READ_FINALIZE_VIDEO credits, once; films in another '
      + 'shape, of a part, and those that follow another edition, a correction or a change of the stage are free, and only what changed is rendered. Without a completed recording the answer is '
      + '`needs_recording` and nothing is charged. The same as `finalize` with `mode: video`, with a choice of format.',
    effects: {
      grade: 'how it moves', resolution: 'how large it is', aspect: 'its shape', captions: 'whether words are drawn into it', frameRate: 'how long its frames last',
      of: 'the whole or a part',
    },
    request: { body: RenderVideoRequest }, response: { 200: RenderAcknowledgement, 202: RenderAcknowledgement },
    errors: ['artifact_not_ready', 'insufficient_credits'],
    handle: ({ artifact, body: { of, ...choice }, actor: { accountId }, requestId }, services) =>
      renderVideo(services, artifact, { accountId, requestId, choice, ...(of ? { of } : {}) }),
  }),
  defineOperation({
    id: 'getVideoRender', method: 'GET', path: '/artifacts/{artifactId}/render-video', area: 'artifacts', scopes: ['artifact:read'], idempotency: 'none',
    summary: 'Read how far a film of a table read is', request: { query: FilmQuery }, response: { 200: VideoRender }, errors: ['artifact_not_ready'],
    description: 'With the address of the MP4 once it is rendered, the link of the page, and what a render costs now.',
    handle: ({ artifact, query }, services) => stateOf(services, artifact, query),
  }),
];
