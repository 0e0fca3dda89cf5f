import Type, { type TProperties } from 'typebox';
import { closed, model, nullable } from '../../src/kernel/contract/models.js';
import { ApiError } from '../../src/kernel/errors/api-error.js';
import { optionalField } from '../../src/kernel/families/settings/setting.js';
import { unchangedValue, valueSchema, type BoardSetting, type BoardSettings } from '../../src/kernel/families/storyboards/board-setting.js';
import { findStoryboard } from '../../src/kernel/families/storyboards/storyboard-store.js';
import type { Operation } from '../../src/kernel/http/operations/operation.js';
import type { Services } from '../../src/kernel/services.js';
import { fold, type EditRow, type StoryboardSubject } from './storyboard-edits.js';
import { familyOperation, kebabCase, pascalCase, READ_ACCESS, storedSubject, type Sent, type SubjectRow } from './subject.js';

function requireField({ fields }: BoardSetting, body: Sent): void {
  if (Object.keys(body).length > 0) return;
  throw new ApiError('validation_failed', `send at least one of ${Object.keys(fields).join(', ')}`, { field: 'body' });
}

function writeRow({ name, words }: { name: string; words: string }, field: string, setting: BoardSetting): EditRow {
  const { note, fields, whole, effects, example, errors = [], find, fold: named = 'changeField' } = setting;
  const kept = whole ? '' : 'What is not sent stays as it is.';
  const path = `/${kebabCase(field)}`;
  const options = {
    id: `set${name}${pascalCase(field)}`, summary: `Update ${setting.words} of ${words}`, description: [kept, note ?? ''].filter(Boolean).join(' '),
    effects, example, errors, least: 1,
    async find(services: Services, call: { row: SubjectRow; body: Sent }) {
      requireField(setting, call.body);
      return find?.(services, call.row.projectId, call.body);
    },
  };
  if (whole) return { path, body: fields, ...options, edit: ({ found }) => ({ kind: 'set', fields: { [field]: found } }) };
  const body: TProperties = Object.fromEntries(Object.entries(fields).map(([each, schema]) => [each, optionalField(schema)]));
  return fold(path, named, { body }, { ...options, args: ({ body: change, callId }) => ({ field, change, callId }) });
}

function readOperation<Row extends SubjectRow>(subject: StoryboardSubject<Row>, field: string, setting: BoardSetting): Operation {
  const { words, note } = setting;
  const name = `${subject.name}${pascalCase(field)}`;
  return familyOperation(subject, {
    id: `get${name}`, method: 'GET', path: `/${kebabCase(field)}`, ...READ_ACCESS, summary: `Read ${words} of ${subject.words}`,
    description: note ?? 'A field of its storyboard, as it is after all edits.',
    response: { 200: model(`${name}Envelope`, `${words.charAt(0).toUpperCase()}${words.slice(1)} of ${subject.words}.`, closed({ [field]: valueSchema(setting) })) },
    async handle({ row }, services) {
      const stored = await findStoryboard(services.db, storedSubject(subject, row));
      return { [field]: (stored?.fields ?? {})[field] ?? unchangedValue(field, setting) };
    },
  });
}

/** For each setting, `GET` and `POST` at its path, or only the `POST`. The `POST` operations are edits, to be listed with the storyboard's other edits. */
export function boardSettings<Row extends SubjectRow>(subject: StoryboardSubject<Row>, settings: BoardSettings): { reads: Operation[]; edits: EditRow[] } {
  const all = Object.entries(settings);
  return {
    reads: all.filter(([, { only }]) => only !== 'write').map(([field, setting]) => readOperation(subject, field, setting)),
    edits: all.map(([field, setting]) => writeRow(subject, field, setting)),
  };
}

/** The narrating voice, which `find` looks up in the catalogue; null for the narrator of the read. */
export const narratorSetting = (shown: Pick<BoardSetting, 'words' | 'whole' | 'note' | 'find'>): BoardSetting => ({
  ...shown,
  fields: {
    voiceId: nullable(Type.String({ minLength: 1, maxLength: 120, description: 'A voice of `GET /voices`; null: the narrator of the read' })),
    provider: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
  },
  effects: { voiceId: 'who narrates', provider: 'must be that of the voice' }, errors: ['voice_retired'], example: { voiceId: null },
});
