import Type from 'typebox';
import { closed, model, oneOf } from './models.js';

/** The call that goes on from an answer. */
export interface NextStep {
  method: 'GET' | 'POST' | 'PATCH';
  /** Below the base URL. */
  path: string;
  body?: Record<string, unknown>;
  /** How long to wait before the call, in milliseconds. */
  afterMs?: number;
  /** What the call does, in one sentence. */
  why: string;
}

const Step = model('NextStep', closed({
  method: oneOf(['GET', 'POST', 'PATCH']),
  path: Type.String({ description: 'Below the base URL' }),
  body: Type.Optional(Type.Record(Type.String(), Type.Unknown(), { description: 'The smallest body that goes on' })),
  afterMs: Type.Optional(Type.Integer({ minimum: 0, description: 'Wait as long before the call' })),
  why: Type.String(),
}));

/** A call as a schema. */
export const StepModel = Type.Unsafe<NextStep>(Step);

/** The field `next` of an answer. */
export const Next = Type.Optional(Type.Unsafe<NextStep>({ ...Step, description: 'The call that goes on from here; absent at the end' }));

/** The field `next` with its value, or no field at the end. */
export const withNext = (next: NextStep | null): { next?: NextStep } => (next ? { next } : {});
