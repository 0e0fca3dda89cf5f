import { TRAILER_SECONDS } from '../../../../craft/trailer/cut.js';
import { html, type Markup } from '../../../html.js';
import type { Artifact, Listed, Trailer } from '../../answers.js';
import { field, form, select } from '../../forms.js';
import { workplacePaths } from '../../paths.js';
import type { FormAction } from '../../screen.js';
import type { Visit } from '../../visit.js';
import { when } from '../../words.js';
import { trailerState } from './words.js';

const LISTED = 20;
const LENGTHS = [{ value: '30', label: '30 seconds' }, { value: '60', label: '60 seconds' }, { value: '90', label: '90 seconds' }];
export const SHAPES = [{ value: '16:9', label: 'Wide, 16:9' }, { value: '9:16', label: 'Upright, for telephones' }];

/** The newest trailers of a production; none for keys that may not see them. */
export async function loadTrailers(visit: Visit, projectId: string): Promise<Trailer[]> {
  return (await visit.callIfAllowed<Listed<'trailers', Trailer>>('listTrailers', { params: { projectId }, query: { limit: LISTED } }))?.trailers ?? [];
}

export const trailerRow = ({ id, title, seconds, aspect, status, createdAt }: Trailer): Markup =>
  html`<li><a href="${workplacePaths.trailer(id)}">${title}: ${seconds} seconds${aspect === '9:16' ? ', upright' : ''}</a>
<span class="fine">${when(createdAt)}</span>${trailerState(status)}</li>`;

function makeForm(visit: Visit, artifactId: string): Markup {
  const sent = visit.refused?.fields.form === 'make-trailer' ? visit.refused.fields : {};
  return form(visit, `${workplacePaths.read(artifactId)}/trailer`, {
    label: 'Make a trailer', tone: 'main',
    fields: html`<input type="hidden" name="form" value="make-trailer"><div class="pair">${select({ label: 'How long', name: 'length', value: sent.length ?? '30' }, LENGTHS)}
${field({
      label: 'Or another length, in seconds', name: 'seconds', type: 'number', value: sent.seconds ?? '', range: { min: TRAILER_SECONDS.least, max: TRAILER_SECONDS.most },
      hint: `${TRAILER_SECONDS.least} to ${TRAILER_SECONDS.most}; empty: as chosen` })}${select({ label: 'Shape', name: 'aspect', value: sent.aspect ?? '16:9' }, SHAPES)}</div>
${field({ label: 'What it is for', name: 'intent', value: sent.intent ?? '', max: 400, hint: 'Such as: for the first night. People read it beside the trailer' })}`,
  });
}

/** The trailers of a performed read, and the form that makes another; null when there are none and the key may not make one. */
export function trailerPanel(visit: Visit, artifactId: string, trailers: readonly Trailer[]): Markup | null {
  const own = trailers.filter(({ sourceArtifactId }) => sourceArtifactId === artifactId);
  const mayMake = visit.may('story:write');
  if (own.length === 0 && !mayMake) return null;
  const isRefused = visit.refused?.fields.form === 'make-trailer';
  const make = html`${makeForm(visit, artifactId)}<p class="fine">Lines and pictures are chosen at once, free of charge. Nothing is rendered before you approve the plan.</p>`;
  return html`<section class="panel" id="trailers"><h2>Trailers</h2>${own.length > 0 ? html`<ul class="rows">${own.map(trailerRow)}</ul>` : null}
${!mayMake ? null : own.length === 0 ? make : html`<details class="more"${isRefused ? html` open` : null}><summary>Make another trailer</summary>${make}</details>`}</section>`;
}

/** Makes a trailer of the read of the page and leads to it. */
export const makeTrailerAction: FormAction = {
  async send(visit, { fields: { length = '30', seconds, aspect = '16:9', intent }, idempotencyKey }) {
    const { artifact } = await visit.call<{ artifact: Artifact }>('getArtifact', { params: { artifactId: visit.param('artifactId') } });
    const { trailer } = await visit.call<{ trailer: Trailer }>('createTrailer', {
      params: { projectId: artifact.projectId }, idempotencyKey,
      body: { sourceArtifactId: artifact.id, seconds: Number(seconds ?? length), aspect, ...(intent ? { intent } : {}) },
    });
    return workplacePaths.trailer(trailer.id);
  },
};
