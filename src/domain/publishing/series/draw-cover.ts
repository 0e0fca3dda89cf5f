import { createHash } from 'node:crypto';
import { coverSvg, type CoverSpec } from '../../../craft/images/compose.js';
import { parsePlace } from '../../../craft/images/places/place.js';
import { rasterise } from '../../../craft/images/raster.js';
import type { Services } from '../../../kernel/services.js';
import { getProgramme } from '../releases/programme.js';
import { findNewestProgrammeKey } from '../releases/asset-store.js';
import { COVER_WIDTHS, type CoverArt } from './series-model.js';

/** Podcast catalogues accept covers up to 512 KB. */
const MAX_BYTES = 512 * 1024;
const MAX_PEOPLE = 3;

type Drawing = Pick<Services, 'db' | 'store' | 'ffmpeg'>;

/** A cover to draw: the series, the number of the cover, its title, and words for the place while there is no episode. */
export interface WantedCover { subjectId: string; revision: number; title: string; words: string }

/** People and place of the newest episode; without an episode, a place from the words about the series. */
async function coverSpec({ db, store }: Drawing, { subjectId, title, words }: WantedCover): Promise<CoverSpec> {
  const key = await findNewestProgrammeKey(db, subjectId);
  if (!key) {
    const seed = createHash('sha256').update(subjectId).digest('hex').slice(0, 32);
    return { title, kicker: 'A series', looks: [], scene: { place: parsePlace(words), seed } };
  }
  const { art } = await getProgramme(store, key);
  const looks = art.leads.flatMap((seat) => art.looks[seat] ?? []).slice(0, MAX_PEOPLE);
  return {
    title, kicker: art.kicker, ...(art.byline ? { byline: art.byline } : {}), looks,
    scene: { place: art.places[art.coverScene] ?? parsePlace(words), seed: art.seed, palette: art.palette },
    ...(art.grades ? { grades: art.grades } : {}),
  };
}

/** Draws and stores a cover in every width. Do not call it in the API process: it starts child processes. Throws `RasterFailed`. */
export async function drawCover(services: Drawing, input: WantedCover, signal?: AbortSignal): Promise<CoverArt & { seriesId: string }> {
  const svg = await coverSvg(await coverSpec(services, input));
  const ffmpeg = await services.ffmpeg();
  const pictures = [];
  for (const widthPx of COVER_WIDTHS) {
    const bytes = await rasterise(ffmpeg, { svg, widthPx, format: 'jpeg', maxBytes: MAX_BYTES, ...(signal ? { signal } : {}) });
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const key = `publishing/pictures/${sha256}.jpg`;
    await services.store.put(key, bytes);
    pictures.push({ widthPx, key, byteSize: bytes.byteLength, sha256 });
  }
  return { seriesId: input.subjectId, version: input.revision, pictures };
}
