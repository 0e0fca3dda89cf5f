import { createHash } from 'node:crypto';
import { v7 } from 'uuid';

/** Prefix of each resource's ids, for human readers. The rest of an id is a UUIDv7, which is time-ordered, in base 32. */
export const ID_PREFIX = {
  account: 'acc', apiKey: 'key', session: 'ses', project: 'prj', source: 'src', bible: 'bib', plan: 'pln', job: 'job', artifact: 'art', request: 'req',
  script: 'scr', scriptVersion: 'scv', scriptShare: 'shr', season: 'sea', call: 'cal', storyboardEdit: 'sbe', quote: 'quo', coverage: 'cov', image: 'img',
  bibleGeneration: 'bgn', capture: 'cap', voiceDesign: 'vds', casting: 'cst', portraitDesign: 'pds', moodRender: 'mbr', moodFrame: 'mbf',
  series: 'ser', destination: 'dst', release: 'rel', publishingTarget: 'tgt', providerConfig: 'pvc',
  seasonRun: 'ssr', seasonEpisode: 'sre', seasonAction: 'sra', decision: 'dec', edition: 'edn', readPicture: 'rpc', readClip: 'rcl',
  trailer: 'trl', trailerTake: 'tak', pitchDeck: 'dck', chapterTake: 'ctk', deckAddition: 'dad',
  ledgerEntry: 'led',
  // What is ordered of kinds of work that have no prefix of their own, such as candidates.
  order: 'ord',
} as const;

export type IdKind = keyof typeof ID_PREFIX;

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

function base32(bytes: Uint8Array): string {
  let value = 0n;
  for (const byte of bytes) value = (value << 8n) | BigInt(byte);
  let out = '';
  for (let digit = 0; digit < 26; digit++) {
    out = ALPHABET[Number(value & 31n)]! + out;
    value >>= 5n;
  }
  return out;
}

/** A new id such as `job_01kb2…`; ids of one kind sort by creation time. */
export function newId(kind: IdKind): string {
  return `${ID_PREFIX[kind]}_${base32(v7(undefined, new Uint8Array(16)))}`;
}

const BODY_LENGTH = 26;

/** An id that follows from its parts, so that every repeat of a step reaches the same rows. */
export function derivedId(kind: IdKind, ...parts: readonly (string | number)[]): string {
  const body = createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, BODY_LENGTH);
  return `${ID_PREFIX[kind]}_${body}`;
}

/** An id of another kind with the same body, so that it sorts like the original. */
export const siblingId = (kind: IdKind, id: string): string => `${ID_PREFIX[kind]}_${id.slice(id.indexOf('_') + 1)}`;
