import type { Static, TSchema } from 'typebox';

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

/** The declared body of an operation: a schema of JSON, or another kind of body. */
export type BodyKind = TSchema | MultipartBody | RawBody;

/** An uploaded file. It is deleted after the answer was sent, so a handler copies what it keeps. */
export interface UploadedFile {
  path: string;
  byteSize: number;
  contentType: string;
  /** The sender's file name. Never use it as a path. */
  filename: string | null;
  /** Hexadecimal. */
  sha256: string;
}

/** The type of the body that a handler gets. */
export type StaticBody<B> =
  B extends MultipartBody<infer Fields> ? Static<Fields>
    : B extends RawBody ? UploadedFile
      : B extends TSchema ? Static<B> : Record<string, never>;

/** The type of the files of a multipart body that a handler gets. */
export type StaticFiles<B> = B extends MultipartBody<TSchema, infer Files>
  ? { [Name in keyof Files]: Files[Name]['required'] extends true ? UploadedFile : UploadedFile | undefined }
  : Record<string, never>;
