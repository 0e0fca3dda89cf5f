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
  open(range?: ByteRange): Promise<Readable>;
}

/** An SVG document. Equal pictures have equal bytes and the same strong, quoted `etag`. */
export interface DrawnPicture { svg: string; etag: string }
