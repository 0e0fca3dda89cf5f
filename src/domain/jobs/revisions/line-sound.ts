import { wavOf } from '../../../craft/audio/sounds/catalogue.js';
import { pcmSamples } from '../../../craft/speech/line-cache.js';
import { ApiError } from '../../../kernel/errors/api-error.js';
import type { Services } from '../../../kernel/services.js';
import { listPerformedLines } from '../../artifacts/performance/performance-store.js';
import { findReadRevision } from '../../artifacts/read-store.js';

const SHOWN_MS = 86_400_000;

/** Makes the addresses of the sounds of lines, which take no key and hold for a day or two; the same ones within a day. */
export function lineAddresses({ tokens, config }: Pick<Services, 'tokens' | 'config'>, artifactId: string, revision: number): (entryIndex: number) => string {
  const shownUntil = new Date(Math.ceil(Date.now() / SHOWN_MS) * SHOWN_MS + SHOWN_MS);
  return (entryIndex) => `${config.baseUrl}/line-sounds/${tokens.sign('line', `${artifactId}.${revision}.${entryIndex}`, shownUntil)}`;
}

/** The sound of a line as a WAV file, by the token of its address. Raises `artifact_not_found` when there is none. */
export async function getLineSound({ db, store, tokens }: Services, token: string): Promise<Buffer> {
  const [artifactId, revision, entryIndex] = tokens.read('line', token)?.subject.split('.') ?? [];
  const read = artifactId ? await findReadRevision(db, artifactId, Number(revision)) : null;
  const line = read && (await listPerformedLines(db, read.artifactId, read.revision)).find((each) => each.entryIndex === Number(entryIndex));
  if (!line) throw new ApiError('artifact_not_found', 'the address is wrong or has expired, or its line is gone');
  return wavOf(pcmSamples(await store.get(line.lineKey)));
}
