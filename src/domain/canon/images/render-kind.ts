import type { Services } from '../../../services.js';
import { ApiError } from '../../../errors/api-error.js';
import { workIdOf } from '../../../works/ids.js';
import { defineWork, type WorkKind } from '../../../works/kind.js';
import type { OpenAnswer, WorkInput, WorkLine } from '../../../works/model.js';
import { requestWork } from '../../../works/request.js';
import type { Candidate } from './candidate.js';
import { addCandidates, deleteUnopened, findRenderOf, insertRender, type NewRender, type RenderKind, type RenderRow } from './render-store.js';

/** Makes the candidates of a render. The work's subject is the render; each of its lines is charged when its candidates are there. */
export interface RenderInput extends WorkInput { projectId: string }

/** The candidates of one line, as the key of an object. */
export interface DrawnLine { renderId: string; candidatesKey: string }

interface Loaded { renderId: string; candidates: Candidate[] }

/** Where the candidates of a line are until they are published. */
export const drawnKey = (renderId: string, line: number): string => `images/renders/${renderId}-${line}.json`;

/** A kind of work that makes candidates. */
export const renderKind = (kind: RenderKind, names: Pick<WorkKind, 'queue' | 'formerly'>): WorkKind<RenderInput, DrawnLine, Loaded> => defineWork<RenderInput, DrawnLine, Loaded>({
  kind, workflow: 'imagesWorkflow', ...names, runOn: '<design>', whenCancelled: 'FAILED', unit: 'pictures', counted: true, provider: 'image',
  stopped: 'The run was stopped before the images were there; ask for them again.',
  async load({ store }, { renderId, candidatesKey }) {
    return { renderId, candidates: JSON.parse((await store.get(candidatesKey)).toString('utf8')) as Candidate[] };
  },
  publish: (tx, _key, { renderId, candidates }) => addCandidates(tx, renderId, candidates),
});

export interface WantedRender extends NewRender { accountId: string; requestId: string; label: string; lines: readonly WorkLine[] }

/**
 * Starts a render and reserves its credits. A repeat with the same id finds the render as it is. Raises `insufficient_credits`; then
 * nothing was created.
 */
export async function requestRender(services: Services, wanted: WantedRender): Promise<RenderRow> {
  const { accountId, requestId, label, lines, ...render } = wanted;
  const { id, kind, projectId } = render;
  await insertRender(services.db, render);
  try {
    await requestWork(services, 'imagesWorkflow', {
      workId: workIdOf(kind, id), kind, accountId, projectId, subjectId: id, revision: 0, label, requestId, lines,
    });
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) await deleteUnopened(services.db, render);
    throw error;
  }
  const row = await findRenderOf(services.db, projectId, kind, id);
  if (!row) throw new ApiError('project_not_found');
  return row;
}

declare module '../../../contract/runs.js' {
  interface RunInputs { imagesWorkflow: RenderInput }
  interface RunUpdates { imagesWorkflow: { opened: { argument: undefined; answer: OpenAnswer } } }
}
