import { html, type Markup } from '../../../html.js';
import type { Trailer, TrailerBeat } from '../../answers.js';
import { pathOf } from '../../paths.js';
import { lengthText } from '../../words.js';
import type { LoadedTrailer } from './loaded.js';

const MEGABYTE = 1_000_000;
const isUpright = ({ aspect }: Pick<Trailer, 'aspect'>): boolean => aspect === '9:16';

/** Width and height of a picture of a trailer, which reserve its space while it loads. */
const sizeOf = (trailer: Pick<Trailer, 'aspect'>): Markup => (isUpright(trailer) ? html` width="270" height="480"` : html` width="480" height="270"`);

/** The class for elements with the shape of a trailer. */
export const shapeOf = (trailer: Pick<Trailer, 'aspect'>): string => (isUpright(trailer) ? ' upright' : '');

/** A still of a trailer. The text beside it describes it, so `alt` is empty. */
export const still = (trailer: Pick<Trailer, 'aspect'>, url: string): Markup =>
  html`<img class="still${shapeOf(trailer)}" src="${pathOf(url)}" alt=""${sizeOf(trailer)} loading="lazy">`;

export interface ClipLook { url: string; posterUrl: string | null; label: string }

/** A clip of a trailer. Only its poster is loaded before it is played. */
export const clip = (trailer: Pick<Trailer, 'aspect'>, { url, posterUrl, label }: ClipLook): Markup =>
  html`<video class="still${shapeOf(trailer)}" controls preload="none"${posterUrl ? html` poster="${pathOf(posterUrl)}"` : null} src="${pathOf(url)}"${sizeOf(trailer)} aria-label="${label}"></video>`;

/** The captions of a film for its player; null for a film without any. */
export const captionTrack = ({ captions }: Pick<NonNullable<Trailer['film']>, 'captions'>): Markup | null => (captions
  ? html`<track kind="captions" src="${pathOf(captions.url)}" srclang="${captions.language === 'und' ? 'en' : captions.language}" label="Captions">` : null);

/** The first frame of a trailer, or null. */
function firstFrame(beats: readonly TrailerBeat[]): string | null {
  const first = beats[0];
  return first?.takes.find(({ takeId }) => takeId === first.selectedTake)?.frameUrl ?? first?.frameUrl ?? null;
}

interface FilmLook { title: string; id: string; film: NonNullable<Trailer['film']>; stale: string; after?: Markup }

function filmPart({ trailer, storyboard }: LoadedTrailer, { title, id, film, stale, after }: FilmLook): Markup {
  const poster = firstFrame(storyboard?.beats ?? []);
  return html`<h3>${title}</h3><div id="${id}" data-live><video class="film${shapeOf(trailer)}" controls preload="${poster ? 'none' : 'metadata'}"${poster ? html` poster="${pathOf(poster)}"` : null} src="${pathOf(film.url)}" aria-label="${title}">${captionTrack(film)}</video>
<p class="fine">${lengthText(film.durationMs)}, ${Math.max(1, Math.round(film.byteSize / MEGABYTE))} MB, ${film.lufs} LUFS${film.stale ? `. ${stale}` : ''}</p></div>${after}`;
}

/** The films of a trailer, and its sound alone; null before there is a film. */
export function films(loaded: LoadedTrailer): Markup | null {
  const { trailer: { draft, film, status }, soundUrl } = loaded;
  if (!draft && !film) return null;
  const finished = film && filmPart(loaded, { title: 'The finished film', id: 'film', film, stale: 'The storyboard was edited since; what is approved then is finished anew' });
  const review = draft && filmPart(loaded, {
    title: 'The film for review', id: 'draft', film: draft,
    stale: status === 'complete' ? 'It is older than the finished film' : 'The storyboard was edited since. It is put together anew with the next take; the finished film shows the storyboard as it is then',
  });
  return html`<section class="panel" id="films" tabindex="-1"><h2>Film</h2>${finished}${finished && review
    ? html`<details class="more" id="review-film"><summary>The film for review</summary>${review}</details>` : review}
${soundUrl ? html`<h3>The sound alone</h3><audio controls preload="none" src="${soundUrl}" aria-label="The sound of the trailer"></audio>` : null}</section>`;
}
