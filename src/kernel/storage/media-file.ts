import type { Readable } from 'node:stream';

/** Inclusive byte offsets, as in HTTP Range. */
export interface ByteRange { start: number; end: number }

/** A finished file that may be read in part. `etag` is strong and quoted, e.g. `"<sha256>"`. */
export interface MediaFile {
  byteSize: number;
  etag: string;
  contentType: string;
  lastModified: Date;
  /** Suggested name for saving the file. */
  filename?: string;
  /** A stream, or for a file in memory its bytes, which are sent at once. */
  open(range?: ByteRange): Promise<Readable | Buffer>;
}

/** A range of bytes in memory, without copying them. */
export const partOf = (bytes: Buffer, range?: ByteRange): Buffer => (range ? bytes.subarray(range.start, range.end + 1) : bytes);

/** An SVG document. Equal pictures have equal bytes and the same strong, quoted `etag`. */
export interface DrawnPicture { svg: string; etag: string }
