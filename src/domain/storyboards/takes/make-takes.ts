import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { BeatPicture, CutSource } from '../../../craft/trailer/cut.js';
import { otherFrame } from '../../../craft/trailer/frames.js';
import { makeFilm } from '../../../craft/film/make-film.js';
import type { Film, FilmFormat, Picture } from '../../../craft/film/film.js';
import { ProviderFailure } from '../../../craft/failures.js';
import { rasterise } from '../../../craft/images/raster.js';
import { canonicalJson } from '../../../kernel/contract/canonical-json.js';
import type { CandidateMaking, MakeCandidates } from '../../../kernel/families/candidates/candidates.js';
import { findStoryboard } from '../../../kernel/families/storyboards/storyboard-store.js';
import type { BoardContent } from '../../../kernel/families/storyboards/storyboard.js';
import type { Services } from '../../../kernel/services.js';
import { MakingFailed } from '../../../kernel/works/step.js';
import { inRenderFolder } from '../../artifacts/finalize/render-folder.js';
import { boardedSubject, type BoardedBoard, type BoardedItem, type BoardedRow, type BoardedType } from '../boarded-film.js';
import { filmPathIn, type FilmMaking, type OpenFilm } from '../films/film-making.js';
import { piecesOfBoarded, putObjectOf } from '../objects.js';
import { cutSourceOfRead } from '../read-lines.js';
import type { PerformedRead } from '../../artifacts/mix/performed-read.js';
import { defectsOfTake } from './defects.js';
import { isToRetake, mendedOf } from './retake.js';
import type { SaidLine } from './said.js';
import { listTakeRequests, madeBy, makesFrames, takeIdOf, type Defect, type TakeBrief, type TakeFacts, type TakeRequest } from './take.js';

/** A film in the making whose takes are measured. */
export type TakeMaking<Board extends BoardedBoard> = FilmMaking & { board: Board; performed: PerformedRead };

/** How the takes of a type of film are made. */
export interface TakeMaker<Row extends BoardedRow, Board extends BoardedBoard, Making extends TakeMaking<Board>, Shown extends object> {
  type: BoardedType<Row>;
  kind: string;
  boardOf(content: BoardContent): Board;
  open: OpenFilm<Row, Board, Making>;
  /** The film of one item alone, with the sound that the item has in the whole film. */
  filmOfItem(making: Making, at: number): Promise<Film>;
  /** The opening picture of an item. */
  firstPicture(making: Making, at: number): Picture;
  keyOf(row: Row, board: Board, item: Board['items'][number]): string;
  shownIn(item: Board['items'][number]): Shown;
  /** The lines that are spoken in an item, including lines that the end of the item or of the film cuts off. */
  saidIn(services: Services, making: Making, at: number, signal: AbortSignal): Promise<SaidLine[]> | SaidLine[];
  /** True for a line that goes on after its item or the film has ended. */
  isCutOff(making: Making, at: number, line: SaidLine): boolean;
  /** True for an item that opens with its picture; false for a card. */
  opensWithPicture(item: Board['items'][number]): boolean;
  /** The changes to an item for its retake, which mend the given defective lines. */
  mend(item: Board['items'][number], lines: readonly SaidLine['of'][]): Partial<Board['items'][number]>;
}

/** A variation that no take of the item has. An item to which an older take was brought back has a lower variation than its newest take. */
const nextVariation = (item: BoardedItem, takes: readonly TakeFacts[]): number =>
  1 + Math.max(item.variation, ...takes.flatMap(({ itemId, variation }) => (itemId === item.id ? [variation] : [])));

const MOST_FRAMINGS = 24;

/** Another framing of an item: one that none of its takes has, or the first alternative when all have been used. Null for an item without a picture. */
function nextFrame({ id, picture }: BoardedItem, source: CutSource, takes: readonly TakeFacts[]): BeatPicture | null {
  if (!picture) return null;
  const had = new Set([picture, ...takes.flatMap((take) => (take.itemId === id ? [take.picture] : []))].map(canonicalJson));
  const rounds = Array.from({ length: MOST_FRAMINGS }, (_, round) => otherFrame(picture, source, round + 1));
  return rounds.find((one) => !had.has(canonicalJson(one))) ?? rounds[0]!;
}

/** The item as its new take will show it. */
const renewed = (item: BoardedItem, { purpose }: TakeBrief, picture: BeatPicture | null, takes: readonly TakeFacts[]): BoardedItem =>
  (purpose === 'clip' || purpose === 'repair' ? { ...item, variation: nextVariation(item, takes) } : purpose === 'frame' ? { ...item, picture: picture ?? item.picture } : item);

/** The storyboard as the new takes will show it. */
async function boardToShow<Row extends BoardedRow, Board extends BoardedBoard>(
  services: Services, { type, kind, boardOf }: Pick<TakeMaker<Row, Board, TakeMaking<Board>, object>, 'type' | 'kind' | 'boardOf'>, row: Row, { brief }: TakeRequest,
): Promise<Board> {
  const stored = await findStoryboard(services.db, boardedSubject(type, row));
  if (!stored) throw new MakingFailed(`the ${type.word} has no storyboard`);
  const board = boardOf(stored);
  const source = brief.purpose === 'frame' ? await cutSourceOfRead(services, row) : null;
  const takes = madeBy(await listTakeRequests(services.db, kind, row));
  const frameOf = (item: BoardedItem): BeatPicture | null => source && nextFrame(item, source, takes);
  return { ...board, items: board.items.map((item) => (brief.itemIds.includes(item.id) ? renewed(item, brief, frameOf(item), takes) : item)) };
}

interface OneTake<Row, Making> { row: Row; making: Making; at: number; takeId: string; folder: string; signal: AbortSignal }

/** Draws the frame of an item and stores it. Returns the key with the picture. */
async function makeFrame<Row extends BoardedRow>(
  services: Services, type: BoardedType<Row>, picture: Picture, { widthPx }: FilmFormat, { row, takeId, folder, signal }: OneTake<Row, unknown>,
): Promise<{ frameKey: string; still: Uint8Array }> {
  const still = await rasterise(await services.ffmpeg(), { svg: await picture.draw(), widthPx, format: 'jpeg', signal });
  const framePath = path.join(folder, `${takeId}.jpg`);
  await writeFile(framePath, still);
  return { frameKey: await putObjectOf(services, type, row, `${takeId}.jpg`, framePath), still };
}

/** A take, and its defective lines. */
interface MadeTake<Shown extends object> { take: TakeFacts<Shown>; lines: readonly SaidLine['of'][] }

async function makeTake<Row extends BoardedRow, Board extends BoardedBoard, Making extends TakeMaking<Board>, Shown extends object>(
  services: Services, maker: TakeMaker<Row, Board, Making, Shown>, one: OneTake<Row, Making>, isClip: boolean,
): Promise<MadeTake<Shown>> {
  const { type, kind } = maker;
  const { row, making, at, takeId, folder, signal } = one;
  const item = making.board.items[at]! as Board['items'][number];
  const { frameKey, still } = await makeFrame(services, type, maker.firstPicture(making, at), making.format, one);
  const { id: itemId, variation, picture } = item;
  const facts = { takeId, itemId, key: maker.keyOf(row, making.board, item), variation, picture, shown: maker.shownIn(item), frameKey };
  if (!isClip) return { take: { ...facts, mediaKey: null, durationMs: 0, byteSize: 0, defects: [] }, lines: [] };
  const outputPath = filmPathIn(folder, takeId);
  const film = await maker.filmOfItem(making, at);
  const made = await makeFilm(await services.ffmpeg(), film, { folder, pieces: piecesOfBoarded(services, type, row), outputPath, signal, jobId: row.id });
  const said = await maker.saidIn(services, making, at, signal);
  const { defects, lines } = await defectsOfTake(services, {
    making, film, file: outputPath, span: making.sound.beats[at]!, said, still: maker.opensWithPicture(item) ? still : null,
  }, signal);
  const cut: Defect[] = said.some((line) => maker.isCutOff(making, at, line)) ? ['line_cut_off'] : [];
  await services.faults.reach('render.before_rename', kind);
  const mediaKey = await putObjectOf(services, type, row, `${takeId}.mp4`, outputPath);
  return { take: { ...facts, mediaKey, durationMs: Math.round(made.durationMs), byteSize: made.byteSize, defects: [...cut, ...defects] }, lines };
}

/**
 * Makes defective takes again, once each: with the next variation, and with the changes by which their type makes the lines audible. Both takes are kept.
 * Where a service refuses or fails the second attempt, the first take stays as it is, because it was made and paid for.
 */
async function retakes<Row extends BoardedRow, Board extends BoardedBoard, Making extends TakeMaking<Board>, Shown extends object>(
  services: Services, maker: TakeMaker<Row, Board, Making, Shown>, request: TakeRequest<Shown>,
  { row, board, first, folder, signal }: { row: Row; board: Board; first: readonly MadeTake<Shown>[]; folder: string; signal: AbortSignal },
): Promise<TakeFacts<Shown>[]> {
  const defective = first.filter(({ take }) => isToRetake(take));
  if (defective.length === 0) return [];
  const known = [...madeBy(await listTakeRequests<Shown>(services.db, maker.kind, row)), ...first.map(({ take }) => take)];
  const changes = new Map(defective.map(({ take: { itemId }, lines }) => {
    const item = board.items.find(({ id }) => id === itemId)!;
    return [itemId, { item, change: { variation: nextVariation(item, known), ...maker.mend(item, lines) } }] as const;
  }));
  const again: Board = { ...board, items: board.items.map((item) => ({ ...item, ...changes.get(item.id)?.change })) };
  try {
    const making = await maker.open(services, row, again, { resolution: '480p', folder, signal });
    const made: TakeFacts<Shown>[] = [];
    for (const { take: { itemId, takeId: before } } of defective) {
      const takeId = takeIdOf(request.id, request.brief.itemIds.length + Number(before.slice(before.lastIndexOf('-') + 1)));
      const { take } = await makeTake(services, maker, { row, making, at: board.items.findIndex(({ id }) => id === itemId), takeId, folder, signal }, true);
      const { item, change: { variation: _variation, ...mend } } = changes.get(itemId)!;
      made.push({ ...take, retaken: true, mended: mendedOf(item, mend) });
    }
    return made;
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    services.log.warn({ err: error, requestId: request.id }, 'takes with defects could not be made again');
    return [];
  }
}

/**
 * Makes the takes of a request, one after the other, and repeats those with defects once. Encoded pieces are kept, so that a repeat of the request encodes
 * nothing again. The retakes follow the first takes.
 */
export function takesBy<Row extends BoardedRow, Board extends BoardedBoard, Making extends TakeMaking<Board>, Shown extends object>(
  maker: TakeMaker<Row, Board, Making, Shown>,
): MakeCandidates<TakeBrief, TakeFacts<Shown>> {
  return async (services, request, { signal, made }: CandidateMaking) => {
    const { type } = maker;
    const row = await type.find(services.db, request.subjectId);
    if (!row) throw new MakingFailed(`the ${type.word} is gone`);
    const board = await boardToShow(services, maker, row, request);
    const wanted = request.brief.itemIds.map((id, ordinal) => ({ ordinal, at: board.items.findIndex((item) => item.id === id) })).filter(({ at }) => at >= 0);
    if (wanted.length === 0) throw new MakingFailed(`these ${type.noun}s are gone`);
    return inRenderFolder(services, signal, async (folder) => {
      const making = await maker.open(services, row, board, { resolution: '480p', folder, signal });
      const first: MadeTake<Shown>[] = [];
      for (const { ordinal, at } of wanted) {
        first.push(await makeTake(services, maker, { row, making, at, takeId: takeIdOf(request.id, ordinal), folder, signal }, !makesFrames(request.brief)));
        await made(first.length);
      }
      const again = await retakes(services, maker, request as TakeRequest<Shown>, { row, board, first, folder, signal });
      return [...first.map(({ take }) => take), ...again];
    }, type.turns.takes);
  };
}
