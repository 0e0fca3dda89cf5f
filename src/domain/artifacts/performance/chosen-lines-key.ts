import { createHash } from 'node:crypto';

/** The storage key of the lines that a model would choose for a trailer of a performance. */
export const chosenLinesKey = (artifactId: string, revision: number): string =>
  `trailers/lines/${createHash('sha256').update(`${artifactId}\n${revision}`).digest('hex')}.json`;
