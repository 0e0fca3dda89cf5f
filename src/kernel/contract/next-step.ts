import Type from 'typebox';
import { closed, model, oneOf } from './models.js';

/** A possible next call. */
interface Step {
  method: 'GET' | 'POST' | 'PATCH';
  /** The path below the base URL. */
  path: string;
  body?: Record<string, unknown>;
  /** The fields of the body that only the user can supply. Absent when the call is accepted as it is. */
  asks?: Asked[];
  /** How long to wait before the call, in milliseconds. */
  afterMs?: number;
  /** What the call does, in one sentence. */
  why: string;
}

/** A field that the user must supply, and a description of it. Dots separate the parts of the path of the field. */
export interface Asked { field: string; what: string }

/** The recommended call after an answer. */
export interface NextStep extends Step {
  /** Alternative calls, for a user who wants something else. */
  or?: Step[];
}

const STEP = {
  method: oneOf(['GET', 'POST', 'PATCH']),
  path: Type.String({ description: 'Below the base URL' }),
  body: Type.Optional(Type.Record(Type.String(), Type.Unknown(), { description: 'A body that is accepted as it is, once `asks` is added' })),
  asks: Type.Optional(Type.Array(closed({ field: Type.String({ description: 'Where it goes in the body' }), what: Type.String() }), {
    description: 'What only the user can give. Without it the call is accepted as it is',
  })),
  afterMs: Type.Optional(Type.Integer({ minimum: 0, description: 'Wait as long before the call' })),
  why: Type.String(),
};

const Step = model('NextStep', 'The call that follows an answer.', closed({
  ...STEP, or: Type.Optional(Type.Array(closed(STEP), { description: 'Other calls that lead on, when the user wants something else' })),
}, {
  // A call that is true beside any answer; envelopes whose next call depends on what they show name it themselves.
  examples: [{ method: 'GET', path: '/story-projects/prj_01kb2h7q8x4m6n9r3t5v7w1y2z', why: 'Shows the project, and what comes next in it.' }],
}));

/** A call as a schema. */
export const StepModel = Type.Unsafe<NextStep>(Step);

/** The field `next` of an answer. */
export const Next = Type.Optional(Type.Unsafe<NextStep>({ ...Step, description: 'The call that comes next; absent at the end' }));

/** The field `next` with its value, or no field at the end. */
export const withNext = (next: NextStep | null): { next?: NextStep } => (next ? { next } : {});

/** The next step after a refusal for too few credits. */
export const MORE_CREDITS: NextStep = {
  method: 'GET', path: '/credits', why: 'Credits renew with each billing cycle; an operator adds more with `proscenium credits`. Then send the call again.',
};

/** The call that attaches material to a project. */
export const attachMaterial = (projectId: string, why: string): NextStep => ({
  method: 'POST', path: `/story-projects/${projectId}/sources`, body: { type: 'text' },
  asks: [{ field: 'content', what: 'The text of the story; or send `type: url` with a `uri`, or a form with a `file`' }], why,
});
