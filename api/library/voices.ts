import Type from 'typebox';
import { findVoice } from '../../src/craft/speech/designed/designed-voice.js';
import { listChosenVoices } from '../../src/domain/canon/voices/design-kind.js';
import { filterVoices } from '../../src/domain/library/voice-filter.js';
import { closed, model, nullable, oneOf, Timestamp } from '../../src/kernel/contract/models.js';
import { NextCursor, pageOf, PageQuery } from '../../src/kernel/contract/paging.js';
import type { Voice as CatalogueVoice } from '../../src/craft/speech/port.js';
import type { Services } from '../../src/kernel/services.js';
import { defineOperation } from '../operation.js';
import { AGE_RANGES } from '../../src/craft/people/facts.js';

const CATEGORIES = ['stock', 'designed', 'clone', 'pro'] as const;
const GENDERS = ['female', 'male', 'neutral'] as const;
const STATUSES = ['ready', 'training', 'failed', 'retired'] as const;

export const Voice = model('Voice', 'A studio voice.', closed({
  voiceId: Type.String(),
  name: Type.String(),
  provider: Type.String(),
  category: oneOf(CATEGORIES),
  gender: oneOf(GENDERS),
  language: Type.String(),
  accent: Type.String(),
  ageRange: oneOf(AGE_RANGES),
  styleTags: Type.Array(Type.String()),
  similarTo: Type.Optional(Type.Array(Type.String(), { description: 'Voices that a listener may take for this one' })),
  previewUrl: nullable(Type.String()),
  status: oneOf(STATUSES),
  measuredLufs: nullable(Type.Number()),
  consentId: nullable(Type.String()),
  retiredAt: nullable(Timestamp),
  replacementVoiceId: nullable(Type.String()),
}));

/** The catalogue and the account's chosen designed voices, with absolute preview URLs. */
async function voicesOf({ speech, config, db }: Services, accountId: string): Promise<CatalogueVoice[]> {
  const catalogue = (await speech()).voices();
  const chosen = (await listChosenVoices(db, accountId)).flatMap(({ voiceId, name }) => {
    const voice = findVoice(catalogue, voiceId);
    return voice ? [{ ...voice, name }] : [];
  });
  return [...catalogue, ...chosen].map((voice) => ({ ...voice, previewUrl: voice.previewUrl && new URL(voice.previewUrl, config.appUrl).href }));
}

const Text = Type.String({ minLength: 1, maxLength: 80 });

const VoiceQuery = closed({
  ...PageQuery.properties,
  provider: Type.Optional(Text),
  category: Type.Optional(oneOf(CATEGORIES)),
  gender: Type.Optional(oneOf(GENDERS)),
  language: Type.Optional(Text),
  ageRange: Type.Optional(oneOf(AGE_RANGES)),
  styleTag: Type.Optional(Text),
  status: Type.Optional(oneOf(STATUSES)),
});

export const voiceOperations = [
  defineOperation({
    id: 'listVoices', method: 'GET', path: '/voices', area: 'library',
    scopes: ['story:read'], idempotency: 'none', summary: 'List the studio voices; every filter is optional',
    description: 'Filter by provider, category, gender, language, age, style or status. `previewUrl` plays a sample without a key. Voices that were '
      + 'designed for a cast and chosen have the category `designed`.',
    request: { query: VoiceQuery }, response: { 200: closed({ voices: Type.Array(Voice), nextCursor: NextCursor }) },
    async handle({ query: { limit, cursor, ...filter }, actor }, services) {
      const page = { ...(limit === undefined ? {} : { limit }), ...(cursor === undefined ? {} : { cursor }) };
      const { items, nextCursor } = pageOf(filterVoices(await voicesOf(services, actor.accountId), filter), page, ({ voiceId }) => voiceId);
      return { voices: items, nextCursor };
    },
  }),
];
