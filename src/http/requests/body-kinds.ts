import type { Static, TSchema } from 'typebox';

/** One file of a multipart body. */
export interface FileField {
  contentTypes: readonly string[];
  maxBytes: number;
  required: boolean;
  description?: string;
}

/** Declares a `multipart/form-data` body: fields that are strings on the way, and files. */
export class MultipartBody<Fields extends TSchema = TSchema, Files extends Record<string, FileField> = Record<string, FileField>> {
  readonly kind = 'multipart';
  constructor(readonly fields: Fields, readonly files: Files) {}
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

export const rawFile = (maxBytes: number, ...contentTypes: [string, ...string[]]): RawBody => new RawBody(contentTypes, maxBytes);

/** What an operation declares of its body: the schema of JSON, or another kind of body. */
export type BodyKind = TSchema | MultipartBody | RawBody;

/** A file that came with a request. It is there until the answer is out; what is to stay must be copied. */
export interface UploadedFile {
  path: string;
  byteSize: number;
  contentType: string;
  /** As the sender named it; never a path to use. */
  filename: string | null;
  /** In hex. */
  sha256: string;
}

/** What a handler is given as the body. */
export type StaticBody<B> =
  B extends MultipartBody<infer Fields> ? Static<Fields>
    : B extends RawBody ? UploadedFile
      : B extends TSchema ? Static<B> : Record<string, never>;

/** What a handler is given as the files of a multipart body. */
export type StaticFiles<B> = B extends MultipartBody<TSchema, infer Files>
  ? { [Name in keyof Files]: Files[Name]['required'] extends true ? UploadedFile : UploadedFile | undefined }
  : Record<string, never>;
