import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Texts of one origin: those written for this project, which are always there, or the larger corpora beside a checkout. */
export interface Corpus { name: string; folder: string }

export const OWN: Corpus = { name: 'our own texts', folder: path.resolve('test/fixtures') };

/** The larger corpora; null when they are not on this machine, which `npm test` says once. */
const LARGER: Corpus | null = process.env.TEST_CORPORA ? { name: 'the larger corpora', folder: process.env.TEST_CORPORA } : null;

/** The corpora that have this part, ours first. */
export const corporaWith = (part: string): Corpus[] =>
  [OWN, LARGER].filter((corpus) => corpus !== null).filter(({ folder }) => existsSync(path.join(folder, part)));

/** The larger corpora as a list of one, or of none: what is done for each of them is done only where they are. */
export const largerWith = (part: string): Corpus[] => corporaWith(part).filter((corpus) => corpus !== OWN);

/** Files of a part with one ending, by name, in order. */
export function filesIn({ folder }: Corpus, part: string, ending: string): { name: string; read(): Buffer }[] {
  return readdirSync(path.join(folder, part)).filter((name) => name.endsWith(ending)).sort()
    .map((name) => ({ name, read: () => readFileSync(path.join(folder, part, name)) }));
}

export const textIn = ({ folder }: Corpus, name: string): string => readFileSync(path.join(folder, name), 'utf8');
