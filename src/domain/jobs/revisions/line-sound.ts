import { wavOf } from '../../../craft/audio/sounds/catalogue.js';
import { pcmSamples } from '../../../craft/speech/line-cache.js';
import { shownUntil } from '../../../kernel/contract/tokens.js';
import { ApiError } from '../../../kernel/errors/api-error.js';
import type { Services } from '../../../kernel/services.js';
import { listPerformedLines } from '../../artifacts/performance/performance-store.js';
import { findReadRevision } from '../../artifacts/read-store.js';

/** Makes the addresses of the sounds of lines, which take no key and hold for a day or two; the same ones within a day. */
export function lineAddresses({ tokens, config }: Pick<Services, 'tokens' | 'config'>, artifactId: string, revision: number): (entryIndex: number) => string {
  const expiresAt = shownUntil();
  return (entryIndex) => `${config.baseUrl}/line-sounds/${tokens.sign('line', `${artifactId}.${revision}.${entryIndex}`, expiresAt)}`;
}

/** When the given entries of a revision are heard, in milliseconds of its performance, and where each is heard alone; in the order of time. */
export async function performedEntries(services: Services, artifactId: string, revision: number, entries: ReadonlySet<number>) {
  const addressOf = lineAddresses(services, artifactId, revision);
  const lines = await listPerformedLines(services.db, artifactId, revision);
  return lines.filter(({ entryIndex }) => entries.has(entryIndex))
    .map(({ entryIndex, startMs, endMs }) => ({ entryIndex, startMs, endMs, soundUrl: addressOf(entryIndex) }));
}

/** The sound of a line as a WAV file, by the token of its address. Raises `artifact_not_found` when there is none. */
export async function getLineSound({ db, store, tokens }: Services, token: string): Promise<Buffer> {
  const [artifactId, revision, entryIndex] = tokens.read('line', token)?.subject.split('.') ?? [];
  const read = artifactId ? await findReadRevision(db, artifactId, Number(revision)) : null;
  const line = read && (await listPerformedLines(db, read.artifactId, read.revision)).find((each) => each.entryIndex === Number(entryIndex));
  if (!line) throw new ApiError('artifact_not_found', 'the address is wrong or has expired, or its line is gone');
  return wavOf(pcmSamples(await store.get(line.lineKey)));
}
