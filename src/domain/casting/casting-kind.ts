import { PRICES } from '../../kernel/credits/prices.js';
import type { Db } from '../../kernel/db/database.js';
import { ApiError } from '../../kernel/errors/api-error.js';
import type { Services } from '../../kernel/services.js';
import { defineWork } from '../../kernel/works/kind.js';
import type { OpenAnswer, WorkInput } from '../../kernel/works/model.js';
import { requestWork } from '../../kernel/works/request.js';
import { getWork } from '../../kernel/works/work-store.js';
import { lockProjectOf } from '../projects/project-store.js';
import type { VersionRow } from '../scripts/script-model.js';
import { castKey } from '../canon/cast-canon.js';
import { saveCastCanonIn } from '../canon/cast-canon-store.js';
import { requireStage } from '../canon/project-stage.js';
import { projectCast } from './cast-members.js';
import { PICTURE_FIELD, planCasting, type CastingPlan, type CastingWish } from './casting-plan.js';
import { findCasting, findCastingWork, insertCasting, notePicture, picturesUnderWay, type CastingOrder, type CastingWithWork } from './casting-store.js';

export interface CastingInput extends WorkInput { projectId: string }

/** The result of one line: a picture, or null for an order that only gives voices. */
export interface MadePicture { imageUrl: string | null }

/** Refuses an order for pictures that another open order is making: both may be confirmed at the same time. */
async function admit(tx: Db, { projectId }: CastingInput, { pictures }: CastingOrder): Promise<OpenAnswer | null> {
  const others = await picturesUnderWay(tx, projectId);
  const twice = pictures.find(({ character, kind }) => others.some((other) => other.kind === kind && castKey(other.character) === castKey(character)));
  if (!twice) return null;
  return {
    outcome: 'refused',
    failure: { code: 'artifact_not_ready', message: `the ${twice.kind} of ${twice.character} is being made`, details: { status: 'rendering', character: twice.character, kind: twice.kind } },
  };
}

/** The work that completes a cast: voices first, then one picture after the other, each charged when it is there. Its subject is the order. */
export const castingKind = defineWork<CastingInput, MadePicture, MadePicture, CastingOrder>({
  kind: 'casting', workflow: 'castingWorkflow', queue: 'castings', runOn: '<casting>', whenCancelled: 'FAILED',
  unit: 'pictures', briefed: true, stopped: 'The casting was stopped; what was not made was not charged. Ask for it again.',
  // The lock makes the later of two orders in a project see the pictures of the first.
  lock: lockProjectOf,
  admit,
  opened: (tx, { subjectId: id, accountId, projectId, workId }, order) => insertCasting(tx, { ...order, id, accountId, projectId, workId }),
  async publish(tx, { workId, line }, { imageUrl }) {
    const { subjectId } = await getWork(tx, workId);
    const casting = await findCasting(tx, subjectId);
    const picture = casting?.pictures[line];
    if (!casting) return false;
    if (!picture || imageUrl === null) return true;
    if (!await notePicture(tx, subjectId, line, 'ready')) return false;
    await saveCastCanonIn(tx, casting, { mode: 'merge', characters: [{ name: picture.character, [PICTURE_FIELD[picture.kind]]: imageUrl }] });
    return true;
  },
  async fail(tx, { workId }, line) {
    await notePicture(tx, (await getWork(tx, workId)).subjectId, line, 'failed');
    return true;
  },
});

/**
 * What an order would make now, and its price. While the Series Bible does not say how pictures look, an order that also casts voices leaves out pictures
 * that it was not explicitly asked for. Raises `validation_failed` for an unknown character, `cast_precondition_failed` for a script that is not parsed, and
 * `project_precondition_failed` when any other order would make pictures before the premise of the project has passed and its Series Bible says how pictures
 * look.
 */
export async function quoteCasting(services: Services, projectId: string, version: VersionRow | null, wish: CastingWish): Promise<CastingPlan> {
  const cast = await projectCast(services, projectId, version);
  const plan = planCasting(cast, wish, await picturesUnderWay(services.db, projectId));
  if (plan.pictures.length === 0) return plan;
  const asksForPictures = wish.imageKind !== undefined || wish.force === true;
  if (cast.missingVisuals.length > 0 && plan.voiceless.length > 0 && !asksForPictures) return { ...plan, pictures: [], credits: 0 };
  await requireStage(services.db, projectId, 'pictures');
  return plan;
}

export interface CastingRequest {
  accountId: string; projectId: string; castingId: string; version: VersionRow | null; wish: CastingWish; requestId: string;
  /** The price that the caller confirmed, in credits. */
  credits: number;
}

async function confirmedPlan(services: Services, projectId: string, version: VersionRow | null, wish: CastingWish, credits: number): Promise<CastingPlan> {
  const plan = await quoteCasting(services, projectId, version, wish);
  if (plan.credits === credits) return plan;
  throw new ApiError('quote_invalid', 'the cast changed since the price was confirmed; ask for another quote', { reason: 'price_changed' });
}

/**
 * Starts an order and reserves its credits. A repeat with the same id returns the existing order. Raises the errors of `quoteCasting`, `quote_invalid` when
 * the cast changed since the price was confirmed, `insufficient_credits`, and `artifact_not_ready` for pictures that are being made; then nothing was created
 * or charged.
 */
export async function requestCasting(services: Services, { castingId, version, wish, ...request }: CastingRequest): Promise<CastingWithWork> {
  const known = await findCastingWork(services.db, castingId);
  if (known) return known;
  const { accountId, projectId, requestId } = request;
  let pictures: CastingPlan['pictures'];
  try {
    ({ pictures } = await confirmedPlan(services, projectId, version, wish, request.credits));
  } catch (error) {
    // The run of an earlier attempt may have opened this order meanwhile; this attempt was then refused because of its own order.
    const opened = await findCastingWork(services.db, castingId);
    if (opened) return opened;
    throw error;
  }
  await requestWork(services, castingKind, {
    accountId, projectId, subjectId: castingId, label: 'Completing a cast', requestId,
    lines: pictures.map((_, line) => ({ line, credits: PRICES.CAST_IMAGE })),
  }, { scriptVersionId: version?.id ?? null, character: wish.character?.trim() ?? null, pictures });
  return (await findCastingWork(services.db, castingId))!;
}
