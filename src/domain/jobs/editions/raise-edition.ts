import { ApiError } from '../../../kernel/errors/api-error.js';
import type { Services } from '../../../kernel/services.js';
import type { Screenplay } from '../../../craft/screenplay/model.js';
import type { Performances } from '../../artifacts/performance/performance-plan.js';
import { findEditionOf, findReadRevision, type ReadRevision } from '../../artifacts/read-store.js';
import type { VoiceMap } from '../../library/voice-map.js';
import { getScreenplay } from '../../scripts/screenplay-store.js';
import { baseOfRevision, countUnspoken, performWaiting, reviseRead, type Revised } from '../revisions/revise-read.js';

/** How a read sounds and looks: its lines with all decisions about their sound, the voices, how people are played, and the style of the avatars. */
export interface Sounding { screenplay: Screenplay; voices: VoiceMap; performance: Performances; avatarStyle?: string | undefined }

export interface EditionRequest {
  artifactId: string;
  /** Identifies the call, so that a repeat finds the edition that it made. */
  askedBy: string;
  requestId: string;
}

/** How many attempts a change has when other editions come first; then the caller gets the conflict. */
const MAX_TRIES = 4;

/** How the newest state of a read sounds, even when it still waits to be recorded. Raises `artifact_not_ready`. */
export async function soundingOf(services: Services, artifactId: string): Promise<{ base: ReadRevision; now: Sounding }> {
  const base = await baseOfRevision(services, artifactId, undefined);
  const { scriptKey, voiceMap, performance, avatarStyle } = base.content;
  return { base, now: { screenplay: await getScreenplay(services.store, scriptKey), voices: voiceMap, performance: performance ?? {}, avatarStyle } };
}

async function answerAgain(services: Services, made: ReadRevision, requestId: string): Promise<Revised> {
  await performWaiting(services, made, made.revision, requestId);
  const before = (await findReadRevision(services.db, made.artifactId, made.revision - 1))!;
  const [was, directed] = await Promise.all([before, made].map(({ content }) => getScreenplay(services.store, content.scriptKey)));
  const linesToSpeak = await countUnspoken(services, { directed: was!, content: before.content }, { directed: directed!, content: made.content });
  return { outcome: 'started', revision: made.version, edition: made.edition, linesToSpeak, lineCount: made.content.spokenCount };
}

/**
 * Makes the same words sound different: `change` gets the present sound and returns the wanted one. The next edition is performed under the same id, revision
 * and links. The old edition plays until the new one is complete, and only lines that sound different are spoken again. Without a difference no edition is
 * made, but an edition that waits is then performed. Raises the errors of `reviseRead` and those of `change`.
 */
export async function raiseEdition(
  services: Services, { artifactId, askedBy, requestId }: EditionRequest, change: (now: Sounding) => Sounding | Promise<Sounding>,
): Promise<Revised> {
  const made = await findEditionOf(services.db, artifactId, askedBy);
  if (made) return answerAgain(services, made, requestId);
  for (let tries = 1; ; tries++) {
    const { base, now } = await soundingOf(services, artifactId);
    try {
      const revised = await reviseRead(services, base, now.screenplay, { ...await change(now), keepsPlaces: true },
        { cause: 'edition', requestId, askedBy });
      if (revised.outcome === 'current') await performWaiting(services, base, base.revision, requestId);
      return revised;
    } catch (error) {
      // Another edition of the same words came first: apply the change to that edition.
      const isOvertaken = error instanceof ApiError && error.code === 'version_conflict' && error.details?.['actual'] === base.version;
      if (!isOvertaken || tries === MAX_TRIES) throw error;
    }
  }
}
