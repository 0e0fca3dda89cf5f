import { RESOLUTIONS } from '../../../../domain/artifacts/film/film-choice.js';
import { html, type Markup } from '../../../html.js';
import { form, select } from '../../forms.js';
import { pathOf, workplacePaths } from '../../paths.js';
import type { Visit } from '../../visit.js';
import { ofBeat, priceText } from './form-parts.js';
import type { LoadedTrailer } from './loaded.js';

/** The progress of what is being rendered. */
function progress({ trailer, storyboard }: LoadedTrailer): Markup | null {
  if (trailer.status === 'finishing') return html`<p>The finished film is being rendered${trailer.resolution ? ` at ${trailer.resolution}` : ''}.</p>`;
  const newest = (storyboard?.beats ?? []).flatMap(({ takes }) => takes.slice(0, 1).map(({ status }) => status));
  const count = (status: (typeof newest)[number]): number => newest.filter((one) => one === status).length;
  const [waiting, doing] = [count('queued'), count('rendering')];
  if (trailer.status !== 'rendering') return html`<p>${waiting + doing > 1 ? `${waiting + doing} takes are` : 'A take or a frame is'} being made.</p>`;
  const total = storyboard?.beats.length ?? 0;
  if (newest.length > 0 && waiting + doing === 0) return html`<p>All beats are rendered. The film for review is being put together.</p>`;
  // Takes are stored together at the end. All that have begun, except the last one, are rendered.
  const done = Math.max(0, doing - 1);
  return html`<p>The beats are being rendered: ${done} of ${total}.</p><progress class="bar" max="${Math.max(1, total)}" value="${done}" aria-label="Rendered beats"></progress>`;
}

/** The failure of a trailer with its remedy; null without a failure. */
function failure({ trailer, storyboard, next }: LoadedTrailer): Markup | null {
  const { failureCode, failureMessage, sourceArtifactId } = trailer;
  if (failureCode === null) return null;
  const mends = storyboard === null ? html`<a href="${workplacePaths.read(sourceArtifactId)}#trailers">Make another trailer of the read</a>, with another length.`
    : failureCode === 'insufficient_credits' ? html`<a href="${workplacePaths.credits()}">See the credits</a> and ask for it again.`
      : next?.afterMs === undefined ? html`Ask for it again, or change the beat that it is about first.` : null;
  return html`<div class="notice wrong" role="alert"><p>${failureMessage ?? 'It could not be made.'} Nothing was charged for it.</p><p>${mends}</p><p class="fine">${failureCode}</p></div>`;
}

const RESOLUTION_CHOICES = RESOLUTIONS.map((resolution) => ({ value: resolution, label: resolution }));

/** The next thing to do. */
function mainAction(visit: Visit, { trailer, storyboard, next, prices, mayEdit, mayBuy }: LoadedTrailer): Markup | null {
  const here = workplacePaths.trailer(trailer.id);
  if (trailer.status === 'complete' && trailer.film) return html`<p class="acts-row"><a class="pill solid" href="${pathOf(trailer.film.url)}" download>Download the film</a></p>`;
  if (!next || next.afterMs !== undefined) return null;
  const step = next.path.slice(`/trailers/${trailer.id}`.length);
  if (step === '/plan/approve' && mayEdit) {
    return html`<p>Below is what the trailer will be. It is rendered small, for you to review, once you approve this plan.</p>
${form(visit, `${here}/approve-plan`, { label: `Approve the plan${priceText(prices, 'TRAILER_DRAFT')}`, tone: 'main' })}`;
  }
  if (step === '/storyboard/regenerate-clip') {
    const index = Number(next.body?.beatIndex ?? 0);
    const look = html`<a class="pill" href="${workplacePaths.trailerBeat(trailer.id, index)}">Look at beat ${index + 1}</a>`;
    const beat = storyboard?.beats[index];
    return html`<p>Beat ${index + 1} says something else than its take shows. The trailer can be finished once every beat shows what it says.</p>
${mayBuy && beat ? form(visit, `${here}/take`, {
  label: `Render beat ${index + 1} again${priceText(prices, 'CLIP')}`, tone: 'main', fields: ofBeat(beat, 'take'), beside: look }) : html`<p class="acts-row">${look}</p>`}`;
  }
  if (step === '/storyboard/approve' && mayEdit) {
    return html`<p>Look at the film and at every beat. Change what you like; then approve the lines, the pictures and their order.</p>
${form(visit, `${here}/approve-storyboard`, { label: 'Approve the storyboard', tone: 'main' })}`;
  }
  if (step === '/draft/approve' && mayEdit) {
    return html`<p>The storyboard is approved. The takes that you see are rendered in full size.</p>
${form(visit, `${here}/approve-draft`, {
  label: `Approve and finish it${priceText(prices, 'TRAILER_FINISH')}`, tone: 'main', fields: select({ label: 'How large', name: 'resolution', value: visit.refused?.fields.resolution ?? '720p' }, RESOLUTION_CHOICES) })}`;
  }
  return null;
}

/** The state of a trailer: its next step, or its progress, and what failed. */
export const nextPanel = (visit: Visit, loaded: LoadedTrailer): Markup =>
  html`<section class="panel" id="next" tabindex="-1" data-live aria-label="What comes next">${failure(loaded)}${loaded.storyboard === null
    ? loaded.trailer.failureCode === null ? html`<p>The trailer is being cut.</p>` : null
    : loaded.next?.afterMs === undefined ? null : progress(loaded)}${mainAction(visit, loaded)}</section>`;
