import Type, { type Static, type TObject, type TProperties } from 'typebox';
import { closed, model, oneOf } from '../../src/kernel/contract/models.js';
import { ApiError } from '../../src/kernel/errors/api-error.js';
import type { ErrorCode } from '../../src/kernel/errors/catalogue.js';
import type { Operation } from '../../src/kernel/http/operations/operation.js';
import type { Services } from '../../src/kernel/services.js';
import { familyOperation, READ_ACCESS, type SubjectPath } from './subject.js';

/** A file that is small enough for a JSON answer. */
export interface ExportedFile {
  filename: string;
  contentType: string;
  encoding: 'utf8' | 'base64';
  content: string;
  warnings: readonly { code: string; message: string; line?: number }[];
}

export interface ExportRow<Row, Format extends string, Options extends TProperties> {
  id: string;
  summary: string;
  description?: string;
  formats: readonly Format[];
  /** Fields of the query besides `format`, all optional. */
  options: Options;
  /** Options that only some formats support. */
  only?: Partial<Record<keyof Options & string, readonly Format[]>>;
  /** Pairs of options whose second value must not be less than the first. */
  ranges?: readonly (readonly [keyof Options & string, keyof Options & string])[];
  errors: readonly ErrorCode[];
  make(services: Services, row: Row, format: Format, options: Static<TObject<Options>>): Promise<ExportedFile>;
}

const FILE = closed({
  filename: Type.String(),
  contentType: Type.String(),
  encoding: oneOf(['utf8', 'base64'], { description: 'How `content` spells the bytes of the file' }),
  content: Type.String(),
  warnings: Type.Array(closed({ code: Type.String(), message: Type.String(), line: Type.Optional(Type.Integer()) })),
});

function refuse(field: string, words: string): never {
  throw new ApiError('validation_failed', `${field} ${words}`, { field });
}

function checkOptions(
  { only = {}, ranges = [] }: { only?: Record<string, readonly string[] | undefined>; ranges?: readonly (readonly [string, string])[] },
  format: string, options: Record<string, unknown>,
): void {
  for (const [field, formats] of Object.entries(only)) {
    if (options[field] !== undefined && !formats?.includes(format)) refuse(field, `is for format ${formats?.join(' or ')} only`);
  }
  for (const [from, to] of ranges) {
    const [first, last] = [options[from], options[to]] as [number | undefined, number | undefined];
    if (first !== undefined && last !== undefined && last < first) refuse(to, `must not be before ${from}`);
  }
}

/** The operation `GET <base>/export?format=…`, which answers a file in a JSON envelope. */
export function exports<Row extends object, Format extends string, Options extends TProperties>(
  subject: SubjectPath<Row>, row: ExportRow<Row, Format, Options>,
): Operation {
  const query = closed({ format: oneOf(row.formats), ...row.options });
  return familyOperation(subject, {
    id: row.id, method: 'GET', path: '/export', ...READ_ACCESS, summary: row.summary,
    ...(row.description ? { description: row.description } : {}),
    request: { query }, response: { 200: model(`${subject.name}Export`, `The file of ${subject.words}. \`encoding\` says how \`content\` is written.`, FILE) }, errors: row.errors,
    check: ({ query: { format, ...options } }) => checkOptions(row as never, format as string, options),
    handle({ row: found, query: { format, ...options } }, services) {
      return row.make(services, found, format as Format, options as Static<TObject<Options>>);
    },
  });
}
