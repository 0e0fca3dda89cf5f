import type { FilmView } from '../../../domain/artifacts/film/films.js';
import { html, type Markup } from '../../html.js';
import { form, select } from '../forms.js';
import { pathOf, workplacePaths } from '../paths.js';
import type { FormAction } from '../screen.js';
import type { Visit } from '../visit.js';
import { counted, lengthText } from '../words.js';

type Video = Pick<FilmView, 'status' | 'url' | 'durationMs' | 'byteSize' | 'error'>
  & { grade: string | null; resolution: string | null; aspect: string | null; captions: string | null; credits: number };

/** `video` is the film requested last, `other` the one in the other shape. */
interface Films { video: Video; other: Video }

const UPRIGHT = '9:16';

/** The films of a recorded read; null for keys that may not render one. */
export async function loadFilms(visit: Visit, artifactId: string): Promise<Films | null> {
  if (!visit.may('artifact:publish') || !visit.may('artifact:read')) return null;
  const load = async (query: Record<string, string>): Promise<Video> =>
    (await visit.call<{ video: Video }>('getVideoRender', { params: { artifactId }, query })).video;
  const video = await load({});
  return { video, other: await load({ aspect: video.aspect === UPRIGHT ? '16:9' : UPRIGHT }) };
}

const isMade = ({ status }: Pick<Video, 'status'>): boolean => status === 'queued' || status === 'rendering';
export const isRendering = ({ video, other }: Films): boolean => isMade(video) || isMade(other);

const GRADES = [
  { value: 'cinema', label: 'Cinema: the camera moves' }, { value: 'still', label: 'Still: pictures with cross-fades' },
  { value: 'draft', label: 'Draft: one picture a second, in seconds' },
];
const SHAPES = [
  { value: '16:9 720p', label: 'Wide, 720p' }, { value: '16:9 1080p', label: 'Wide, 1080p' }, { value: '9:16 720p', label: 'Upright, for telephones' },
];

const CAPTIONS = [{ value: 'track', label: 'As a track' }, { value: 'burned', label: 'In the picture' }];

const MEGABYTE = 1_000_000;

function shown({ url, durationMs, byteSize, status, aspect }: Video): Markup | null {
  if (url === null) return null;
  return html`<video class="film${aspect === UPRIGHT ? ' upright' : ''}" controls preload="metadata" poster="${pathOf(url).replace(/media\/[^/]+$/, 'pictures/cover.svg')}" src="${pathOf(url)}" aria-label="Film"></video>
<p class="acts-row"><a class="pill" href="${pathOf(url)}" download>Download the film</a></p>
<p class="fine">${durationMs === null ? '' : `${lengthText(durationMs)}, `}${byteSize === null ? '' : `${Math.max(1, Math.round(byteSize / MEGABYTE))} MB`}${status === 'stale' ? '. The read has changed since it was rendered' : ''}</p>`;
}

/** The films beside the MP3: their players, and the form that renders one. */
export function filmPanel(visit: Visit, artifactId: string, films: Films): Markup {
  const { video, other } = films;
  const { status, credits, error, grade, aspect, resolution, captions } = video;
  const price = credits > 0 ? ` for ${counted(credits, 'credit')}` : ', free of charge';
  const ask = form(visit, `${workplacePaths.read(artifactId)}/film`, {
    label: `${status === 'not_rendered' ? 'Render the film' : status === 'stale' ? 'Render what changed' : 'Render it again'}${price}`,
    tone: status === 'not_rendered' || status === 'stale' ? 'main' : 'plain',
    fields: html`${select({ label: 'Pictures', name: 'grade', value: grade ?? 'cinema' }, GRADES)}
${select({ label: 'Shape', name: 'shape', value: `${aspect ?? '16:9'} ${resolution ?? '720p'}` }, SHAPES)}
${select({ label: 'Captions', name: 'captions', value: captions ?? 'track' }, CAPTIONS)}`,
  });
  return html`<section class="panel"><h2>Film</h2><div id="film"${isRendering(films) ? html` data-live` : null}>${shown(video)}${shown(other)}
${status === 'failed' ? html`<div class="notice wrong" role="alert"><p>${error ?? 'The film could not be rendered.'}</p></div>` : null}
${isRendering(films) ? html`<p>The film is being rendered.</p>` : status === 'not_rendered' ? ask
    : html`<details class="more"${status === 'stale' || status === 'failed' ? html` open` : null}><summary>Render it again</summary>${ask}</details>`}</div></section>`;
}

export const filmAction: FormAction = {
  async send(visit, { fields: { grade, shape, captions }, idempotencyKey }) {
    const artifactId = visit.param('artifactId');
    const [aspect, resolution] = (shape ?? '16:9 720p').split(' ');
    await visit.call('renderVideo', { params: { artifactId }, idempotencyKey, body: { grade: grade ?? 'cinema', aspect, resolution, captions: captions ?? 'track' } });
    return workplacePaths.read(artifactId);
  },
};
