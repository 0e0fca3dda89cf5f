const KEY = /^[a-z0-9][a-z0-9._/-]{0,255}$/;

/** The key does not match the grammar of the media store. Users never give keys, so this is a bug in the product. */
export class ObjectKeyInvalid extends Error {
  override readonly name = 'ObjectKeyInvalid';
  constructor(readonly key: string) { super('the object key does not match the grammar of the media store'); }
}

/** Returns the key when it matches the grammar of `ObjectStore`; throws `ObjectKeyInvalid` otherwise. */
export function checkedKey(key: string): string {
  if (!KEY.test(key)) throw new ObjectKeyInvalid(key);
  // No empty segments, `.`, `..` or hidden names: a leading dot marks the store's own folders.
  if (key.split('/').some((segment) => segment === '' || segment.startsWith('.') || segment.includes('..'))) {
    throw new ObjectKeyInvalid(key);
  }
  return key;
}

/** Clamps an inclusive byte range to the object. Throws `RangeError` when no byte of the object is in the range. */
export function clampedRange(range: { start: number; end: number }, byteSize: number): { start: number; end: number } {
  const { start, end } = range;
  if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end) || start < 0 || end < start || start >= byteSize) {
    throw new RangeError(`bytes ${start}-${end} are not in an object of ${byteSize} bytes`);
  }
  return { start, end: Math.min(end, byteSize - 1) };
}
