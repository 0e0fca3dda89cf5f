import type { Services } from '../../../kernel/services.js';
import { defineWork } from '../../../kernel/works/kind.js';
import type { WorkInput } from '../../../kernel/works/model.js';
import { requestWork } from '../../../kernel/works/request.js';
import { findCastCanon } from '../cast-canon-store.js';
import { findSeriesBible } from '../series-bible-store.js';
import { completeDesign, countDesigns, findDesignRow, getDesign, insertDesign, VOICE_DESIGN, type DesignRow, type DesignVariant } from './design-store.js';
import { briefOf, knownOf, type VoiceWish } from './voice-brief.js';
import { findResult } from './voice-objects.js';

export interface VoiceDesignInput extends WorkInput { projectId: string }

/** The variants are an object until they are published, because histories hold no text of users. */
export interface MadeDesign { designId: string }
interface LoadedDesign extends MadeDesign { variants: DesignVariant[] }

/** The work that designs voices for a character. Its subject is the design. */
export const voiceDesignKind = defineWork<VoiceDesignInput, MadeDesign, LoadedDesign>({
  kind: VOICE_DESIGN, workflow: 'voiceDesignWorkflow', queue: 'voice-designs', runOn: '<design>', whenCancelled: 'FAILED',
  unit: 'voices', counted: true, provider: 'tts',
  stopped: 'The design was stopped; its credits were released. Design the voice again.',
  async load({ store }, { designId }) {
    const variants = await findResult<DesignVariant[]>(store, designId);
    if (!variants) throw new Error(`the variants of ${designId} are gone`);
    return { designId, variants };
  },
  publish: (tx, _key, { designId, variants }) => completeDesign(tx, designId, variants),
  step: {
    activity: 'designVoices', group: 'render', stage: 'casting', words: 'Designing voices and recording a sentence of each.', progress: 'synthesizing',
    make: async (services, { projectId, subjectId }, making) => (await import('./make-design.js')).makeDesign(services, projectId, subjectId, making),
  },
});

export interface DesignRequest { accountId: string; projectId: string; designId: string; wish: VoiceWish; requestId: string; credits: number }

/**
 * Starts the design of a voice, and reserves its credits. A repeat with the same id finds the design as it is. Raises
 * `insufficient_credits`; then nothing was charged.
 */
export async function requestDesign(services: Services, { accountId, projectId, designId, wish, requestId, credits }: DesignRequest): Promise<DesignRow> {
  const { db } = services;
  if (!await findDesignRow(db, designId)) {
    const [canon, bible] = await Promise.all([findCastCanon(db, projectId), findSeriesBible(db, projectId)]);
    const known = knownOf(wish.character, canon, bible?.content ?? {});
    const name = known.canon?.name ?? known.bible?.name ?? wish.character;
    await insertDesign(db, { id: designId, accountId, projectId, brief: briefOf(wish, known, await countDesigns(db, projectId, name)) });
  }
  await requestWork(services, voiceDesignKind, {
    accountId, projectId, subjectId: designId, label: 'Designing a voice', requestId, lines: [{ line: 0, credits }],
  });
  return getDesign(db, projectId, designId);
}
