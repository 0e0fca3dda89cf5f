import type { CastingInput, MadePicture } from '../../src/domain/casting/casting-kind.js';
import { findCasting } from '../../src/domain/casting/casting-store.js';
import { giveVoices } from '../../src/domain/casting/cast-voices.js';
import { makeCharacterImage } from '../../src/domain/canon/images/character-images.js';
import { findVersionById } from '../../src/domain/scripts/version-store.js';
import type { Services } from '../../src/kernel/services.js';
import { QUEUED, type LineKey } from '../../src/kernel/works/model.js';
import { startWork } from '../../src/kernel/works/work-store.js';
import { inActivity } from '../shared/activity-frame.js';

/** A picture that an order of casting asks for, as one line of its work. */
export interface PictureInput extends LineKey { castingId: string }

/** Activities that complete a cast. */
export function createCasting(services: Services) {
  const { db, faults } = services;

  return {
    /** Gives a voice to every character of the order who has none. False when the work has ended or the order was deleted. */
    async giveCastVoices(input: CastingInput): Promise<boolean> {
      if (!await startWork(db, input, { ...QUEUED, stage: 'casting' })) return false;
      const casting = await findCasting(db, input.subjectId);
      if (!casting) return false;
      return inActivity(async () => {
        const version = casting.scriptVersionId === null ? null : await findVersionById(db, casting.scriptVersionId);
        await giveVoices(services, { accountId: input.accountId, projectId: input.projectId }, version, casting.character);
        return true;
      });
    },
    /** Makes the picture of one line. Null when the work has ended, the order was deleted or the picture is there already. */
    async makeCastPicture({ castingId, line, ...key }: PictureInput): Promise<MadePicture | null> {
      if (!await startWork(db, key, { ...QUEUED, stage: 'rendering' })) return null;
      const casting = await findCasting(db, castingId);
      const picture = casting?.pictures[line];
      if (!casting || picture?.status !== 'queued') return null;
      const { accountId, projectId } = casting;
      const { imageUrl } = await inActivity(async (signal) => {
        await faults.reach('casting.picture');
        return makeCharacterImage(services, { accountId, projectId, character: picture.character, kind: picture.kind }, signal);
      });
      return { imageUrl };
    },
  };
}
