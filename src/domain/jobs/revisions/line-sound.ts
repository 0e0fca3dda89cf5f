import { wavAt } from '../../../craft/audio/sounds/catalogue.js';
import { pcmSamples } from '../../../craft/speech/line-cache.js';
import { LINE_SAMPLE_RATE } from '../../../craft/speech/port.js';
import { shownUntil } from '../../../kernel/contract/tokens.js';
import { ApiError } from '../../../kernel/errors/api-error.js';
import type { Services } from '../../../kernel/services.js';
import { listPerformedLines } from '../../artifacts/performance/performance-store.js';
import { findReadRevision } from '../../artifacts/read-store.js';

/** Makes the addresses of single line sounds. They need no key, stay valid for one to two days, and are the same within a day. */
export function lineAddresses({ tokens, config }: Pick<Services, 'tokens' | 'config'>, artifactId: string, revision: number): (entryIndex: number) => string {
  const expiresAt = shownUntil();
  return (entryIndex) => `${config.baseUrl}/line-sounds/${tokens.sign('line', `${artifactId}.${revision}.${entryIndex}`, expiresAt)}`;
}

/** For the given entries of a revision: start and end in its performance, in milliseconds, and the address of the line's own sound; in order of time. */
export async function performedEntries(services: Services, artifactId: string, revision: number, entries: ReadonlySet<number>) {
  const addressOf = lineAddresses(services, artifactId, revision);
  const lines = await listPerformedLines(services.db, artifactId, revision);
  return lines.filter(({ entryIndex }) => entries.has(entryIndex))
    .map(({ entryIndex, startMs, endMs }) => ({ entryIndex, startMs, endMs, soundUrl: addressOf(entryIndex) }));
}

/** The sound of a line as a WAV file, found by the token in its address. Raises `artifact_not_found` for an invalid or expired token and a missing line. */
export async function getLineSound({ db, store, tokens }: Services, token: string): Promise<Buffer> {
  const [artifactId, revision, entryIndex] = tokens.read('line', token)?.subject.split('.') ?? [];
  const read = artifactId ? await findReadRevision(db, artifactId, Number(revision)) : null;
  const line = read && (await listPerformedLines(db, read.artifactId, read.revision)).find((each) => each.entryIndex === Number(entryIndex));
  if (!line) throw new ApiError('artifact_not_found', 'the address is wrong or has expired, or its line is gone');
  return wavAt(LINE_SAMPLE_RATE, pcmSamples(await store.get(line.lineKey)));
}
