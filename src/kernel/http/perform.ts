import { ApiError } from '../errors/api-error.js';
import { requireDiskSpace } from '../storage/disk-space.js';
import type { Services } from '../services.js';
import { ok, type Reply } from './operations/answers.js';
import { checkError, checkReply } from './operations/conformity.js';
import { needsSpace, type Call, type Operation } from './operations/operation.js';
import { quoteOrPerform, splitConfirmation, type PricedCall } from './operations/priced.js';
import type { IdempotencyStore, StoredAnswer } from './limits/idempotency-store.js';
import { fingerprintOf } from './limits/idempotency.js';
import { storedForm } from './send.js';

/** The services that performing a call needs. */
export interface Performer {
  services: Services; idempotency: IdempotencyStore;
  /** All operations that are served. The next calls that answers name must be among them. */
  operations: readonly Operation[];
}

/** The parts of a call that must be equal in repeats with the same idempotency key. */
export interface CallIdentity {
  key: string | null;
  /** The path with the base path and without the query. */
  path: string;
  /** A value that is equal for equal bodies. */
  body: unknown;
}

/** The reply of a call without an idempotency key, or the kept answer of a call with one. */
export type Performed = { reply: Reply } | { answer: StoredAnswer; replayed: boolean };

/** Loads the subjects of the path into the call, from left to right, so that for example a source is looked up only in an existing project. */
async function loadSubjects(services: Services, { subjects }: Operation, call: Call): Promise<void> {
  for (const { load } of subjects) Object.assign(call, await load(services, call.actor, call.params as Record<string, string>));
}

/** Moves the confirmation out of the body of a priced call. The quote covers only the rest of the body. */
function pricedCallOf(operation: Operation, path: string, call: Call, usedBy: string): PricedCall {
  const { id, method } = operation;
  const { own, confirmation } = splitConfirmation(call.body);
  call.body = own;
  const { accountId } = call.actor;
  const params = call.params as Readonly<Record<string, string>>;
  const below = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  return { quoted: { accountId, operation: id, fingerprint: fingerprintOf(method, path, own) }, confirmation, usedBy, path: below };
}

/** Loads the subjects into the call, checks the needs of the operation, calls the handler, and checks that the operation declares the answer or error. */
async function perform({ services, operations }: Performer, operation: Operation, call: Call, priced: PricedCall | null): Promise<Reply> {
  if (needsSpace(operation)) await requireDiskSpace(services.config);
  try {
    await loadSubjects(services, operation, call);
    for (const need of operation.needs ?? []) await need.require(call, services);
    const reply = operation.price && priced
      ? await quoteOrPerform(services, operation.price, call, priced, (credits) => operation.handle({ ...call, credits }, services))
      : await operation.handle(call, services);
    checkReply(services, operation, reply, operations);
    return reply;
  } catch (error) {
    if (error instanceof ApiError) checkError(services, operation, error, operations);
    throw error;
  }
}

/** Performs a call again whose first answer was lost. When a deletion finds nothing, the first call has deleted it, and `gone` gives the answer. */
async function performAgain(performer: Performer, operation: Operation, call: Call, priced: PricedCall | null): Promise<Reply> {
  const { gone } = operation;
  try {
    return await perform(performer, operation, call, priced);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== gone?.code) throw error;
    return ok(gone.answer(call.params as Record<string, string>));
  }
}

/** Performs the call once per idempotency key; a repeat gets the stored answer. */
async function performOnce(
  performer: Performer, operation: Operation, call: Call, priced: PricedCall | null, { key, fingerprint }: { key: string; fingerprint: string },
): Promise<Performed> {
  const { idempotency, services: { faults } } = performer;
  const claim = await idempotency.claim(call.actor.accountId, key, fingerprint, call.resourceId);
  if (claim.kind === 'replay') return { answer: claim.answer, replayed: true };
  let answer: StoredAnswer;
  try {
    const { resourceId, takenOver } = claim;
    const performed = storedForm(await (takenOver ? performAgain : perform)(performer, operation, { ...call, resourceId }, priced));
    await faults.reach('idem.before_complete');
    answer = await idempotency.complete(claim, performed);
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) await idempotency.releaseClaim(claim);
    else await idempotency.expireLease(claim);
    throw error;
  }
  await faults.reach('idem.after_commit_before_send');
  return { answer, replayed: false };
}

/** Performs a call whose input was validated. Raises the errors that the operation declares. */
export async function performCall(performer: Performer, operation: Operation, call: Call, { key, path, body }: CallIdentity): Promise<Performed> {
  const { method, price, check } = operation;
  const priced = price ? pricedCallOf(operation, path, call, key ?? call.requestId) : null;
  if (check) await check(call, performer.services);
  if (key === null) return { reply: await perform(performer, operation, call, priced) };
  return performOnce(performer, operation, call, priced, { key, fingerprint: fingerprintOf(method, path, body) });
}
