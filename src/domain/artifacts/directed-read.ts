import { createHash } from 'node:crypto';
import type { ObjectStore } from '../../kernel/storage/port.js';
import type { ReadSound } from './performance/performance-plan.js';
import type { VoiceMap } from '../library/voice-map.js';
import type { Screenplay } from '../../craft/screenplay/model.js';
import { canonicalJson } from '../../kernel/contract/canonical-json.js';

/** Content of the first revision of a table read. */
export interface DirectedRead extends ReadSound {
  title: string; mode: string; narrationPolicy: string; scriptKey: string; voiceMap: VoiceMap; castList: object;
  entryCount: number; spokenCount: number;
  /** The state of the script version that was adopted; absent when the writer wrote the screenplay, and in reads of older servers. */
  adopted?: Screenplay['adopted'];
  /** The voices that the cast canon gave to the speakers, whichever they got; absent in reads of older servers. */
  castVoices?: VoiceMap;
  /** How the speakers are directed, by cue; absent in reads of older servers. */
  directions?: Readonly<Record<string, string>>;
  /** How the people should look, in words; absent when the script or else the Series Bible decides it. */
  avatarStyle?: string;
  /** The call that requested this edition. A repeated call finds the edition by it. */
  askedBy?: string;
  /** In an update: the earlier revision in which the entry indexes mean the same lines. */
  keepsPlacesOf?: number;
  /** The version whose script and voices this revision restored; absent when the revision restored none. */
  restores?: number;
}

/** All words of a screenplay that voices say. */
export const spokenTextOf = ({ entries }: Screenplay): string => entries.map(({ text, ttsText }) => ttsText ?? text).join('\n');

/** Stores the content of a first revision until it is published, because casts are too large for a workflow history. Returns the key. */
export async function storeDirectedRead(store: ObjectStore, revision: DirectedRead): Promise<string> {
  const key = directedReadKey(revision);
  await store.put(key, canonicalJson(revision));
  return key;
}

/** The key under which the content of a first revision is stored. */
export const directedReadKey = (revision: DirectedRead): string =>
  `scripts/${createHash('sha256').update(canonicalJson(revision)).digest('hex')}.revision.json`;

export async function getDirectedRead(store: ObjectStore, key: string): Promise<DirectedRead> {
  return JSON.parse((await store.get(key)).toString('utf8')) as DirectedRead;
}
