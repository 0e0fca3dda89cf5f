import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Texts of one origin: the project's own, which are in the repository, or the larger corpora in `TEST_CORPORA`. */
export interface Corpus { name: string; folder: string }

export const OWN: Corpus = { name: 'our own texts', folder: path.resolve('test/fixtures') };

/** The larger corpora, or null when they are not on this machine, which `npm test` prints once. */
const LARGER: Corpus | null = process.env.TEST_CORPORA ? { name: 'the larger corpora', folder: process.env.TEST_CORPORA } : null;

/** The corpora that have this part, the project's own first. */
export const corporaWith = (part: string): Corpus[] =>
  [OWN, LARGER].filter((corpus) => corpus !== null).filter(({ folder }) => existsSync(path.join(folder, part)));

/** A list with the larger corpora if they have this part, else an empty list. */
export const largerWith = (part: string): Corpus[] => corporaWith(part).filter((corpus) => corpus !== OWN);

/** The files of a part with this ending, sorted by name. */
export function filesIn({ folder }: Corpus, part: string, ending: string): { name: string; read(): Buffer }[] {
  return readdirSync(path.join(folder, part)).filter((name) => name.endsWith(ending)).sort()
    .map((name) => ({ name, read: () => readFileSync(path.join(folder, part, name)) }));
}

export const textIn = ({ folder }: Corpus, name: string): string => readFileSync(path.join(folder, name), 'utf8');
