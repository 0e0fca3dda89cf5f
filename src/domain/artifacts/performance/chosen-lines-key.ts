import { createHash } from 'node:crypto';

/** Where it is stored which lines of a performance a model would have in a trailer. */
export const chosenLinesKey = (artifactId: string, revision: number): string =>
  `trailers/lines/${createHash('sha256').update(`${artifactId}\n${revision}`).digest('hex')}.json`;
