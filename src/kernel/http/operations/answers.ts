import { createHash } from 'node:crypto';
import Type, { type Static, type TSchema } from 'typebox';
import { partOf, type MediaFile } from '../../storage/media-file.js';

/** Success statuses. The statuses of errors are in the error catalogue. */
export type SuccessStatus = 200 | 201 | 202 | 302 | 303;

/** Declares that an answer is a file of one of these media types. */
export class FileAnswer {
  readonly kind = 'file';
  constructor(readonly contentTypes: readonly [string, ...string[]]) {}
}

/** Declares that an answer is text other than JSON: a feed, captions, a playlist. */
export class TextAnswer {
  readonly kind = 'text';
  constructor(readonly contentType: string, readonly schema: TSchema) {}
}

/** Declares that an answer is a redirect. */
export class RedirectAnswer {
  readonly kind = 'redirect';
}

export const file = (...contentTypes: readonly [string, ...string[]]): FileAnswer => new FileAnswer(contentTypes);
export const text = (contentType: string, schema: TSchema = Type.String()): TextAnswer => new TextAnswer(contentType, schema);
export const redirect = (): RedirectAnswer => new RedirectAnswer();

/** The declared answer of one status: the schema of a JSON answer, or another kind of answer. */
export type AnswerKind = TSchema | FileAnswer | TextAnswer | RedirectAnswer;

/** The answers of an operation by status. */
export type Responses = { readonly [S in SuccessStatus]?: AnswerKind };

/** A file answer. The default `disposition` is `attachment`. `gzipped` holds the same bytes compressed, for callers that accept gzip. */
export interface FileBody extends MediaFile { disposition?: 'inline' | 'attachment'; gzipped?: Buffer }

/** The type with all fields readonly, so that views may contain readonly values. */
type DeepReadonly<T> =
  T extends readonly (infer Element)[] ? readonly DeepReadonly<Element>[]
    : T extends object ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> } : T;

/** The body that a handler returns for one declared answer. */
export type BodyOf<A> =
  A extends FileAnswer ? FileBody
    : A extends TextAnswer ? string
      : A extends RedirectAnswer ? URL
        : A extends TSchema ? DeepReadonly<Static<A>> : never;

/** An answer with its status. Operations that declare a single status may return the body alone. */
export class Reply<S extends SuccessStatus = SuccessStatus, B = unknown> {
  constructor(readonly status: S, readonly body: B) {}
}

export const ok = <const B>(body: B): Reply<200, B> => new Reply(200, body);
/** The call created something. A call that finds it existing returns `ok`. */
export const created = <const B>(body: B): Reply<201, B> => new Reply(201, body);
/** The call queued work that continues after the answer. */
export const accepted = <const B>(body: B): Reply<202, B> => new Reply(202, body);
/** The requested resource has another address. */
export const redirectTo = (address: URL): Reply<302, URL> => new Reply(302, address);

type Statuses<R> = keyof R & SuccessStatus;
/** The member of a union with a single member; `never` for other unions. */
type Sole<T, All = T> = T extends unknown ? ([All] extends [T] ? T : never) : never;

/** The return type of a handler: a reply with a declared status, or the bare body if a single status is declared. */
export type Outcome<R extends Responses> =
  { [S in Statuses<R>]: Reply<S, BodyOf<R[S]>> }[Statuses<R>] | BodyOf<R[Sole<Statuses<R>>]>;

/** A file answer from bytes in memory. The default ETag is a hash of the bytes. */
export function fileOfBytes(
  bytes: Buffer,
  { etag, ...file }: Pick<FileBody, 'contentType' | 'filename' | 'disposition'> & Partial<Pick<FileBody, 'lastModified' | 'etag'>>,
): FileBody {
  return {
    lastModified: new Date(), ...file, byteSize: bytes.byteLength,
    etag: etag ?? `"${createHash('sha256').update(bytes).digest('hex')}"`,
    open: async (range) => partOf(bytes, range),
  };
}
