import Type, { type TProperties, type TSchema } from 'typebox';
import type { Decision } from '../../src/kernel/contract/decision.js';
import { closed, model } from '../../src/kernel/contract/models.js';
import { decide } from '../../src/kernel/families/gates/decide.js';
import type { Gate, GatedRun } from '../../src/kernel/families/gates/gate.js';
import type { Operation } from '../../src/kernel/http/operations/operation.js';
import type { Services } from '../../src/kernel/services.js';
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
  /** A field of the body that must be true, by which the caller confirms that a person has seen the revision. */
  confirm?: string;
  /** Further fields of the body, such as acknowledgements. They are stored with the decision. */
  body?: TProperties;
  access?: Access;
  price?: FamilyPrice<Row>;
  /** What is stored with the decision beside these fields, such as the report that was acknowledged. May refuse the call. */
  acknowledged?(call: FamilyCall & { row: Row }, services: Services): Promise<object>;
}

/** The view of the subject in the answer. */
export interface GateAnswer<Row> { schema: TSchema; view(row: Row): object }

function bodyOf<Row>(subject: { name: string }, { path, confirm, body = {} }: GateRow<Row>): TSchema | undefined {
  const fields: TProperties = {
    ...(confirm ? { [confirm]: Type.Literal(true, { description: 'Must be true: send it only after the user reviewed exactly this' }) } : {}),
    ...body,
  };
  if (Object.keys(fields).length === 0) return undefined;
  const words = confirm ? 'The confirmation that the user has reviewed exactly this and agreed.' : 'What goes with the decision.';
  return model(`${subject.name}${pascalCase(path)}Request`, words, closed(fields), confirm ? { [confirm]: true } : undefined);
}

/**
 * One operation per decision. The decision is a signal with gate and revision to the run of the subject. The first decision about a
 * revision counts; a later one is a 409 with `details.status` and `details.allowed`.
 */
export function gates<Row extends object>(
  subject: SubjectPath<Row>, run: GatedRun<Row>, answer: GateAnswer<Row>, rows: readonly GateRow<Row>[],
): Operation[] {
  return rows.map((row) => {
    const body = bodyOf(subject, row);
    return familyOperation(subject, {
      id: row.id, method: 'POST', path: row.path, ...(row.access ?? WRITE_ACCESS), mints: 'call', ...(row.price ? { price: row.price } : {}),
      summary: row.summary, ...(row.description ? { description: row.description } : {}),
      request: body ? { body } : {}, response: { 200: answer.schema }, errors: [run.stateInvalid, 'version_conflict'],
      async handle(call, services) {
        const { row: found, body: sent, actor, resourceId: callId, requestId, credits } = call;
        const { [row.confirm ?? '']: _confirmed, ...fields } = sent;
        const payload = { ...fields, ...(row.price ? { credits } : {}), ...await row.acknowledged?.(call, services) };
        return answer.view(await decide(services, run, row.gate, found, row.verdict, { callId, keyId: actor.keyId, requestId, payload }));
      },
    });
  });
}
