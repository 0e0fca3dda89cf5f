import Type, { type TProperties, type TSchema } from 'typebox';
import { closed, Id, model, nullable, Timestamp } from '../../src/contract/models.js';
import type { RunInputs, RunSpec, RunUpdates } from '../../src/contract/runs.js';
import { ApiError } from '../../src/errors/api-error.js';
import type { ErrorCode } from '../../src/errors/catalogue.js';
import { optionalField } from '../../src/families/settings/setting.js';
import { findEditOutcome, findStoryboard, keepEdit, type StoryboardState } from '../../src/families/storyboards/storyboard-store.js';
import { MAX_ITEMS, type EditAnswer, type EditUpdates, type StoryboardEdit } from '../../src/families/storyboards/storyboard.js';
import type { Operation } from '../../src/http/operations/operation.js';
import type { Services } from '../../src/services.js';
import {
  familyOperation, pascalCase, READ_ACCESS, storedSubject, WRITE_ACCESS, type Access, type Sent, type SubjectPath, type SubjectRow,
} from './subject.js';

/** Workflow types whose runs take edits. */
export type EditableRun = {
  [W in keyof RunUpdates & keyof RunInputs]: RunUpdates[W] extends EditUpdates ? W : never
}[keyof RunUpdates & keyof RunInputs];

/** A subject with a storyboard, which its open run alone writes. */
export interface StoryboardSubject<Row extends SubjectRow> extends SubjectPath<Row> {
  noun: 'chapter' | 'beat';
  /** What an item holds besides its id. */
  fields: TProperties;
  /** The run that takes the edits; one that is gone is started again. */
  run(row: Row, requestId: string): RunSpec<EditableRun>;
  /** Refuses an edit in other statuses than `editable`, with `details.status` and `details.allowed`. */
  stateInvalid: ErrorCode;
  editable: readonly string[];
  statusOf(row: Row): string;
}

/** A field of path or body that counts places from 0. */
const Place = Type.Integer({ minimum: 0, maximum: MAX_ITEMS, description: 'Counted from 0' });

/** One edit that people can ask for. */
export interface EditRow {
  /** Below the subject's path: `/chapters/insert`. */
  path: string;
  summary: string;
  access?: Access;
  /** Further path parameters. */
  params?: TProperties;
  body: TProperties;
  /** What a call asks for; `callId` stays the same when the call is repeated with its key. */
  edit(call: { params: Sent; body: Sent; callId: string }): StoryboardEdit;
}

type Noun = StoryboardSubject<SubjectRow>['noun'];
type RowOptions = Partial<Pick<EditRow, 'access' | 'summary'>>;
const named = (noun: Noun) => ({ place: `${noun}Index`, item: noun });

/** A new item, at a place or at the end. */
export function insert(path: string, { noun, fields }: { noun: Noun; fields: TProperties }, options: RowOptions = {}): EditRow {
  const { place, item } = named(noun);
  return {
    path, summary: `Insert a ${noun}`, body: { [place]: Place, [item]: closed(fields) }, ...options,
    edit: ({ body, callId }) => ({ kind: 'insert', at: body[place] as number, item: { ...body[item] as object, id: callId } }),
  };
}

/** Some fields of an item; the others stay. */
export function patch(path: string, { noun, fields }: { noun: Noun; fields: TProperties }, options: RowOptions = {}): EditRow {
  const { place, item } = named(noun);
  const optional: TProperties = Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, optionalField(schema)]));
  return {
    path, summary: `Change a ${noun}`, body: { [place]: Place, [item]: closed(optional, { minProperties: 1 }) }, ...options,
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

/** All items in a new order. */
export function reorder(path: string, { noun }: { noun: Noun }, options: RowOptions = {}): EditRow {
  const order = Type.Array(Place, { maxItems: MAX_ITEMS, description: `Each ${noun}'s present place, in the order to come` });
  return {
    path, summary: `Put the ${noun}s in another order`, body: { order }, ...options,
    edit: ({ body }) => ({ kind: 'reorder', order: body.order as number[] }),
  };
}

/** Has the run make an item anew, or a part of it. */
export function regenerate(path: string, { noun }: { noun: Noun }, part: string, options: RowOptions = {}): EditRow {
  const { place } = named(noun);
  const instruction = Type.Optional(Type.String({ minLength: 1, maxLength: 2_000, pattern: '\\S' }));
  return {
    path, summary: `Make the ${part} of a ${noun} anew`, body: { [place]: Place, instruction }, ...options,
    edit: ({ body }) => ({ kind: 'regenerate', at: body[place] as number, part, instruction: body.instruction as string | undefined ?? null }),
  };
}

function envelopeOf<Row extends SubjectRow>({ name, noun, fields }: StoryboardSubject<Row>): TSchema {
  const item = model(`${name}${pascalCase(noun)}`, closed({ id: Id, ...fields }));
  const board = model(`${name}Storyboard`, closed({
    revision: Type.Integer({ minimum: 1, description: 'Rises with every edit' }), [`${noun}s`]: Type.Array(item), updatedAt: Timestamp,
  }));
  return model(`${name}StoryboardEnvelope`, closed({ storyboard: nullable(board) }));
}

const view = (noun: Noun, board: StoryboardState | null) => ({
  storyboard: board && { revision: board.revision, [`${noun}s`]: board.items, updatedAt: board.updatedAt.toISOString() },
});

function refuseState<Row extends SubjectRow>(subject: StoryboardSubject<Row>, row: Row): never {
  const status = subject.statusOf(row);
  throw new ApiError(subject.stateInvalid, `${subject.words} that is ${status} takes no edits`, { status, allowed: subject.editable });
}

/** What came of the edit: a repeat finds it; else the run is sent its id. */
async function apply(services: Services, run: RunSpec<EditableRun>, editId: string): Promise<EditAnswer> {
  const known = await findEditOutcome(services.db, editId);
  if (known) return known;
  // The product has no such run yet, so that nothing says what its update answers.
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
    description: `Of ${subject.words}; edits are applied one after the other. With \`expectedRevision\` only to that revision; otherwise 409 `
      + '`version_conflict` with `details.expected` and `details.actual`.',
    request: {
      ...(row.params ? { params: closed(row.params) } : {}), body: model(`${pascalCase(id)}Request`, closed({ ...row.body, expectedRevision })),
    },
    response: { 200: schema }, errors: [subject.stateInvalid, 'version_conflict'],
    async handle({ row: found, params, body, actor, requestId, resourceId: editId }, services) {
      const { expectedRevision: expected, ...fields } = body as Sent & { expectedRevision?: number };
      const stored = storedSubject(subject, found);
      if (!subject.editable.includes(subject.statusOf(found)) && !await findEditOutcome(services.db, editId)) refuseState(subject, found);
      const edit = row.edit({ params, body: fields, callId: editId });
      await keepEdit(services.db, stored, { id: editId, edit, expectedRevision: expected, by: actor.keyId });
      const answer = await apply(services, subject.run(found, requestId), editId);
      if ('closed' in answer) refuseState(subject, await subject.load(services, actor, params as Record<string, string>));
      if ('refusal' in answer) throw new ApiError(answer.refusal.code, answer.refusal.message, answer.refusal.details);
      return view(noun, await findStoryboard(services.db, stored));
    },
  });
}

/**
 * The storyboard at each of `reads`, and one operation per edit. An edit is an update to the open run of the subject: kept as a
 * row, applied once, answered with the storyboard as it then is.
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
