import Type from 'typebox';
import { closed } from '../../src/kernel/contract/models.js';

const Url = Type.String({ format: 'uri', description: 'Takes no key; holds for a day or two' });
const Count = Type.Integer({ minimum: 0 });

/** A film of a storyboard, as decks and trailers show it. Sizes in bytes, times in milliseconds, loudness in LUFS. */
export const BoardFilm = closed({
  url: Url, durationMs: Count, byteSize: Count, lufs: Type.Number({ description: 'Loudness of the whole' }),
  revision: Type.Integer({ minimum: 1, description: 'Of the storyboard that it shows' }), stale: Type.Boolean({ description: 'The storyboard was edited since' }),
  captions: Type.Optional(closed({ url: Url, language: Type.String({ description: 'As in BCP 47; `und`: not known' }) }, {
    description: 'Its captions as WebVTT, for players; absent for a film in which nothing is said, and for older ones',
  })),
});
