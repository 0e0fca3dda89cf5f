import { defineCandidates, type Candidates, type DeclaredCandidates } from '../../../kernel/families/candidates/candidates.js';
import { applyOwnEdit } from '../../../kernel/families/storyboards/storyboard-store.js';
import { boardedSubject, type BoardedRow, type BoardedType } from '../boarded-film.js';
import { findTakeRequest, makesFrames, type TakeBrief, type TakeFacts } from './take.js';

export type Takes<Shown extends object> = Candidates<TakeBrief, TakeFacts<Shown>>;

type Declared<Shown extends object> = Pick<DeclaredCandidates<TakeBrief, TakeFacts<Shown>>, 'kind' | 'workflow' | 'queue' | 'maker'> & { activity: string };

/**
 * Declares the takes and frames of a type of film. The film is the subject of a request. The folds `showTakes` and `showFrame` of the board of the film put
 * each result into its item.
 */
export function defineTakes<Row extends BoardedRow, Shown extends object>(
  type: Pick<BoardedType<Row>, 'type' | 'noun' | 'word' | 'lock'>, { activity, ...declared }: Declared<Shown>,
): Takes<Shown> {
  return defineCandidates<TakeBrief, TakeFacts<Shown>>({
    ...declared, price: 'CLIP', notFound: 'story_job_not_found', unit: 'clips', provider: 'video',
    stopped: 'The run was stopped before the takes were there; ask for them again.',
    async publish(tx, { requestId, candidates }, add) {
      const request = await findTakeRequest(tx, declared.kind, requestId);
      const row = request && await type.lock(tx, request.subjectId);
      if (!row || !await add()) return false;
      const edit = { kind: 'fold' as const, name: makesFrames(request.brief) ? 'showFrame' : 'showTakes', at: null, args: { takes: candidates } };
      await applyOwnEdit(tx, boardedSubject(type, row), { id: `${requestId}-shown`, edit, by: requestId }, type.noun);
      return true;
    },
    step: { activity, group: 'render', stage: 'rendering', words: `Making takes of a ${type.word}.`, progress: 'rendering' },
  });
}
