import Type, { type TProperties } from 'typebox';
import { closed, model, nullable, oneOf, Timestamp } from '../../src/kernel/contract/models.js';
import type { Db } from '../../src/kernel/db/database.js';
import { ApiError } from '../../src/kernel/errors/api-error.js';
import { cueSchema, laneSetting, type Cue, type CueAddress, type CueGround, type CueScope, type Lane } from '../../src/kernel/families/cues/lane.js';
import { changeSetting, currentSetting, type SettingState } from '../../src/kernel/families/settings/settings-store.js';
import { Next, withNext, type NextStep } from '../../src/kernel/contract/next-step.js';
import type { Operation } from '../../src/kernel/http/operations/operation.js';
import type { Services } from '../../src/kernel/services.js';
import { camelCase, familyOperation, pascalCase, storedSubject, type Access, type Sent, type SubjectPath, type SubjectRow } from './subject.js';

export interface CuesOptions<Row, P extends TProperties, Ground extends CueGround> {
  read: Access;
  write: Access;
  /** Codes that `ground` raises. */
  errors?: Operation['errors'];
  /** What the cues of the lane are placed on now; raises an error of `errors` when the row does not have it. */
  ground(services: Services, row: Row): Promise<Ground>;
  /** Holds the row until the change is committed; raises `notFound` when it is gone. */
  lock(tx: Db, row: Row): Promise<void>;
  onChange(tx: Db, row: Row): Promise<void>;
  /** Further fields of the answers, and the call that comes next. */
  shown: {
    fields: TProperties;
    load(services: Services, row: Row, cues: readonly Cue<P>[], ground: Ground): Promise<{ fields: object; next: NextStep | null }>;
  };
}

const ADDRESS_FIELDS = ['action', 'cueId', 'scope', 'sceneIndex', 'entryIndex', 'mode', 'expectedVersion'];
const Index = Type.Integer({ minimum: 0, maximum: 1_000_000 });

function schemasOf<P extends TProperties>(subject: { name: string }, lane: Lane<P, never>, shown: TProperties) {
  const name = `${subject.name}${pascalCase(lane.key)}`;
  const sentence = `${lane.words.charAt(0).toUpperCase()}${lane.words.slice(1)}`;
  const state = model(name, `${sentence}: its cues, and what is heard of them.`, closed({
    cues: Type.Array(cueSchema(lane), { description: lane.several ? 'In the order of their addresses' : 'In the order of their addresses; an inner cue takes the place of an outer one' }),
    ...shown,
    version: Type.Integer({ minimum: 0, description: 'Rises with every change; 0 while there was none' }),
    updatedAt: nullable(Timestamp),
    updatedBy: nullable(Type.String({ description: 'API key of the last change' })),
  }));
  const request = model(`${name}Request`, 'An action on the cues at an address.', closed({
    action: oneOf(Object.keys(lane.actions), { description: Object.entries(lane.actions).map(([action, { words }]) => `\`${action}\` ${words}`).join('; ') }),
    scope: Type.Optional(oneOf(lane.scopes, { default: lane.scopes[0]!, description: 'What it is for' })),
    sceneIndex: Type.Optional({ ...Index, description: 'The scene; with `scope` `scene` only' } as typeof Index),
    entryIndex: Type.Optional({ ...Index, description: 'The entry; with `scope` `entry` only' } as typeof Index),
    ...(lane.several ? { cueId: Type.Optional(Type.String({ minLength: 1, maxLength: 40, description: 'One of several cues; without it, all at the address' })) } : {}),
    mode: Type.Optional(oneOf(['merge', 'replace'], {
      default: 'merge', description: '`merge` keeps the cues inside the address and what is not sent; `replace` does not',
    })),
    ...Object.fromEntries(Object.entries(lane.request).map(([field, schema]) => [field, Type.Optional(schema)])),
    expectedVersion: Type.Optional(Type.Integer({ minimum: 0, description: 'Change it only if this is the version that holds' })),
  }), lane.example);
  return { envelope: model(`${name}Envelope`, `${sentence}.`, closed({ [camelCase(lane.key)]: state, next: Next })), request };
}

const refused = (field: string, message: string, details: object = {}): ApiError => new ApiError('validation_failed', message, { field, ...details });

/** The address of a call. Raises `validation_failed` for a missing index, or for one that the scope does not take. */
function addressOf(body: Sent, scopes: readonly CueScope[]): CueAddress {
  const { scope = scopes[0]!, sceneIndex = null, entryIndex = null } = body as Partial<CueAddress>;
  const wanted = { screenplay: null, scene: 'sceneIndex', entry: 'entryIndex' }[scope];
  for (const [name, value] of [['sceneIndex', sceneIndex], ['entryIndex', entryIndex]] as const) {
    if (name === wanted && value === null) throw refused(name, `scope ${scope} needs ${name}`);
    if (name !== wanted && value !== null) throw refused(name, `scope ${scope} takes no ${name}`);
  }
  return { scope, sceneIndex, entryIndex };
}

/** Raises `validation_failed` for an address beyond the end of the ground. */
function requireOn({ scenes }: CueGround, { scope, sceneIndex, entryIndex }: CueAddress): void {
  const last = { scene: scenes.at(-1)?.index ?? -1, entry: scenes.at(-1)?.lastEntry ?? -1, screenplay: 0 }[scope];
  const [field, index] = scope === 'scene' ? ['sceneIndex', sceneIndex!] as const : ['entryIndex', entryIndex ?? 0] as const;
  if (scope !== 'screenplay' && index > last) throw refused(field, `${field} ${index} does not exist: ${last < 0 ? 'there is none' : `the last is ${last}`}`, { maximum: last });
}

/** Raises `validation_failed` for a field that the action does not take. */
function requireTaken({ actions }: Lane<never, never>, { action, ...body }: Sent): void {
  const { takes } = actions[action as string]!;
  const foreign = Object.keys(body).find((field) => !ADDRESS_FIELDS.includes(field) && !takes.includes(field));
  if (foreign) throw refused(foreign, `${String(action)} takes no ${foreign}`, { allowed: [...takes] });
}

/** `GET` and `POST` of `<base>/<key>`: the first reads the cues of a lane, the second performs an action on the cues at an address. */
export function cues<Row extends SubjectRow, P extends TProperties, Ground extends CueGround>(
  subject: SubjectPath<Row>, lane: Lane<P, Ground>, options: CuesOptions<Row, P, Ground>,
): Operation[] {
  const { read, write, errors = [], shown } = options;
  const stored = laneSetting(lane);
  const schemas = schemasOf(subject, lane as unknown as Lane<P, never>, shown.fields);
  const name = `${subject.name}${pascalCase(lane.key)}`;
  const answer = async (services: Services, row: Row, ground: Ground, { value, version, updatedAt, updatedBy }: SettingState) => {
    const held = value['cues'] as Cue<P>[];
    const { fields, next } = await shown.load(services, row, held, ground);
    return { [camelCase(lane.key)]: { cues: held, ...fields, version, updatedAt: updatedAt?.toISOString() ?? null, updatedBy }, ...withNext(next) };
  };
  return [
    familyOperation(subject, {
      id: `get${name}`, method: 'GET', path: `/${lane.key}`, ...read, summary: `Read ${lane.words}`,
      description: `Of ${subject.words}: its cues, and what is heard of them.`, response: { 200: schemas.envelope }, errors,
      async handle({ row }, services) {
        const ground = await options.ground(services, row);
        return answer(services, row, ground, await currentSetting(services.db, storedSubject(subject, row), stored));
      },
    }),
    familyOperation(subject, {
      id: `change${name}`, method: 'POST', path: `/${lane.key}`, ...write, summary: `Change ${lane.words}`,
      description: `One action on the cues of ${subject.words} at an address. Free. Makes no revision. A field that the action does not take is refused.`
        + `${lane.note ? ` ${lane.note}` : ''}`,
      effects: {
        ...lane.effects, ...(lane.several ? { cueId: 'which cue' } : {}), scope: 'where', sceneIndex: 'which scene', entryIndex: 'which entry', mode: 'keeps or drops inner cues', expectedVersion: 'refuses',
      },
      request: { body: schemas.request }, response: { 200: schemas.envelope }, errors: ['version_conflict', ...errors],
      check({ body }) {
        addressOf(body, lane.scopes);
        requireTaken(lane as unknown as Lane<never, never>, body);
      },
      async handle({ row, body, actor }, services) {
        const { action, scope: _scope, sceneIndex: _scene, entryIndex: _entry, cueId = null, mode = 'merge', expectedVersion, ...fields } = body as Sent & {
          action: string; cueId?: string; mode?: 'merge' | 'replace'; expectedVersion?: number;
        };
        const ground = await options.ground(services, row);
        const address = addressOf(body, lane.scopes);
        requireOn(ground, address);
        const { fold } = lane.actions[action]!;
        const state = await changeSetting(services.db, storedSubject(subject, row), stored, {
          fields: ({ cues: held }) => ({ cues: fold(held as Cue<P>[], { action, address, cueId, mode, fields, ground }) }), expectedVersion, by: actor.keyId,
        }, { lock: (tx) => options.lock(tx, row), onChange: (tx) => options.onChange(tx, row) });
        return answer(services, row, ground, state);
      },
    }),
  ];
}
