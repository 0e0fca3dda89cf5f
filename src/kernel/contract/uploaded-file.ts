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
