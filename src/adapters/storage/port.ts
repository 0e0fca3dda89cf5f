import type { Readable } from 'node:stream';

export interface StoredObject { key: string; byteSize: number; modifiedAt: Date }

/**
 * The media store. Keys are slash-separated, `^[a-z0-9][a-z0-9._/-]{0,255}$`, never user-given, and never contain `..`.
 * Writes are atomic: a reader sees the whole object or none. `ObjectMissing` is thrown for an absent key.
 */
export interface ObjectStore {
  readonly kind: 'filesystem' | 's3';
  put(key: string, bytes: Uint8Array | string): Promise<StoredObject>;
  /** Moves a finished local file in (fsync, then rename or upload); the local file is gone afterwards. */
  putFile(key: string, localPath: string): Promise<StoredObject>;
  get(key: string): Promise<Buffer>;
  /**
   * `start` and `end` are inclusive byte offsets, as in HTTP Range; throws `RangeError` when the range holds no byte of it.
   */
  stream(key: string, range?: { start: number; end: number }): Promise<Readable>;
  stat(key: string): Promise<StoredObject | null>;
  delete(key: string): Promise<void>;
  /** Copies the object to a local path for a child process to read; returns that path. */
  toLocalFile(key: string, localPath: string): Promise<string>;
  /** Removes temporary files of interrupted writes that are older; returns how many. */
  sweep(olderThanMs: number): Promise<number>;
}

export class ObjectMissing extends Error {
  override readonly name = 'ObjectMissing';
  constructor(readonly key: string) { super(`no object ${key}`); }
}
