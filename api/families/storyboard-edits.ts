import Type, { type TProperties, type TSchema } from 'typebox';
import type { FieldEffects } from '../../src/kernel/contract/field-effects.js';
import { closed, Id, model, nullable, Timestamp } from '../../src/kernel/contract/models.js';
import type { RunInputs, RunSpec, RunUpdates } from '../../src/kernel/contract/runs.js';
import { VISIBLE } from '../../src/kernel/contract/texts/visible-text.js';
import { ApiError } from '../../src/kernel/errors/api-error.js';
import type { ErrorCode } from '../../src/kernel/errors/catalogue.js';
import { optionalField } from '../../src/kernel/families/settings/setting.js';
import { findEditOutcome, findStoryboard, storeEdit, type StoryboardState } from '../../src/kernel/families/storyboards/storyboard-store.js';
import { MAX_ITEMS, type EditAnswer, type EditUpdates, type StoryboardEdit } from '../../src/kernel/families/storyboards/storyboard.js';
import type { Operation } from '../../src/kernel/http/operations/operation.js';
import type { Services } from '../../src/kernel/services.js';
import {
  familyOperation, pascalCase, READ_ACCESS, storedSubject, WRITE_ACCESS, type Access, type FamilyPrice, type Sent, type SubjectPath, type SubjectRow,
} from './subject.js';

/** Workflow types whose runs accept edits. */
export type EditableRun = {
  [W in keyof RunUpdates & keyof RunInputs]: RunUpdates[W] extends EditUpdates ? W : never
}[keyof RunUpdates & keyof RunInputs];

/** A subject with a storyboard, which is written by its open run only. */
export interface StoryboardSubject<Row extends SubjectRow> extends SubjectPath<Row> {
  noun: 'chapter' | 'beat';
  /** Fields of an item besides its id. */
  fields: TProperties;
  /** The run that applies the edits; it is started again if it was terminated. */
  run(row: Row, requestId: string): RunSpec<EditableRun>;
  /** Code for an edit in a status outside `editable`, with `details.status` and `details.allowed`. */
  stateInvalid: ErrorCode;
  editable: readonly string[];
  statusOf(row: Row): string;
}

/** An index from 0, in path or body. */
const Place = Type.Integer({ minimum: 0, maximum: MAX_ITEMS, description: 'Counted from 0' });

/** An edit that callers can request. */
export interface EditRow {
  /** Path below the subject's: `/chapters/insert`. */
  path: string;
  summary: string;
  access?: Access;
  price?: FamilyPrice<SubjectRow>;
  /** Further path parameters. */
  params?: TProperties;
  body: TProperties;
  /** What the fields of the body do. */
  effects?: FieldEffects;
  /**
   * The edit that a call requests; `callId` is equal for all repeats with the same idempotency key, and `credits` are those that it was
   * confirmed for.
   */
  edit(call: { params: Sent; body: Sent; callId: string; credits: number }): StoryboardEdit;
}

type Noun = StoryboardSubject<SubjectRow>['noun'];
type RowOptions = Partial<Pick<EditRow, 'access' | 'price' | 'summary' | 'effects'>>;
const named = (noun: Noun) => ({ place: `${noun}Index`, item: noun });

/** Inserts an item at an index or at the end. */
export function insert(path: string, { noun, fields }: { noun: Noun; fields: TProperties }, options: RowOptions = {}): EditRow {
  const { place, item } = named(noun);
  return {
    path, summary: `Insert a ${noun}`, body: { [place]: Place, [item]: closed(fields) }, ...options,
    edit: ({ body, callId }) => ({ kind: 'insert', at: body[place] as number, item: { ...body[item] as object, id: callId } }),
  };
}

/** Changes some fields of an item and keeps the others. */
export function patch(path: string, { noun, fields }: { noun: Noun; fields: TProperties }, options: RowOptions = {}): EditRow {
  const { place, item } = named(noun);
  const optional: TProperties = Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, optionalField(schema)]));
  return {
    path, summary: `Update a ${noun}`, body: { [place]: Place, [item]: closed(optional, { minProperties: 1 }) }, ...options,
    edit: ({ body }) => ({ kind: 'patch', at: body[place] as number, fields: body[item] as Sent }),
  };
}

export function remove(path: string, { noun }: { noun: Noun }, options: RowOptions = {}): EditRow {
  const { place } = named(noun);
  return {
    path, summary: `Remove a ${noun}`, body: { [place]: Place }, ...options,
    edit: ({ body }) => ({ kind: 'remove', at: body[place] as number }),
  };
}

/** Puts all items into a new order. */
export function reorder(path: string, { noun }: { noun: Noun }, options: RowOptions = {}): EditRow {
  const order = Type.Array(Place, { maxItems: MAX_ITEMS, description: `Each ${noun}'s present place, in the order to come` });
  return {
    path, summary: `Reorder the ${noun}s`, body: { order }, ...options,
    edit: ({ body }) => ({ kind: 'reorder', order: body.order as number[] }),
  };
}

/** Makes the run generate an item, or a part of it, again. */
export function regenerate(path: string, { noun }: { noun: Noun }, part: string, options: RowOptions = {}): EditRow {
  const { place } = named(noun);
  const instruction = Type.Optional(Type.String({ minLength: 1, maxLength: 2_000, pattern: VISIBLE }));
  return {
    path, summary: `Regenerate the ${part} of a ${noun}`, body: { [place]: Place, instruction }, ...options,
    edit: ({ body }) => ({ kind: 'regenerate', at: body[place] as number, part, instruction: body.instruction as string | undefined ?? null }),
  };
}

function envelopeOf<Row extends SubjectRow>({ name, words, noun, fields }: StoryboardSubject<Row>): TSchema {
  const item = model(`${name}${pascalCase(noun)}`, `A ${noun} of ${words}.`, closed({ id: Id, ...fields }));
  const board = model(`${name}Storyboard`, `The ${noun}s of ${words}, in order.`, closed({
    revision: Type.Integer({ minimum: 1, description: 'Rises with every edit' }), [`${noun}s`]: Type.Array(item), updatedAt: Timestamp,
  }));
  return model(`${name}StoryboardEnvelope`, `The storyboard of ${words}.`, closed({ storyboard: nullable(board) }));
}

const view = (noun: Noun, board: StoryboardState | null) => ({
  storyboard: board && { revision: board.revision, [`${noun}s`]: board.items, updatedAt: board.updatedAt.toISOString() },
});

function refuseState<Row extends SubjectRow>(subject: StoryboardSubject<Row>, row: Row): never {
  const status = subject.statusOf(row);
  throw new ApiError(subject.stateInvalid, `${subject.words} that is ${status} takes no edits`, { status, allowed: subject.editable });
}

/** Sends the edit's id to the run and returns the outcome; a repeat returns the stored outcome. */
async function apply(services: Services, run: RunSpec<EditableRun>, editId: string): Promise<EditAnswer> {
  const known = await findEditOutcome(services.db, editId);
  if (known) return known;
  await services.faults.reach('decision.stored');
  // No workflow accepts edits yet, so the types do not know the answer of the update.
  const answer: unknown = await services.engine.startAndWait(run, { name: 'edit', id: editId, argument: { editId } });
  return answer as EditAnswer;
}

function editOperation<Row extends SubjectRow>(subject: StoryboardSubject<Row>, schema: TSchema, row: EditRow): Operation {
  const { noun, name } = subject;
  const verb = row.path.split('/').at(-1)!;
  const id = `${verb.replace(/-(\w)/g, (_all, letter: string) => letter.toUpperCase())}${name}${pascalCase(noun)}`;
  const expectedRevision = Type.Optional(Type.Integer({ minimum: 1, description: 'Apply it only to this revision' }));
  return familyOperation(subject, {
    id, method: 'POST', path: row.path, ...(row.access ?? WRITE_ACCESS), summary: row.summary, mints: 'storyboardEdit',
    ...(row.price ? { price: row.price as FamilyPrice<Row> } : {}), effects: { ...row.effects, expectedRevision: 'refuses' },
    description: `Of ${subject.words}; edits are applied one after the other. With \`expectedRevision\` only to that revision; otherwise 409 `
      + '`version_conflict` with `details.expected` and `details.actual`.',
    request: {
      ...(row.params ? { params: closed(row.params) } : {}), body: model(`${pascalCase(id)}Request`, `${row.summary}.`, closed({ ...row.body, expectedRevision })),
    },
    response: { 200: schema }, errors: [subject.stateInvalid, 'version_conflict'],
    async handle({ row: found, params, body, actor, requestId, resourceId: editId, credits }, services) {
      const { expectedRevision: expected, ...fields } = body as Sent & { expectedRevision?: number };
      const stored = storedSubject(subject, found);
      if (!subject.editable.includes(subject.statusOf(found)) && !await findEditOutcome(services.db, editId)) refuseState(subject, found);
      const edit = row.edit({ params, body: fields, callId: editId, credits });
      await storeEdit(services.db, stored, { id: editId, edit, expectedRevision: expected, by: actor.keyId });
      const answer = await apply(services, subject.run(found, requestId), editId);
      if ('closed' in answer) refuseState(subject, await subject.load(services, actor, params as Record<string, string>));
      if ('refusal' in answer) throw new ApiError(answer.refusal.code, answer.refusal.message, answer.refusal.details);
      return view(noun, await findStoryboard(services.db, stored));
    },
  });
}

/**
 * Operations that show the storyboard, one for each of `reads`, and one per edit. An edit is stored as a row, sent as
 * an update to the open run of the subject, applied once, and answered with the resulting storyboard.
 */
export function storyboardEdits<Row extends SubjectRow>(
  subject: StoryboardSubject<Row>, reads: readonly string[], rows: readonly EditRow[],
): Operation[] {
  const schema = envelopeOf(subject);
  const readOperations = reads.map((path) => familyOperation(subject, {
    id: `get${subject.name}${pascalCase(path)}`, method: 'GET', path, ...READ_ACCESS,
    summary: `Read the ${subject.noun}s of ${subject.words}`, description: '`storyboard` is null until there is one.',
    response: { 200: schema },
    async handle({ row }, { db }) {
      return view(subject.noun, await findStoryboard(db, storedSubject(subject, row)));
    },
  }));
  return [...readOperations, ...rows.map((row) => editOperation(subject, schema, row))];
}
