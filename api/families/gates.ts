import Type, { type TProperties, type TSchema } from 'typebox';
import type { Decision } from '../../src/kernel/contract/decision.js';
import type { FieldEffects } from '../../src/kernel/contract/field-effects.js';
import { closed, model } from '../../src/kernel/contract/models.js';
import { PRICES } from '../../src/kernel/credits/prices.js';
import { findDecision } from '../../src/kernel/decisions/decision-store.js';
import { decide, requireAtGate } from '../../src/kernel/families/gates/decide.js';
import type { Gate, GatedRun } from '../../src/kernel/families/gates/gate.js';
import type { Operation } from '../../src/kernel/http/operations/operation.js';
import type { Services } from '../../src/kernel/services.js';
import { requireCredits } from '../../src/kernel/works/request.js';
import { familyOperation, pascalCase, WRITE_ACCESS, type Access, type FamilyCall, type FamilyPrice, type SubjectPath } from './subject.js';

/** A decision that a person can make at a gate. */
export interface GateRow<Row = never> {
  id: string;
  /** Path below the subject's: `/plan/approve`. */
  path: string;
  gate: Gate;
  verdict: Decision['verdict'];
  summary: string;
  description?: string;
  /** A field of the body that must be true: with it, the caller confirms that a person has seen the revision. */
  confirm?: string;
  /** Further fields of the body, such as acknowledgements. They are stored with the decision. */
  body?: TProperties;
  /** The effects of the fields in `body`. */
  effects?: FieldEffects;
  /** A request as callers typically send it. */
  example?: object;
  access?: Access;
  price?: FamilyPrice<Row>;
  /** Further facts to store with the decision, such as the acknowledged report. May refuse the call by throwing. */
  acknowledged?(call: FamilyCall & { row: Row }, services: Services): Promise<object>;
}

/** The view of the subject in the answer. */
export interface GateAnswer<Row> { schema: TSchema; view(row: Row, services: Services): object | Promise<object> }

function bodyOf<Row>(subject: { name: string }, { path, confirm, body = {}, example }: GateRow<Row>): TSchema | undefined {
  const fields: TProperties = {
    ...(confirm ? { [confirm]: Type.Literal(true, { description: 'Must be true: send it only after the user reviewed exactly this' }) } : {}),
    ...body,
  };
  if (Object.keys(fields).length === 0) return undefined;
  const words = confirm ? 'The confirmation that the user has reviewed exactly this and agreed.' : 'What goes with the decision.';
  return model(`${subject.name}${pascalCase(path)}Request`, words, closed(fields, example ? { examples: [example] } : {}), confirm ? { [confirm]: true } : undefined);
}

/** The price of a decision: 0 when it changes nothing. Throws for a decision that would be refused, so that it is not quoted. */
function priceOf<Row>(run: GatedRun<Row>, { gate, verdict, acknowledged, price }: GateRow<Row>): FamilyPrice<Row> | null {
  if (price === undefined) return null;
  return async (call, services) => {
    if (!requireAtGate(run, gate, call.row, verdict)) return 0;
    await acknowledged?.(call, services);
    return typeof price === 'string' ? PRICES[price] : price(call, services);
  };
}

/**
 * Raises `insufficient_credits` before a decision is stored that orders more than the account can pay. Lets a repeat of the call pass, because its order
 * already stands.
 */
async function requirePaid<Row>(services: Services, { actor, resourceId, credits }: FamilyCall & { row: Row }): Promise<void> {
  if (credits > 0 && !await findDecision(services.db, resourceId)) await requireCredits(services, actor.accountId, credits);
}

/** Throws for a decision that the run would not carry out: its caller would wait for nothing. */
function requireCarriedOut<Row>({ gates: known, words }: GatedRun<Row>, { id, gate, verdict }: GateRow<Row>): void {
  if (!known.includes(gate)) throw new Error(`${id}: the run of ${words} has no gate called ${gate.gate}`);
  if (verdict === 'REJECTED' && !gate.rejects) throw new Error(`${id}: the run of ${words} rejects nothing at the gate ${gate.gate}`);
}

/**
 * One operation per decision. The decision is a signal with gate and revision to the run of the subject. The first decision about a
 * revision counts; a later one is a 409 with `details.status` and `details.allowed`.
 */
export function gates<Row extends object>(
  subject: SubjectPath<Row>, run: GatedRun<Row>, answer: GateAnswer<Row>, rows: readonly GateRow<Row>[],
): Operation[] {
  return rows.map((row) => {
    requireCarriedOut(run, row);
    const body = bodyOf(subject, row);
    const price = priceOf(run, row);
    return familyOperation(subject, {
      id: row.id, method: 'POST', path: row.path, ...(row.access ?? WRITE_ACCESS), mints: 'call', ...(price ? { price } : {}),
      summary: row.summary, ...(row.description ? { description: row.description } : {}), ...(row.effects ? { effects: row.effects } : {}),
      request: body ? { body } : {}, response: { 200: answer.schema }, errors: [run.stateInvalid, 'version_conflict'],
      async handle(call, services) {
        const { row: found, body: sent, actor, resourceId: callId, requestId, credits } = call;
        const { [row.confirm ?? '']: _confirmed, ...fields } = sent;
        if (row.gate.waiting.includes(run.statusOf(found))) await requirePaid(services, call);
        const payload = { ...fields, ...(row.price ? { credits } : {}), ...await row.acknowledged?.(call, services) };
        const deciding = { callId, keyId: actor.keyId, requestId, payload, isPaid: credits > 0 };
        return answer.view(await decide(services, run, row.gate, found, row.verdict, deciding), services);
      },
    });
  });
}
