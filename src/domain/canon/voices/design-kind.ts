import { defineCandidates } from '../../../kernel/families/candidates/candidates.js';
import { listChosen, type AskedFor } from '../../../kernel/families/candidates/candidate-store.js';
import type { Db } from '../../../kernel/db/database.js';
import { castKey } from '../cast-canon.js';
import { findCastCanon } from '../cast-canon-store.js';
import { CHARACTER } from '../character-subject.js';
import { findSeriesBible } from '../series-bible-store.js';
import type { AskedVoice, DesignVariant } from './design-variant.js';
import { briefOf, knownOf, type VoiceWish } from './voice-brief.js';

/** The kind of request that designs voices for a character. */
export const voiceDesigns = defineCandidates<AskedVoice, DesignVariant>({
  kind: 'voice-design', price: 'VOICE_DESIGN', notFound: 'voice_design_not_found',
  workflow: 'voiceDesignWorkflow', queue: 'voice-designs', unit: 'voices', provider: 'tts',
  stopped: 'The design was stopped; its credits were released. Design the voice again.',
  step: {
    activity: 'designVoices', group: 'render', stage: 'casting', words: 'Designing voices and recording a sentence of each.', progress: 'synthesizing',
  },
  maker: async () => (await import('./make-design.js')).makeDesign,
});

/** The request for a wish, completed with what canon and Series Bible say about the character. */
export async function askedVoice(db: Db, projectId: string, wish: VoiceWish): Promise<Omit<AskedFor<AskedVoice>, 'wanted'> & { label: string }> {
  const [canon, bible] = await Promise.all([findCastCanon(db, projectId), findSeriesBible(db, projectId)]);
  const brief = briefOf(wish, knownOf(wish.character, canon, bible?.content ?? {}));
  return { subject: { type: CHARACTER, id: castKey(brief.character) }, brief, label: 'Designing a voice' };
}

/** The voices that the account has chosen; each once, in the order of the first choice. */
export async function listChosenVoices(db: Db, accountId: string): Promise<DesignVariant[]> {
  const chosen = await listChosen<DesignVariant>(db, voiceDesigns.kind, accountId);
  return [...new Map(chosen.map((variant) => [variant.voiceId, variant])).values()];
}
