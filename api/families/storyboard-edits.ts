import Type, { type TProperties, type TSchema } from 'typebox';
import type { FieldEffects } from '../../src/kernel/contract/field-effects.js';
import { closed, Id, model, nullable, Timestamp } from '../../src/kernel/contract/models.js';
import type { RunInputs, RunSpec, RunUpdates } from '../../src/kernel/contract/runs.js';
import { VISIBLE } from '../../src/kernel/contract/texts/visible-text.js';
import { PRICES } from '../../src/kernel/credits/prices.js';
import { findDecision } from '../../src/kernel/decisions/decision-store.js';
import { ApiError } from '../../src/kernel/errors/api-error.js';
import type { ErrorCode } from '../../src/kernel/errors/catalogue.js';
import { optionalField } from '../../src/kernel/families/settings/setting.js';
import { findEditOutcome, findStoryboard, otherRevision, storeEdit, type StoryboardState } from '../../src/kernel/families/storyboards/storyboard-store.js';
import { MAX_ITEMS, type EditAnswer, type EditUpdates, type StoryboardEdit, type StoryboardNoun } from '../../src/kernel/families/storyboards/storyboard.js';
import type { Operation } from '../../src/kernel/http/operations/operation.js';
import type { Services } from '../../src/kernel/services.js';
import { requireCredits } from '../../src/kernel/works/request.js';
import {
  familyOperation, pascalCase, READ_ACCESS, storedSubject, WRITE_ACCESS, type Access, type FamilyPrice, type Sent, type SubjectPath, type SubjectRow,
} from './subject.js';

/** Workflow types whose runs accept edits. */
export type EditableRun = {
  [W in keyof RunUpdates & keyof RunInputs]: RunUpdates[W] extends EditUpdates ? W : never
}[keyof RunUpdates & keyof RunInputs];

/** What answers show in place of what is stored. */
export interface StoryboardShown<Row> {
  /** Fields of an item in answers besides its id and `fields`, stored or not; loaded for each answer. */
  item: TProperties;
  /** Fields of the storyboard beside its items. */
  board: TProperties;
  /** Fields of the answer next to the storyboard, such as the subject itself. */
  beside: TProperties;
  load(services: Services, row: Row, board: StoryboardState | null): Promise<{ items: readonly object[]; board: object; beside: object }>;
}

/**
 * A subject with a storyboard. Only its open run applies the edits that callers send; results of the service's own work, such as takes, are written without
 * the run.
 */
export interface StoryboardSubject<Row extends SubjectRow> extends SubjectPath<Row> {
  noun: StoryboardNoun;
  /** The functions that compute its edits; without it, its storyboards take only plain edits. */
  board?: { folds: Readonly<Record<string, unknown>> };
  /** Fields of an item besides its id that callers may send. */
  fields: TProperties;
  /** With it, answers show these fields instead of everything that is stored. */
  shown?: StoryboardShown<Row>;
  /** The run that applies the edits; it is started again if it was terminated. */
  run(row: Row, requestId: string): RunSpec<EditableRun>;
  /** Error code for an edit while the status is not in `editable`, with `details.status` and `details.allowed`. */
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
  /** Id of the operation; default: derived from its path. */
  id?: string;
  summary: string;
  /** First sentences of the description. */
  description?: string;
  access?: Access;
  price?: FamilyPrice<SubjectRow>;
  /** Further path parameters. */
  params?: TProperties;
  body: TProperties;
  /** The smallest number of fields in a body. */
  least?: number;
  /** The effects of the fields of the body. */
  effects?: FieldEffects;
  /** Error codes that `find` raises besides `validation_failed`. */
  errors?: readonly ErrorCode[];
  /** A request as callers typically send it. */
  example?: object;
  /** Refuses a call that cannot be carried out now, or looks up what the call names, which `edit` gets as `found`. Repeats of an applied call skip it. */
  find?(services: Services, call: { row: SubjectRow; params: Sent; body: Sent }): Promise<unknown>;
  /** The fold of the board that computes it. */
  fold?: string;
  /** The edit that a call requests; `callId` is equal for all repeats with the same idempotency key, and `credits` are the ones that the caller confirmed. */
  edit(call: { params: Sent; body: Sent; callId: string; credits: number; found: unknown }): StoryboardEdit;
}

type Noun = StoryboardNoun;
type RowOptions = Partial<Pick<EditRow, 'id' | 'access' | 'price' | 'summary' | 'description' | 'effects' | 'errors' | 'example' | 'find' | 'least'>>;
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

const Instruction = Type.Optional(Type.String({ minLength: 1, maxLength: 2_000, pattern: VISIBLE }));
const instructionIn = (body: Sent): string | null => body.instruction as string | undefined ?? null;

/** Makes the run generate an item, or a part of it, again. */
export function regenerate(path: string, { noun }: { noun: Noun }, part: string, options: RowOptions & { instructed?: false } = {}): EditRow {
  const { place } = named(noun);
  const { instructed = true, ...rest } = options;
  return {
    path, summary: `Regenerate the ${part} of a ${noun}`, body: { [place]: Place, ...instructed ? { instruction: Instruction } : {} }, ...rest,
    edit: ({ body, credits }) => ({ kind: 'regenerate', at: body[place] as number, part, instruction: instructionIn(body), ...rest.price ? { credits } : {} }),
  };
}

/**
 * An edit that a function of the board computes from the fields of the body; it changes an item, which the body names or a parameter of the path, or without
 * `noun` the storyboard.
 */
export function fold(
  path: string, name: string, { noun, body }: { noun?: Noun; body: TProperties },
  { args = ({ body: sent }) => sent, ...options }: RowOptions & { summary: string; args?(call: { body: Sent; callId: string; found: unknown }): Sent },
): EditRow {
  const place = noun && named(noun).place;
  const [inPath, inBody] = !place ? [{}, {}] : path.includes(`{${place}}`) ? [{ params: { [place]: Place } }, {}] : [{}, { [place]: Place }];
  return {
    path, fold: name, ...inPath, body: { ...inBody, ...body }, ...options,
    edit({ params, body: sent, callId, found }) {
      const { [place ?? '']: at = params[place ?? ''], ...fields } = sent;
      return { kind: 'fold', name, at: place ? at as number : null, args: args({ body: fields, callId, found }) };
    },
  };
}

function envelopeOf<Row extends SubjectRow>({ name, words, noun, fields, shown }: StoryboardSubject<Row>): TSchema {
  const item = model(`${name}${pascalCase(noun)}`, `A ${noun} of ${words}.`, closed({ id: Id, ...fields, ...shown?.item }));
  const board = model(`${name}Storyboard`, `The ${noun}s of ${words}, in order.`, closed({
    revision: Type.Integer({ minimum: 1, description: 'Rises with every edit' }), ...shown?.board, [`${noun}s`]: Type.Array(item), updatedAt: Timestamp,
  }));
  return model(`${name}StoryboardEnvelope`, `The storyboard of ${words}.`, closed({ ...shown?.beside, storyboard: nullable(board) }));
}

/** The answer about a storyboard: what `shown` loads, or the stored items. */
async function view<Row extends SubjectRow>(services: Services, { noun, shown }: StoryboardSubject<Row>, row: Row, board: StoryboardState | null) {
  const found = await shown?.load(services, row, board) ?? { items: board?.items ?? [], board: {}, beside: {} };
  return {
    ...found.beside,
    storyboard: board && { revision: board.revision, ...found.board, [`${noun}s`]: found.items, updatedAt: board.updatedAt.toISOString() },
  };
}

function refuseState<Row extends SubjectRow>(subject: StoryboardSubject<Row>, row: Row): never {
  const status = subject.statusOf(row);
  throw new ApiError(subject.stateInvalid, `${subject.words} that is ${status} takes no edits`, { status, allowed: subject.editable });
}

/** Raises `stateInvalid` when the subject's status allows no edits or it has no storyboard yet, and `version_conflict` when the revision is not `expected`. */
async function requireEditable<Row extends SubjectRow>(
  { db }: Services, subject: StoryboardSubject<Row>, row: Row, expected: number | undefined,
): Promise<void> {
  const status = subject.statusOf(row);
  if (!subject.editable.includes(status)) refuseState(subject, row);
  const stored = await findStoryboard(db, storedSubject(subject, row));
  if (!stored) throw new ApiError(subject.stateInvalid, `${subject.words} has no storyboard yet`, { status, allowed: subject.editable, reason: 'no_storyboard' });
  if (expected !== undefined && expected !== stored.revision) throw otherRevision(expected, stored.revision);
}

/** The price of an edit. Throws for an edit that would be refused, so that it is not quoted. */
function priceOf<Row extends SubjectRow>(subject: StoryboardSubject<Row>, { find, price }: EditRow): FamilyPrice<Row> | null {
  if (price === undefined) return null;
  return async (call, services) => {
    const { expectedRevision: expected, ...fields } = call.body as Sent & { expectedRevision?: number };
    await requireEditable(services, subject, call.row, expected);
    await find?.(services, { row: call.row, params: call.params, body: fields });
    return typeof price === 'string' ? PRICES[price] : price(call, services);
  };
}

/** Sends the edit's id to the run and returns the outcome; a repeat returns the stored outcome. */
async function apply(services: Services, run: RunSpec<EditableRun>, editId: string): Promise<EditAnswer> {
  const known = await findEditOutcome(services.db, editId);
  if (known) return known;
  await services.faults.reach('decision.stored');
  // Every editable run answers `edit` with an `EditAnswer`; see `EditUpdates`.
  const answer: unknown = await services.engine.startAndWait(run, { name: 'edit', id: editId, argument: { editId } });
  return answer as EditAnswer;
}

function editOperation<Row extends SubjectRow>(subject: StoryboardSubject<Row>, schema: TSchema, row: EditRow): Operation {
  const { noun, name, board } = subject;
  if (row.fold !== undefined && !(row.fold in (board?.folds ?? {}))) throw new Error(`${row.path}: storyboards of ${subject.type} have no fold called ${row.fold}`);
  const verb = row.path.split('/').at(-1)!;
  const id = row.id ?? `${verb.replace(/-(\w)/g, (_all, letter: string) => letter.toUpperCase())}${name}${pascalCase(noun)}`;
  const price = priceOf(subject, row);
  const expectedRevision = Type.Optional(Type.Integer({ minimum: 1, description: 'Apply it only to this revision' }));
  return familyOperation(subject, {
    id, method: 'POST', path: row.path, ...(row.access ?? WRITE_ACCESS), summary: row.summary, mints: 'storyboardEdit',
    ...(price ? { price } : {}), effects: { ...row.effects, expectedRevision: 'refuses' },
    description: `${row.description ? `${row.description} ` : ''}Of ${subject.words}; edits are applied one after the other. With \`expectedRevision\` only to that revision; otherwise 409 `
      + '`version_conflict` with `details.expected` and `details.actual`.',
    request: {
      ...(row.params ? { params: closed(row.params) } : {}), body: model(`${pascalCase(id)}Request`, `${row.summary}.`, closed({ ...row.body, expectedRevision }, row.least ? { minProperties: row.least } : {}), row.example),
    },
    response: { 200: schema }, errors: [subject.stateInvalid, 'version_conflict', ...row.errors ?? []],
    async handle({ row: found, params, body, actor, requestId, resourceId: editId, credits }, services) {
      const { expectedRevision: expected, ...fields } = body as Sent & { expectedRevision?: number };
      const stored = storedSubject(subject, found);
      if (!await findDecision(services.db, editId)) {
        await requireEditable(services, subject, found, expected);
        if (credits > 0) await requireCredits(services, actor.accountId, credits);
      }
      const asked = await findEditOutcome(services.db, editId) ? null : await row.find?.(services, { row: found, params, body: fields });
      const edit = row.edit({ params, body: fields, callId: editId, credits, found: asked });
      await storeEdit(services.db, stored, { id: editId, edit, expectedRevision: expected, by: actor.keyId });
      const answer = await apply(services, subject.run(found, requestId), editId);
      if ('closed' in answer) refuseState(subject, await subject.load(services, actor, params as Record<string, string>));
      if ('refusal' in answer) throw new ApiError(answer.refusal.code, answer.refusal.message, answer.refusal.details);
      const current = subject.shown ? await subject.load(services, actor, params as Record<string, string>) : found;
      return view(services, subject, current, await findStoryboard(services.db, stored));
    },
  });
}

/**
 * Operations that show the storyboard, one for each path in `reads`, and one operation per edit. An edit is stored as a row, sent as an update to the open
 * run of the subject, applied once, and answered with the resulting storyboard.
 */
export function storyboardEdits<Row extends SubjectRow>(
  subject: StoryboardSubject<Row>, reads: readonly string[], rows: readonly EditRow[],
): Operation[] {
  const schema = envelopeOf(subject);
  const readOperations = reads.map((path) => familyOperation(subject, {
    id: `get${subject.name}${pascalCase(path)}`, method: 'GET', path, ...READ_ACCESS,
    summary: `Read the ${subject.noun}s of ${subject.words}`, description: '`storyboard` is null until there is one.',
    response: { 200: schema },
    async handle({ row }, services) {
      return view(services, subject, row, await findStoryboard(services.db, storedSubject(subject, row)));
    },
  }));
  return [...readOperations, ...rows.map((row) => editOperation(subject, schema, row))];
}
