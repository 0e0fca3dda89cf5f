import type { Static, TSchema } from 'typebox';
import type { UploadedFile } from '../../contract/uploaded-file.js';

/** Accepts files of every media type: clients label files too carelessly for their type to be reliable. */
export const ANY_TYPE = '*/*';

/** One file of a multipart body. */
export interface FileField {
  contentTypes: readonly string[];
  maxBytes: number;
  required: boolean;
  description?: string;
}

/** Declares a `multipart/form-data` body: fields, which arrive as strings, and files. */
export class MultipartBody<Fields extends TSchema = TSchema, Files extends Record<string, FileField> = Record<string, FileField>> {
  readonly kind = 'multipart';
  constructor(readonly fields: Fields, readonly files: Files) {}
}

/** Declares a body that is JSON, or a form with the same fields and a file. */
export class JsonOrForm<Json extends TSchema = TSchema, Form extends MultipartBody = MultipartBody> {
  readonly kind = 'json-or-form';
  constructor(readonly json: Json, readonly form: Form) {}
}

/** Declares that the body is one file of these media types. */
export class RawBody {
  readonly kind = 'raw';
  constructor(readonly contentTypes: readonly [string, ...string[]], readonly maxBytes: number) {}
}

export function multipart<Fields extends TSchema, const Files extends Record<string, FileField>>(
  fields: Fields, files: Files,
): MultipartBody<Fields, Files> {
  return new MultipartBody(fields, files);
}

export const jsonOrForm = <Json extends TSchema, Form extends MultipartBody>(json: Json, form: Form): JsonOrForm<Json, Form> =>
  new JsonOrForm(json, form);

export const rawFile = (maxBytes: number, ...contentTypes: [string, ...string[]]): RawBody => new RawBody(contentTypes, maxBytes);

/** The declared body of an operation: a schema of JSON, or another kind of body. */
export type BodyKind = TSchema | MultipartBody | RawBody | JsonOrForm;

/** True when the body may contain files, which are received onto the disk. */
export const takesFiles = (body: BodyKind | undefined): boolean =>
  body instanceof MultipartBody || body instanceof JsonOrForm || body instanceof RawBody;

/** The type of the body that a handler gets. */
export type StaticBody<B> =
  B extends JsonOrForm<infer Json, MultipartBody<infer Fields>> ? Static<Json> | Static<Fields> : B extends MultipartBody<infer Fields> ? Static<Fields>
    : B extends RawBody ? UploadedFile
      : B extends TSchema ? Static<B> : Record<string, never>;

/** The type of the files of a multipart body that a handler gets. */
export type StaticFiles<B> = B extends JsonOrForm<TSchema, infer Form> ? Partial<StaticFiles<Form>> : B extends MultipartBody<TSchema, infer Files>
  ? { [Name in keyof Files]: Files[Name]['required'] extends true ? UploadedFile : UploadedFile | undefined }
  : Record<string, never>;
