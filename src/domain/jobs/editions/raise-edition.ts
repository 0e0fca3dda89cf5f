import { ApiError } from '../../../kernel/errors/api-error.js';
import type { Services } from '../../../kernel/services.js';
import type { Screenplay } from '../../../craft/screenplay/model.js';
import type { Performances } from '../../artifacts/performance/performance-plan.js';
import { findEditionOf, findReadRevision, type ReadRevision } from '../../artifacts/read-store.js';
import type { VoiceMap } from '../../library/voice-map.js';
import { getScreenplay } from '../../scripts/screenplay-store.js';
import { baseOfRevision, countUnspoken, performWaiting, reviseRead, type Revised } from '../revisions/revise-read.js';

/** How a read sounds: its lines with what was decided about them, who speaks, and how; and how its people look. */
export interface Sounding { screenplay: Screenplay; voices: VoiceMap; performance: Performances; avatarStyle?: string | undefined }

export interface EditionRequest {
  artifactId: string;
  /** The call; a repeat of it finds what it made. */
  askedBy: string;
  requestId: string;
}

/** Other editions that may come first before a caller is told. */
const MAX_TRIES = 4;

/** How a read sounds in its newest state, also while that waits to be recorded. Raises `artifact_not_ready`. */
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
 * Makes the same words sound otherwise: `change` gets how the read sounds and returns how it is to sound. The next edition is performed under
 * the same id, revision and links; the old one plays until it is complete, and what sounds the same is not spoken again. A change that
 * changes nothing makes nothing, apart from an edition that waits: that is performed. Raises the errors of `reviseRead` and those of `change`.
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
        { cause: 'edition', requestId, askedBy, acceptsSuggestions: false });
      if (revised.outcome === 'current') await performWaiting(services, base, base.revision, requestId);
      return revised;
    } catch (error) {
      // Another edition of the same words came first: the change is made to that one.
      const isOvertaken = error instanceof ApiError && error.code === 'version_conflict' && error.details?.['actual'] === base.version;
      if (!isOvertaken || tries === MAX_TRIES) throw error;
    }
  }
}
