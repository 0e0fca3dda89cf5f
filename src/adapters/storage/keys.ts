const KEY = /^[a-z0-9][a-z0-9._/-]{0,255}$/;

/** Thrown for a key outside the grammar of the media store. Keys are never user-given, so this is a defect of ours. */
export class ObjectKeyInvalid extends Error {
  override readonly name = 'ObjectKeyInvalid';
  constructor(readonly key: string) { super('the object key is outside the grammar of the media store'); }
}

/** Returns the key when it obeys the grammar of `ObjectStore`, else throws `ObjectKeyInvalid`. */
export function checkedKey(key: string): string {
  if (!KEY.test(key)) throw new ObjectKeyInvalid(key);
  // Empty segments, `.`, `..` and hidden names: the last keeps objects apart from the store's own folders.
  if (key.split('/').some((segment) => segment === '' || segment.startsWith('.') || segment.includes('..'))) {
    throw new ObjectKeyInvalid(key);
  }
  return key;
}

/** Returns the inclusive byte range clamped to the object. Throws `RangeError` when no byte of the object is in it. */
export function clampedRange(range: { start: number; end: number }, byteSize: number): { start: number; end: number } {
  const { start, end } = range;
  if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end) || start < 0 || end < start || start >= byteSize) {
    throw new RangeError(`bytes ${start}-${end} are not in an object of ${byteSize} bytes`);
  }
  return { start, end: Math.min(end, byteSize - 1) };
}
