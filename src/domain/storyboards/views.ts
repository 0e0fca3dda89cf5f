import { statusOf } from '../../kernel/families/candidates/candidate-view.js';
import { ENDED } from '../../kernel/works/model.js';
import type { Services } from '../../kernel/services.js';
import type { BoardedItem, BoardedRow, BoardedType, RenderedFilm } from './boarded-film.js';
import { fileUrlOf } from './files.js';
import { madeBy, makesFrames, takeIdOf, type TakeFacts, type TakeRequest } from './takes/take.js';

export type Addressed = Pick<Services, 'config' | 'tokens'>;

const DOING = 'rendering';
export const TAKE_STATUSES = ['queued', DOING, 'ready', 'failed'] as const;

/** The takes of an item, newest first. `creditsOf` tells what a take of a request cost; a take that the service made again costs nothing. */
export function takesOf<Row extends BoardedRow>(
  services: Addressed, type: BoardedType<Row>, row: Row, { id }: Pick<BoardedItem, 'id'>, requests: readonly TakeRequest[], creditsOf: (request: TakeRequest) => number,
) {
  return requests.flatMap((request) => {
    const ordinal = request.brief.itemIds.indexOf(id);
    if (ordinal < 0 || makesFrames(request.brief)) return [];
    const firstId = takeIdOf(request.id, ordinal);
    const made = madeBy([request]).filter(({ itemId }) => itemId === id);
    const viewOf = (takeId: string, facts: TakeFacts | undefined) => {
      const of = statusOf(request.status, DOING);
      // Takes of a request are made one after the other, and stored together.
      const status = facts ? 'ready' as const : of === DOING && ordinal > request.progress.completed ? 'queued' as const : of;
      return {
        takeId, status, credits: facts?.retaken ? 0 : creditsOf(request), retaken: facts?.retaken ?? false, defects: [...facts?.defects ?? []],
        failureMessage: status === 'failed' ? request.failureMessage : null, url: facts?.mediaKey ? fileUrlOf(services, type, row, facts.mediaKey) : null,
        frameUrl: facts ? fileUrlOf(services, type, row, facts.frameKey) : null, durationMs: facts?.durationMs ?? null,
      };
    };
    const again = made.filter(({ retaken }) => retaken).map((facts) => viewOf(facts.takeId, facts));
    return [...again, viewOf(firstId, made.find(({ takeId }) => takeId === firstId))];
  });
}

/** The address of the newest frame that shows the current picture of the item; null when there is none. */
export function frameUrlOf<Row extends BoardedRow>(
  services: Addressed, type: BoardedType<Row>, row: Row, item: BoardedItem, requests: readonly TakeRequest[],
): string | null {
  const made = madeBy(requests).find(({ itemId, picture }) => itemId === item.id && JSON.stringify(picture) === JSON.stringify(item.picture));
  return made ? fileUrlOf(services, type, row, made.frameKey) : null;
}

/** The take that an item shows; null before there is one. */
export const seenTake = <Shown extends object>({ takeId }: Pick<BoardedItem, 'takeId'>, requests: readonly TakeRequest<Shown>[]): TakeFacts<Shown> | null =>
  madeBy(requests).find((facts) => facts.takeId === takeId) ?? null;

/** The requests whose takes are still being made. */
export const openRequests = (requests: readonly TakeRequest[]): TakeRequest[] => requests.filter(({ status }) => !ENDED.includes(status));

/** A rendered film as the API shows it, with its captions if it has any; null before it is rendered. `revision` is the current revision of the storyboard. */
export const viewFilm = <Row extends BoardedRow>(
  services: Addressed, type: BoardedType<Row>, row: Row, film: RenderedFilm | null, revision: number,
) => film && {
  url: fileUrlOf(services, type, row, film.mediaKey), durationMs: film.durationMs, byteSize: film.byteSize, lufs: Math.round(film.lufs * 10) / 10,
  revision: film.revision, stale: film.revision !== revision,
  ...(film.captions ? { captions: { url: fileUrlOf(services, type, row, film.captions.key), language: film.captions.language } } : {}),
};

/** The sound of the film that was rendered last, as the API shows it. `revision` is the current revision of the storyboard. */
export function viewSound<Row extends BoardedRow>(
  services: Addressed, type: BoardedType<Row>, row: Row, made: RenderedFilm | null, { revision, isRendering }: { revision: number; isRendering: boolean },
) {
  const status = isRendering ? 'rendering' as const : !made ? 'not_rendered' as const : made.revision === revision ? 'ready' as const : 'stale' as const;
  return {
    status, url: made && fileUrlOf(services, type, row, made.soundKey), durationMs: made?.durationMs ?? null, byteSize: made?.soundBytes ?? null,
    lufs: made ? Math.round(made.lufs * 10) / 10 : null,
  };
}
