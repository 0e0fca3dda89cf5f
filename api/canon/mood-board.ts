import Type from 'typebox';
import { IMAGE_ASPECTS } from '../../src/craft/images/port.js';
import { Next, withNext } from '../../src/kernel/contract/next-step.js';
import { nextOfProject } from '../../src/domain/season-runs/project-next.js';
import { closed, Id, model, nullable, oneOf, Timestamp } from '../../src/kernel/contract/models.js';
import { VISIBLE } from '../../src/kernel/contract/texts/visible-text.js';
import { moodFrames } from '../../src/domain/canon/mood-board/mood-kind.js';
import { PROJECT_SUBJECT } from '../../src/domain/canon/pronunciations.js';
import { findCandidate, readMoodBoard, viewMoodRendering } from '../../src/domain/canon/mood-board/mood-board.js';
import { keepFrame, MAX_FRAMES, removeFrame } from '../../src/domain/canon/mood-board/mood-store.js';
import { ApiError } from '../../src/kernel/errors/api-error.js';
import { exampleId } from '../../src/kernel/http/openapi/examples.js';
import { candidates } from '../families/candidates.js';
import { needs } from '../needs.js';
import { defineOperation } from '../operation.js';
import { CandidateId, ImageCandidate, ImageFormatChoice, RENDER_STATE } from './image-schemas.js';
import { projectPath } from './project-path.js';

const POLL_MS = 2_000;
const BASE = '/story-projects/{projectId}/mood-board';
const DEFAULT_COUNT = 4;
const RENDER_ASPECTS = ['16:9', '1:1', '9:16', '4:3'] as const;

const Frame = model('MoodFrame', 'A frame that was kept on a mood board.', closed({
  frameId: Id, candidateId: Type.String(), imageId: Id, imageUrl: Type.String(), description: Type.String(), prompt: Type.String(),
  aspect: oneOf(IMAGE_ASPECTS), origin: Type.String({ description: 'Who made it' }), position: Type.Integer({ minimum: 0 }),
  palette: Type.Array(Type.String()), keptAt: Timestamp,
}));
const Rendering = model('MoodRendering', 'How far the making of candidates is.', closed({ id: Id, brief: Type.String(), ...RENDER_STATE }));

const MoodBoard = model('MoodBoard', 'The look that a production tries: kept frames, candidates, and the colours of later pictures.', closed({
  projectId: Id, version: Type.Integer({ minimum: 0, description: 'Rises when a frame is kept, moved or removed' }),
  readiness: closed({ ready: Type.Boolean(), missingFields: Type.Array(Type.String(), { description: 'Fields of the Series Bible without which nothing is rendered' }) }),
  brief: nullable(Type.String({ description: 'Of the last rendering' })),
  palette: Type.Array(Type.String({ description: '`#rrggbb`' }), { description: 'The colours of later pictures: the Bible\'s, else those of the first frame' }),
  frames: Type.Array(Frame), candidates: Type.Array(ImageCandidate, { description: 'Those of the last renderings that are not kept' }),
  rendering: nullable(Rendering),
}));
const MoodBoardEnvelope = model('MoodBoardEnvelope', 'The mood board of one project.', closed({ moodBoard: MoodBoard }));
const MoodFrameEnvelope = model('MoodFrameEnvelope', 'The frame as it is kept, and the version of its board.',
  closed({ frame: Frame, version: Type.Integer({ minimum: 1 }), next: Next }));
const MoodFrameRemoved = model('MoodFrameRemoved', 'Which frame was removed from the mood board.', closed({ frameId: Id, removed: Type.Literal(true) }));

const MoodFrameRequest = model('MoodFrameRequest', 'The candidate to keep, and where.', closed({
  candidateId: CandidateId,
  position: Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_FRAMES - 1, description: 'From 0; at the end by default' })),
  expectedVersion: Type.Optional(Type.Integer({ minimum: 0, description: 'Keep it only if the board is at this version' })),
}), { candidateId: `${exampleId('moodRender')}.1`, position: 0 });
const MoodRenderRequest = model('MoodRenderRequest', 'What to try, how often, and in which shape.', closed({
  brief: Type.String({ minLength: 1, maxLength: 2_000, pattern: VISIBLE, description: 'Places, people, time of day, weather and colours to try' }),
  count: Type.Optional(Type.Integer({ minimum: 1, maximum: 8, default: 4 })),
  aspect: Type.Optional(oneOf(RENDER_ASPECTS, { default: '16:9' })), format: Type.Optional(ImageFormatChoice),
}), { brief: 'The lamp room at night, fog over the sea, Ada alone', count: 4, aspect: '16:9' });

export const moodBoardOperations = [
  defineOperation({
    id: 'getMoodBoard', method: 'GET', path: BASE, area: 'canon', scopes: ['story:read'], idempotency: 'accepted', summary: 'Read the mood board of a project',
    description: 'Kept frames in their order, the candidates to keep, and how far the last rendering is. A project without one answers an empty board of version 0.',
    response: { 200: MoodBoardEnvelope },
    handle: async ({ project }, services) => ({ moodBoard: await readMoodBoard(services, project.id) }),
  }),
  defineOperation({
    id: 'keepMoodFrame', method: 'POST', path: `${BASE}/frames`, area: 'canon', scopes: ['story:write'], idempotency: 'accepted',
    summary: 'Keep a candidate as a frame of the mood board',
    description: 'Where the Series Bible names no colours and no light, later pictures and covers have those of the first frame. A frame that is kept already is '
      + `moved. A board has at most ${MAX_FRAMES} frames.`,
    effects: { position: 'the first frame lends its colours', expectedVersion: 'refuses' },
    needs: [needs.plan], request: { body: MoodFrameRequest }, response: { 200: MoodFrameEnvelope }, errors: ['image_design_not_found', 'version_conflict'],
    async handle({ project, body, actor }, services) {
      const found = await findCandidate(services.db, project.id, body.candidateId);
      if (!found) throw new ApiError('image_design_not_found', 'no rendering of this project has this candidate');
      const { id } = await keepFrame(services.db, project.id, { ...body, ...found });
      const board = await readMoodBoard(services, project.id);
      const next = await nextOfProject(services.db, { projectId: project.id, accountId: actor.accountId });
      return { frame: board.frames.find(({ frameId }) => frameId === id)!, version: board.version, ...withNext(next) };
    },
  }),
  defineOperation({
    id: 'removeMoodFrame', method: 'DELETE', path: `${BASE}/frames/{frameId}`, area: 'canon', scopes: ['story:write'], idempotency: 'accepted',
    summary: 'Remove a frame from the mood board', description: 'Its image stays a candidate and can be kept again.',
    response: { 200: MoodFrameRemoved }, errors: ['image_design_not_found'],
    gone: { code: 'image_design_not_found', answer: ({ frameId }) => ({ frameId, removed: true }) },
    async handle({ project, params }, { db }) {
      if (!await removeFrame(db, project.id, params.frameId)) throw new ApiError('image_design_not_found');
      return { frameId: params.frameId, removed: true as const };
    },
  }),
  ...candidates(projectPath, moodFrames, {
    name: 'MoodRendering', key: 'rendering', schema: Rendering, one: 'The rendering that was started.',
    view: async () => viewMoodRendering,
    next: ({ projectId }) => ({
      method: 'GET', path: `/story-projects/${projectId}/mood-board`, afterMs: POLL_MS, why: 'Shows the candidates as they are drawn; then keep those that fit.',
    }),
    make: {
      id: 'renderMoodFrames', path: '/mood-board/render-frames', summary: 'Render candidates for the mood board', mints: 'moodRender',
      description: 'Costs MOOD_FRAME credits for each candidate, charged as each is there. The candidates show places and people of the brief and of the Series '
        + 'Bible. Poll the mood board until `rendering.status` is `ready` or `failed`.',
      effects: { count: 'how many candidates, and the price', aspect: 'shape of the pictures', format: 'type of the files', brief: 'what is drawn' },
      body: MoodRenderRequest, needs: [needs.plan, needs.pictures], wanted: ({ count = DEFAULT_COUNT }) => count,
      ask: async (_services, projectId, { brief, aspect = '16:9', format = 'webp' }) => ({
        subject: { type: PROJECT_SUBJECT, id: projectId }, label: 'Frames for a mood board', brief: { character: null, words: brief.trim(), aspect, format },
      }),
    },
  }),
];
