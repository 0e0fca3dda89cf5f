import Type, { type TProperties, type TSchema } from 'typebox';
import type { FieldEffects } from '../../src/kernel/contract/field-effects.js';
import { closed, model, nullable } from '../../src/kernel/contract/models.js';
import { ApiError } from '../../src/kernel/errors/api-error.js';
import type { ErrorCode } from '../../src/kernel/errors/catalogue.js';
import { optionalField } from '../../src/kernel/families/settings/setting.js';
import { findStoryboard } from '../../src/kernel/families/storyboards/storyboard-store.js';
import type { BoardFields } from '../../src/kernel/families/storyboards/storyboard.js';
import type { Operation } from '../../src/kernel/http/operations/operation.js';
import type { Services } from '../../src/kernel/services.js';
import { fold, type EditRow, type StoryboardSubject } from './storyboard-edits.js';
import { camelCase, familyOperation, pascalCase, READ_ACCESS, storedSubject, type Sent, type SubjectRow } from './subject.js';

/** A field of a storyboard that people set. Its changes are edits: they apply in the order of all edits and can be undone like them. */
export interface BoardSetting {
  /** Last segment of the path; the field has the same name in camel case: `motion-blur`, `motionBlur`. */
  key: string;
  /** Last sentences of the description of its `POST`; the whole description of its `GET`. */
  words: string;
  /** Last sentences of the descriptions of its operations. */
  note?: string;
  /** Schema of the value in answers; without it, the setting has no `GET` and only the storyboard shows the value. */
  value?: TSchema;
  /** Fields that callers may send; a field that is left out stays as it is. */
  fields: TProperties;
  /** Callers send the whole value: `fields` itself marks what may be left out. */
  isWhole?: true;
  effects: FieldEffects;
  example: object;
  errors?: readonly ErrorCode[];
  /** Raises `validation_failed` for a value that is not available. What it returns, if anything, replaces the whole value. */
  find?(services: Services, projectId: string, body: Sent): Promise<unknown>;
  /** The fold that changes the field; default: `changeField`, which the board of the subject must have. */
  fold?: string;
}

function requireField({ fields }: BoardSetting, body: Sent): void {
  if (Object.keys(body).length > 0) return;
  throw new ApiError('validation_failed', `send at least one of ${Object.keys(fields).join(', ')}`, { field: 'body' });
}

function writeRow({ name, words }: { name: string; words: string }, setting: BoardSetting): EditRow {
  const { key, note, fields, isWhole, effects, example, errors = [], find, fold: named = 'changeField' } = setting;
  const field = camelCase(key);
  const body: TProperties = isWhole ? fields : Object.fromEntries(Object.entries(fields).map(([each, schema]) => [each, optionalField(schema)]));
  const kept = isWhole ? '' : 'What is not sent stays as it is.';
  const row = fold(`/${key}`, named, { body }, {
    id: `set${name}${pascalCase(key)}`, summary: `Update ${setting.words} of ${words}`, description: [kept, note ?? ''].filter(Boolean).join(' '),
    effects, example, errors, least: 1,
    async find(services, call) {
      requireField(setting, call.body);
      return find?.(services, call.row.projectId, call.body);
    },
    args: ({ body: change, callId }) => ({ field, change, callId }),
  });
  return find ? { ...row, edit: (call) => (call.found === undefined ? row.edit(call) : { kind: 'set', fields: { [field]: call.found } }) } : row;
}

function readOperation<Row extends SubjectRow>(
  subject: StoryboardSubject<Row>, { key, words, note }: BoardSetting, value: TSchema, defaults: BoardFields,
): Operation {
  const field = camelCase(key);
  const name = `${subject.name}${pascalCase(key)}`;
  return familyOperation(subject, {
    id: `get${name}`, method: 'GET', path: `/${key}`, ...READ_ACCESS, summary: `Read ${words} of ${subject.words}`,
    description: note ?? 'A field of its storyboard, as it is after all edits.',
    response: { 200: model(`${name}Envelope`, `${words.charAt(0).toUpperCase()}${words.slice(1)} of ${subject.words}.`, closed({ [field]: value })) },
    async handle({ row }, services) {
      const stored = await findStoryboard(services.db, storedSubject(subject, row));
      return { [field]: (stored?.fields ?? {})[field] ?? defaults[field] };
    },
  });
}

/**
 * For each setting, `GET` and `POST` of `<base>/<key>`, or only the `POST` when `value` is missing. The `POST` operations are edits, to be listed with the
 * storyboard's other edits.
 */
export function boardSettings<Row extends SubjectRow>(
  subject: StoryboardSubject<Row>, defaults: BoardFields, settings: readonly BoardSetting[],
): { reads: Operation[]; edits: EditRow[] } {
  return {
    reads: settings.flatMap((setting) => (setting.value ? [readOperation(subject, setting, setting.value, defaults)] : [])),
    edits: settings.map((setting) => writeRow(subject, setting)),
  };
}

/** The narrating voice, which `find` looks up in the catalogue; null for the narrator of the read. */
export const narratorSetting = (shown: Pick<BoardSetting, 'words' | 'value' | 'note' | 'find'>): BoardSetting => ({
  ...shown, key: 'narrator',
  fields: {
    voiceId: nullable(Type.String({ minLength: 1, maxLength: 120, description: 'A voice of `GET /voices`; null: the narrator of the read' })),
    provider: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
  },
  isWhole: true,
  effects: { voiceId: 'who narrates', provider: 'must be that of the voice' }, errors: ['voice_retired'], example: { voiceId: null },
});
