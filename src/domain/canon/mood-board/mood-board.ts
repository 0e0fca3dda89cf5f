import type { ImageAspect } from '../../../craft/images/port.js';
import type { Db } from '../../../kernel/db/database.js';
import type { Services } from '../../../kernel/services.js';
import { findRequestOf, listRequests } from '../../../kernel/families/candidates/candidate-store.js';
import { candidateIdOf, type ImageBrief, type ImageFacts, type ImageRequest } from '../images/candidate.js';
import { imageUrlOf } from '../images/project-images.js';
import { viewCandidates, viewRendering } from '../images/image-view.js';
import { visualCanonOf } from '../looks/visual-canon.js';
import { findSeriesBible } from '../series-bible-store.js';
import { readinessOf } from '../series-bible.js';
import { findKeptMood } from './kept-mood.js';
import { moodFrames } from './mood-kind.js';
import { findBoard, listFrames, type KeptCandidate, type MoodFrameRow } from './mood-store.js';

/** How many of the latest renderings the board shows with their candidates. */
const SHOWN_RENDERS = 10;

const viewFrame = (services: Pick<Services, 'config'>, { id, candidate, aspect, position, keptAt }: MoodFrameRow) => ({
  frameId: id, candidateId: candidate.candidateId, imageId: candidate.imageId,
  imageUrl: imageUrlOf(services, { id: candidate.imageId, mime: candidate.mime }), description: candidate.description, prompt: candidate.prompt, aspect,
  origin: candidate.provider, position, palette: [...candidate.palette ?? []], keptAt: keptAt.toISOString(),
});

/** The `MoodRendering` of the API. */
export const viewMoodRendering = (row: ImageRequest) => ({ id: row.id, brief: row.brief.words ?? '', ...viewRendering(row) });

/** The `MoodBoard` of the API. */
export async function readMoodBoard(services: Pick<Services, 'db' | 'config'>, projectId: string) {
  const { db } = services;
  const [bible, board, frames, renders, mood] = await Promise.all([
    findSeriesBible(db, projectId), findBoard(db, projectId), listFrames(db, projectId),
    listRequests<ImageBrief, ImageFacts>(db, moodFrames.kind, projectId, { limit: SHOWN_RENDERS }), findKeptMood(db, projectId),
  ]);
  const content = bible?.content ?? {};
  const { ready, missingFields } = readinessOf(content).visuals;
  const kept = new Set(frames.map(({ candidateId }) => candidateId));
  const last = renders[0];
  return {
    projectId, version: board.version, readiness: { ready, missingFields: [...missingFields] }, brief: last?.brief.words ?? null,
    palette: [...visualCanonOf(content, {}, mood).palette], frames: frames.map((frame) => viewFrame(services, frame)),
    candidates: renders.slice(0, SHOWN_RENDERS).flatMap((render) => viewCandidates(services, render)).filter(({ candidateId }) => !kept.has(candidateId)),
    rendering: last ? viewMoodRendering(last) : null,
  };
}

/** A candidate of a project's mood board with its shape, or null. */
export async function findCandidate(db: Db, projectId: string, candidateId: string): Promise<{ candidate: KeptCandidate; aspect: ImageAspect } | null> {
  const render = await findRequestOf<ImageBrief, ImageFacts>(db, moodFrames.kind, projectId, candidateId.split('.')[0]!);
  const candidate = render?.candidates.find(({ ordinal }) => candidateIdOf(render.id, ordinal) === candidateId);
  return render && candidate ? { candidate: { candidateId, ...candidate.facts }, aspect: render.brief.aspect } : null;
}
