import type { FilmView } from '../../../domain/artifacts/film/films.js';
import { FILM_NAME } from '../../../domain/artifacts/film/film-status.js';
import { html, type Markup } from '../../html.js';
import { form, select } from '../forms.js';
import { pathOf, workplacePaths } from '../paths.js';
import type { FormAction } from '../screen.js';
import type { Visit } from '../visit.js';
import { counted, lengthText } from '../words.js';

type Video = Pick<FilmView, 'status' | 'url' | 'durationMs' | 'byteSize' | 'error'> & { grade: string | null; resolution: string | null; aspect: string | null; credits: number };

/** The film of a recorded read; null for keys that may not render one. */
export async function loadFilm(visit: Visit, artifactId: string): Promise<Video | null> {
  if (!visit.may('artifact:publish') || !visit.may('artifact:read')) return null;
  return (await visit.call<{ video: Video }>('getVideoRender', { params: { artifactId } })).video;
}

export const isRendering = ({ status }: Pick<Video, 'status'>): boolean => status === 'queued' || status === 'rendering';

const GRADES = [
  { value: 'cinema', label: 'Cinema: the camera moves' }, { value: 'still', label: 'Still: pictures with cross-fades' },
  { value: 'draft', label: 'Draft: one picture a second, in seconds' },
];
const SHAPES = [
  { value: '16:9 720p', label: 'Wide, 720p' }, { value: '16:9 1080p', label: 'Wide, 1080p' }, { value: '9:16 720p', label: 'Upright, for telephones' },
];

const MEGABYTE = 1_000_000;

function shown({ url, durationMs, byteSize, status, aspect }: Video): Markup | null {
  if (url === null) return null;
  return html`<video class="film${aspect === '9:16' ? ' upright' : ''}" controls preload="metadata" poster="${pathOf(url).replace(`media/${FILM_NAME}`, 'pictures/cover.svg')}" src="${pathOf(url)}" aria-label="Film"></video>
<p class="acts-row"><a class="pill" href="${pathOf(url)}" download>Download the film</a></p>
<p class="fine">${durationMs === null ? '' : `${lengthText(durationMs)}, `}${byteSize === null ? '' : `${Math.max(1, Math.round(byteSize / MEGABYTE))} MB`}${status === 'stale' ? '. The read has changed since it was rendered' : ''}</p>`;
}

/** The film beside the MP3: where it plays, and the form that renders it. */
export function filmPanel(visit: Visit, artifactId: string, video: Video): Markup {
  const { status, credits, error, grade, aspect, resolution } = video;
  const price = credits > 0 ? ` for ${counted(credits, 'credit')}` : ', free of charge';
  const ask = form(visit, `${workplacePaths.read(artifactId)}/film`, {
    label: `${status === 'not_rendered' ? 'Render the film' : status === 'stale' ? 'Render what changed' : 'Render it again'}${price}`,
    tone: status === 'not_rendered' || status === 'stale' ? 'main' : 'plain',
    fields: html`${select({ label: 'Pictures', name: 'grade', value: grade ?? 'cinema' }, GRADES)}
${select({ label: 'Shape', name: 'shape', value: `${aspect ?? '16:9'} ${resolution ?? '720p'}` }, SHAPES)}`,
  });
  return html`<section class="panel"><h2>Film</h2><div id="film"${isRendering(video) ? html` data-live` : null}>${shown(video)}
${status === 'failed' ? html`<div class="notice wrong" role="alert"><p>${error ?? 'The film could not be rendered.'}</p></div>` : null}
${isRendering(video) ? html`<p>The film is being rendered.</p>` : status === 'not_rendered' ? ask
    : html`<details class="more"${status === 'stale' || status === 'failed' ? html` open` : null}><summary>Render it again</summary>${ask}</details>`}</div></section>`;
}

export const filmAction: FormAction = {
  async send(visit, { fields: { grade, shape }, idempotencyKey }) {
    const artifactId = visit.param('artifactId');
    const [aspect, resolution] = (shape ?? '16:9 720p').split(' ');
    await visit.call('renderVideo', { params: { artifactId }, idempotencyKey, body: { grade: grade ?? 'cinema', aspect, resolution } });
    return workplacePaths.read(artifactId);
  },
};
