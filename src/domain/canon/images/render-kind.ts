import type { Services } from '../../../kernel/services.js';
import { ApiError } from '../../../kernel/errors/api-error.js';
import { defineWork, type WorkKind } from '../../../kernel/works/kind.js';
import type { WorkInput, WorkLine } from '../../../kernel/works/model.js';
import { requestWork } from '../../../kernel/works/request.js';
import type { Making } from '../../../kernel/works/step.js';
import type { Candidate } from './candidate.js';
import { addCandidates, deleteUnopened, findRender, findRenderOf, insertRender, type NewRender, type RenderKind, type RenderRow, type StoredRender } from './render-store.js';

/** Makes the candidates of a render. The work's subject is the render; each of its lines is charged when its candidates are there. */
export interface RenderInput extends WorkInput { projectId: string }

/** The candidates of one line, as the key of an object. */
export interface DrawnLine { renderId: string; candidatesKey: string }

interface Loaded { renderId: string; candidates: Candidate[] }

/** Where the candidates of a line are until they are published. */
export const drawnKey = (renderId: string, line: number): string => `images/renders/${renderId}-${line}.json`;

/** Makes the candidates of a line. `drawn` is called with the number of those that are there after each. */
export type DrawLine = (
  services: Services, render: StoredRender, line: number, signal: AbortSignal, drawn: (made: number) => Promise<void>,
) => Promise<Candidate[]>;

async function makeLine(
  services: Services, { subjectId: renderId, line }: RenderInput & { line: number }, { signal, note }: Making, draw: DrawLine,
): Promise<DrawnLine | null> {
  const render = await findRender(services.db, renderId);
  if (!render) return null;
  const known = render.candidates.length;
  await note({ completed: known, total: render.wanted });
  const candidates = await draw(services, render, line, signal, async (made) => {
    await note({ completed: known + made });
    await services.faults.reach('images.drawn', render.kind);
  });
  await services.store.put(drawnKey(renderId, line), JSON.stringify(candidates));
  return { renderId, candidatesKey: drawnKey(renderId, line) };
}

export type RenderWork = WorkKind<RenderInput, DrawnLine, Loaded>;

/** A kind of work that makes candidates, those of each line by `draw`. Images that an earlier attempt made are not made again. */
export const renderKind = (
  kind: RenderKind, names: Pick<WorkKind, 'queue' | 'formerly'>, draw: () => Promise<DrawLine>,
): RenderWork => defineWork<RenderInput, DrawnLine, Loaded>({
  kind, workflow: 'imagesWorkflow', ...names, runOn: '<design>', whenCancelled: 'FAILED', unit: 'pictures', counted: true, provider: 'image',
  stopped: 'The run was stopped before the images were there; ask for them again.',
  async load({ store }, { renderId, candidatesKey }) {
    return { renderId, candidates: JSON.parse((await store.get(candidatesKey)).toString('utf8')) as Candidate[] };
  },
  publish: (tx, _key, { renderId, candidates }) => addCandidates(tx, renderId, candidates),
  step: {
    activity: 'drawImages', group: 'imaging', stage: 'drawing', words: 'Making the images.', progress: 'rendering',
    make: async (services, input, making) => makeLine(services, input, making, await draw()),
  },
});

export interface WantedRender extends Omit<NewRender, 'kind'> { accountId: string; requestId: string; label: string; lines: readonly WorkLine[] }

/**
 * Starts a render and reserves its credits. A repeat with the same id finds the render as it is. Raises `insufficient_credits`; then
 * nothing was created.
 */
export async function requestRender(services: Services, kind: RenderWork, wanted: WantedRender): Promise<RenderRow> {
  const { accountId, requestId, label, lines, ...rest } = wanted;
  const render = { ...rest, kind: kind.kind as RenderKind };
  const { id, projectId } = render;
  await insertRender(services.db, render);
  try {
    await requestWork(services, kind, { accountId, projectId, subjectId: id, label, requestId, lines });
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) await deleteUnopened(services.db, render);
    throw error;
  }
  const row = await findRenderOf(services.db, projectId, render.kind, id);
  if (!row) throw new ApiError('project_not_found');
  return row;
}
