import Type from 'typebox';
import { SOUND_KINDS, type Sound, type Soundscape } from '../../src/craft/audio/sounds/sound.js';
import { closed, model, oneOf } from '../../src/kernel/contract/models.js';
import { soundPath } from '../../src/kernel/contract/page-paths.js';
import { NextCursor, pageOf, PageQuery } from '../../src/kernel/contract/paging.js';
import { listSounds } from '../../src/domain/canon/sounds/list-sounds.js';
import { defineOperation } from '../operation.js';

const SoundSchema = model('Sound', 'A bell, a piece of music, an effect or a soundscape that can be heard.', closed({
  soundId: Type.String(), kind: oneOf(SOUND_KINDS), label: Type.String(), durationMs: Type.Integer({ minimum: 1 }),
  url: Type.String({ description: 'A WAV file; plays without a key' }), tags: Type.Array(Type.String()), licence: Type.String(),
}));

const SoundQuery = closed({
  ...PageQuery.properties,
  kind: Type.Optional(oneOf(SOUND_KINDS)),
  q: Type.Optional(Type.String({ minLength: 1, maxLength: 80, description: 'Words of the label or the tags, in any order' })),
});

const LICENCE = 'made by this installation; free to use, no attribution needed';

const viewSound = ({ soundId, kind, label, tags, seconds }: Sound | Soundscape, appUrl: string) => ({
  soundId, kind, label, durationMs: seconds * 1_000, url: new URL(soundPath(soundId), appUrl).href, tags: [...tags], licence: LICENCE,
});

export const soundOperations = [
  defineOperation({
    id: 'listSounds', method: 'GET', path: '/story-projects/{projectId}/sounds', area: 'canon', scopes: ['story:read'],
    idempotency: 'accepted', summary: 'List bells, music, effects and soundscapes that can be heard',
    description: 'The catalogue is the same for every project. Every sound is synthesised by this installation, at about -20 LUFS. '
      + 'A soundscape is in stereo, and its end leads to its beginning. Music, effects and soundscapes lie along reads; none is an asset of the audio library.',
    request: { query: SoundQuery }, response: { 200: closed({ sounds: Type.Array(SoundSchema), nextCursor: NextCursor }) },
    async handle({ query: { limit, cursor, ...filter } }, { config }) {
      const page = { ...(limit === undefined ? {} : { limit }), ...(cursor === undefined ? {} : { cursor }) };
      const { items, nextCursor } = pageOf(listSounds(filter), page, ({ soundId }) => soundId);
      return { sounds: items.map((sound) => viewSound(sound, config.appUrl)), nextCursor };
    },
  }),
];
