import { html, type Markup } from '../../html.js';
import { pagePaths } from '../../../kernel/contract/page-paths.js';
import type { Staleness } from '../../../kernel/contract/staleness.js';
import { isUpdating } from '../../../domain/jobs/updates/next-step.js';
import { readManifestOf, type Artifact } from '../answers.js';
import { field, form } from '../forms.js';
import { filmAction, filmPanel, isRendering, loadFilms } from '../panels/film.js';
import { isMakingStems, loadPassingOn, passingOnForms, publishStateAction, stemsAction, type PassingOn } from '../panels/passing-on.js';
import {
  castRows, isPicturing, loadReadPictures, pictureActions, PICTURES_DONE, placesPart, type Member, type ReadPictures,
} from '../panels/read-pictures.js';
import { refineAction, refineForm } from '../panels/refine.js';
import { sayDone } from '../done.js';
import { performanceAction, performanceForm } from '../panels/sound.js';
import { stalenessNote } from '../panels/staleness.js';
import { theaterAction, theaterForm, type Theater } from '../panels/theater-look.js';
import { pathOf, workplacePaths } from '../paths.js';
import type { FormAction, Screen } from '../screen.js';
import { counted, facts, lengthText, state, when } from '../words.js';
import type { Visit } from '../visit.js';
import { deckPanel, loadDecks, makeDeckAction } from './pitch-decks/make-deck.js';
import { loadTrailers, makeTrailerAction, trailerPanel } from './trailers/make-trailer.js';

const REFRESH_MS = 2_000;
type Manifest = NonNullable<ReturnType<typeof readManifestOf>>;
type StaleArtifact = Artifact & { staleness: Staleness | null };

const isMaking = ({ audio }: Manifest): boolean => audio.finalize !== null && !['complete', 'failed'].includes(audio.finalize.status);

function mp3Of(visit: Visit, artifact: Artifact, { audio }: Manifest, price: number | null): Markup {
  const path = workplacePaths.read(artifact.id);
  if (audio.recordingUrl) {
    return html`<p>The MP3 is ready${audio.recordingDurationMs ? `, ${lengthText(audio.recordingDurationMs)} long` : ''}.</p>
<p class="acts-row"><audio controls preload="none" src="${pathOf(audio.recordingUrl)}" aria-label="Recording"></audio><a class="pill" href="${pathOf(audio.recordingUrl)}" download>Download the MP3</a></p>`;
  }
  if (audio.finalize?.status === 'failed') {
    return html`<div class="notice wrong" role="alert"><p>${audio.finalize.error ?? 'The MP3 could not be made.'}</p></div>${form(visit, `${path}/retry`, { label: 'Try again', tone: 'main' })}`;
  }
  const { completed, total, status } = audio.recording;
  const recorded = status === 'complete' ? html`<p>The read is recorded.</p>`
    : html`<p>The read records itself: ${completed} of ${counted(total, 'line')}.</p><progress class="bar" max="${Math.max(1, total)}" value="${completed}" aria-label="Recorded lines"></progress>`;
  return html`${recorded}${isMaking({ audio } as Manifest) ? html`<p>The MP3 is being made.</p>`
    : form(visit, `${path}/finalize`, { label: price === null ? 'Make the MP3' : `Make the MP3 for ${counted(price, 'credit')}`, tone: 'main' })}`;
}

function links(manifest: Manifest): Markup {
  return html`<p class="acts-row"><a class="pill solid" href="${manifest.theaterUrl}">Listen</a><a class="pill" href="${manifest.audio.liveUrl}">Audio page</a>
<a class="pill" href="${manifest.theaterFullscreenUrl}">Full screen</a></p>
<label class="field"><span>Link to pass on, until ${manifest.expiresAt.slice(0, 10)}</span><input type="url" readonly value="${manifest.theaterUrl}"></label>
${manifest.warnings.length > 0 ? html`<details class="more"><summary>${counted(manifest.warnings.length, 'line')} mended while performing</summary><ul class="rows">${manifest.warnings.map((warning) =>
    html`<li><span>Line ${warning.entryIndex + 1}, ${warning.character}: ${warning.message}</span></li>`)}</ul></details>` : null}`;
}

const castOf = (visit: Visit, artifactId: string, cast: readonly Member[]): Markup => html`<section id="cast"${cast.some(({ avatarStatus }) => avatarStatus === 'queued' || avatarStatus === 'rendering') ? html` data-live` : null}><h2>Cast</h2><p class="acts-row"><a class="pill" href="${workplacePaths.readLines(artifactId)}">Correct the script and its people</a>
<a class="pill" href="${workplacePaths.readTimeline(artifactId)}">Timeline and music</a><a class="pill" href="${workplacePaths.readStage(artifactId)}">Stage, motion and clips</a></p>${castRows(visit, artifactId, cast)}</section>`;

/** What has changed since the read was made, with the button that updates it and a link to a newer version. */
function staleNotice(visit: Visit, artifactId: string, staleness: Staleness): Markup {
  const { newerScriptUploadId } = staleness;
  return html`<div class="notice" id="stale" data-live>${stalenessNote(visit, `${workplacePaths.read(artifactId)}/update`, artifactId, staleness)}
${newerScriptUploadId ? html`<p><a href="${workplacePaths.script(newerScriptUploadId)}">The script has a newer version</a></p>` : null}</div>`;
}

const acting = (operation: string, body: Record<string, unknown> = {}): FormAction => ({
  async send(visit, { idempotencyKey }) {
    await visit.call(operation, { params: { artifactId: visit.param('artifactId') }, body, idempotencyKey });
    return workplacePaths.read(visit.param('artifactId'));
  },
});

const actions: Record<string, FormAction> = {
  finalize: acting('finalizeArtifact', { waitForRecording: true }),
  retry: acting('retryFinalize'),
  update: acting('updateRecording'),
  refine: refineAction,
  performance: performanceAction,
  ...pictureActions,
  stems: stemsAction,
  film: filmAction,
  trailer: makeTrailerAction, 'pitch-deck': makeDeckAction,
  'publish-state': publishStateAction,
  rename: {
    async send(visit, { fields, idempotencyKey }) {
      await visit.call('updateArtifact', { params: { artifactId: visit.param('artifactId') }, body: { title: fields.title ?? '' }, idempotencyKey });
      return workplacePaths.read(visit.param('artifactId'));
    },
  },
  theater: theaterAction,
};

interface Shown {
  cast: readonly Member[]; coverUrl: string | null; pictures: ReadPictures; passingOn: PassingOn | null; films: Awaited<ReturnType<typeof loadFilms>>;
  trailers: Markup | null;
}

async function details(visit: Visit, artifact: Artifact, manifest: Manifest, { cast, coverUrl, pictures, passingOn, films, trailers }: Shown): Promise<Markup> {
  const params = { artifactId: artifact.id };
  const [{ theater }, account] = await Promise.all([
    visit.call<{ theater: Theater }>('getArtifactTheater', { params: { ...params } }),
    visit.callIfAllowed<{ credits: { prices: { TABLE_READ_FINALIZE_AUDIO: number; TABLE_READ_REFINE: number } } }>('getCredits'),
  ]);
  const prices = account?.credits.prices ?? null;
  return html`<div class="read-head"><img src="${coverUrl ? pathOf(coverUrl) : pagePaths.picture(manifest.shareToken, 'cover.svg')}" alt="" width="240" height="240"><div>${links(manifest)}</div></div>
<section class="panel"><h2>Recording</h2><div id="recording"${isMaking(manifest) || manifest.audio.recording.status !== 'complete' ? html` data-live` : null}>${mp3Of(visit, artifact, manifest, prices?.TABLE_READ_FINALIZE_AUDIO ?? null)}</div>
${passingOn ? html`<div id="passing-on"${isMakingStems(passingOn) ? html` data-live` : null}>${passingOnForms(visit, artifact.id, passingOn, Boolean(films?.video.url))}</div>` : null}</section>${films ? filmPanel(visit, artifact.id, films) : null}${trailers}
${castOf(visit, artifact.id, cast)}${placesPart(visit, artifact.id, pictures)}${visit.may('artifact:publish') ? performanceForm(visit, artifact.id, cast.map(({ character }) => character)) : null}${visit.may('artifact:publish') ? refineForm(visit, artifact.id, prices?.TABLE_READ_REFINE ?? null) : null}${visit.may('artifact:publish') ? theaterForm(visit, artifact.id, theater) : null}${visit.may('story:write') ? html`<details class="more"><summary>Rename</summary>${form(visit, `${workplacePaths.read(artifact.id)}/rename`, {
    label: 'Rename', fields: field({ label: 'Title', name: 'title', value: artifact.title, required: true, max: 200 }) })}</details>` : null}`;
}

/** A performed read: links to hear it, its recording and MP3, its cast and its page. */
export const readScreen: Screen = {
  path: '/workplace/reads/:artifactId',
  actions,
  async draw(visit) {
    const { artifact } = await visit.call<{ artifact: StaleArtifact }>('getArtifact', { params: { artifactId: visit.param('artifactId') } });
    const manifest = readManifestOf(artifact);
    const updating = artifact.staleness !== null && isUpdating(artifact.staleness);
    sayDone(visit, PICTURES_DONE);
    const [{ cast, coverUrl }, pictures] = manifest
      ? await Promise.all([visit.call<{ cast: Member[]; coverUrl: string | null }>('getArtifactCast', { params: { artifactId: artifact.id } }), loadReadPictures(visit, artifact.id)])
      : [{ cast: [], coverUrl: null }, { plates: [], nouns: [] }];
    const passingOn = manifest?.audio.recordingUrl ? await loadPassingOn(visit, artifact.id) : null;
    const isPerformed = manifest?.audio.recording.status === 'complete';
    const films = isPerformed ? await loadFilms(visit, artifact.id) : null;
    const trailers = isPerformed ? html`${trailerPanel(visit, artifact.id, await loadTrailers(visit, artifact.projectId))}${deckPanel(visit, artifact.id, await loadDecks(visit, artifact.projectId))}` : null;
    const isMakingParts = isPicturing(cast, pictures) || (passingOn !== null && isMakingStems(passingOn)) || (films !== null && isRendering(films));
    const moves = updating || isMakingParts ? true : manifest ? isMaking(manifest) || (manifest.audio.recordingUrl === null && ['queued', 'performing', 'backoff'].includes(manifest.audio.recording.status)) : artifact.status !== 'FAILED';
    return {
      title: artifact.title,
      refreshMs: moves ? REFRESH_MS : null,
      back: artifact.projectId ? { path: workplacePaths.production(artifact.projectId), label: 'The production' } : null,
      body: html`${facts([['State', state(artifact.status)], ['Made', when(artifact.createdAt)], ['Revision', artifact.edition > 0 ? `${artifact.revision}, sound changed ${counted(artifact.edition, 'time')}` : artifact.revision]])}
${artifact.failureMessage ? html`<div class="notice wrong" role="alert"><p>${artifact.failureMessage}</p><p class="fine">${artifact.failureCode}</p></div>` : null}
${artifact.status === 'FAILED' && artifact.storyJobId ? html`<p><a class="pill solid" href="${workplacePaths.job(artifact.storyJobId)}">To its work, where it can be tried again</a></p>` : null}
${artifact.staleness ? staleNotice(visit, artifact.id, artifact.staleness) : null}${manifest ? await details(visit, artifact, manifest, { cast, coverUrl, pictures, passingOn, films, trailers }) : null}`,
    };
  },
};
