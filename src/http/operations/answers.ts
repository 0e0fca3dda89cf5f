import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import Type, { type Static, type TSchema } from 'typebox';
import type { MediaFile } from '../../contract/media.js';

/** Statuses of success; errors have theirs from the catalogue. */
export type SuccessStatus = 200 | 201 | 202 | 302 | 303;

/** Declares that an answer is a file of one of these media types. */
export class FileAnswer {
  readonly kind = 'file';
  constructor(readonly contentTypes: readonly [string, ...string[]]) {}
}

/** Declares that an answer is a text that is no JSON: a feed, captions, a playlist. */
export class TextAnswer {
  readonly kind = 'text';
  constructor(readonly contentType: string, readonly schema: TSchema) {}
}

/** Declares that an answer sends the caller to another address. */
export class RedirectAnswer {
  readonly kind = 'redirect';
}

export const file = (...contentTypes: readonly [string, ...string[]]): FileAnswer => new FileAnswer(contentTypes);
export const text = (contentType: string, schema: TSchema = Type.String()): TextAnswer => new TextAnswer(contentType, schema);
export const redirect = (): RedirectAnswer => new RedirectAnswer();

/** What an operation declares for one status: the schema of a JSON answer, or another kind of answer. */
export type AnswerKind = TSchema | FileAnswer | TextAnswer | RedirectAnswer;

/** The answers of an operation by status. */
export type Responses = { readonly [S in SuccessStatus]?: AnswerKind };

/** A file to answer; `disposition` is `attachment` unless it says otherwise. */
export interface FileBody extends MediaFile { disposition?: 'inline' | 'attachment' }

/** A view may be made of what nobody may change. */
type Unchanging<T> =
  T extends readonly (infer Element)[] ? readonly Unchanging<Element>[]
    : T extends object ? { readonly [Key in keyof T]: Unchanging<T[Key]> } : T;

/** What a handler gives for one declared answer. */
export type BodyOf<A> =
  A extends FileAnswer ? FileBody
    : A extends TextAnswer ? string
      : A extends RedirectAnswer ? URL
        : A extends TSchema ? Unchanging<Static<A>> : never;

/** An answer with its status; operations that declare one status only may give its body alone. */
export class Reply<S extends SuccessStatus = SuccessStatus, B = unknown> {
  constructor(readonly status: S, readonly body: B) {}
}

export const ok = <const B>(body: B): Reply<200, B> => new Reply(200, body);
/** Something was created by this call; a repeat that finds it there already answers `ok`. */
export const created = <const B>(body: B): Reply<201, B> => new Reply(201, body);
/** Work was queued and goes on after the answer. */
export const accepted = <const B>(body: B): Reply<202, B> => new Reply(202, body);
/** What was asked for is at another address. */
export const redirectTo = (address: URL): Reply<302, URL> => new Reply(302, address);

type Statuses<R> = keyof R & SuccessStatus;
/** The member of a union that has one member only; `never` for others. */
type Sole<T, All = T> = T extends unknown ? ([All] extends [T] ? T : never) : never;

/** What a handler may give: a reply of a declared status, or the bare body where one status is declared. */
export type Outcome<R extends Responses> =
  { [S in Statuses<R>]: Reply<S, BodyOf<R[S]>> }[Statuses<R>] | BodyOf<R[Sole<Statuses<R>>]>;

/** A file whose bytes are at hand; the same bytes have the same tag. */
export function fileOfBytes(
  bytes: Uint8Array, file: Pick<FileBody, 'contentType' | 'filename' | 'disposition'> & { lastModified?: Date },
): FileBody {
  return {
    lastModified: new Date(), ...file, byteSize: bytes.byteLength, etag: `"${createHash('sha256').update(bytes).digest('hex')}"`,
    open: async (range) => Readable.from([Buffer.from(range ? bytes.subarray(range.start, range.end + 1) : bytes)]),
  };
}
