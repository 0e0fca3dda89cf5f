import type { Readable } from 'node:stream';

export interface StoredObject { key: string; byteSize: number; modifiedAt: Date }

/**
 * The media store. Keys are slash-separated, `^[a-z0-9][a-z0-9._/-]{0,255}$`, never user-given, and never contain `..`.
 * Writes are atomic: a reader sees the whole object or none. `ObjectMissing` is thrown for an absent key.
 */
export interface ObjectStore {
  readonly kind: 'filesystem' | 's3';
  /** Stores the bytes under the key; replaces an earlier object. */
  put(key: string, bytes: Uint8Array | string): Promise<StoredObject>;
  /** Moves a finished local file into the store (fsync, then rename or upload); the local file is gone afterwards. */
  putFile(key: string, localPath: string): Promise<StoredObject>;
  get(key: string): Promise<Buffer>;
  /**
   * Streams the object or a part of it. `start` and `end` are inclusive byte offsets, as in HTTP Range. Throws
   * `RangeError` when no byte of the object is in the range.
   */
  stream(key: string, range?: { start: number; end: number }): Promise<Readable>;
  /** Null for an absent key. */
  stat(key: string): Promise<StoredObject | null>;
  /** Removes the object; an absent key is not an error. */
  delete(key: string): Promise<void>;
  /** Copies the object to a local path for a child process to read; returns that path. */
  toLocalFile(key: string, localPath: string): Promise<string>;
  /** Removes temporary files of interrupted writes that are older than this; returns their number. */
  sweep(olderThanMs: number): Promise<number>;
  /** Reads a little to prove that the store answers. Throws `StoreMissing` when its bucket or folder does not exist, or the store's own error. */
  check(): Promise<void>;
}

/** The store has no object under the key. */
export class ObjectMissing extends Error {
  override readonly name = 'ObjectMissing';
  constructor(readonly key: string) { super(`no object ${key}`); }
}

/** The bucket or the folder of the store does not exist, so that it takes and gives no object. */
export class StoreMissing extends Error {
  override readonly name = 'StoreMissing';
  constructor(place: string) { super(`there is no ${place}`); }
}
