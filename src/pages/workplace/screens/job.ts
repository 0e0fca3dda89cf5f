import { ENDED } from '../../../kernel/works/model.js';
import { html, type Markup } from '../../html.js';
import { deckIdOf, readManifestOf, type Artifact, type Job, type Listed } from '../answers.js';
import { form } from '../forms.js';
import { workplacePaths } from '../paths.js';
import type { FormAction, Screen } from '../screen.js';
import { counted, facts, state, when } from '../words.js';
import type { Visit } from '../visit.js';

const REFRESH_MS = 1_000;

const STAGES: Record<Job['progress']['stage'], string> = {
  queued: 'Waiting for a free worker', writing: 'Writing the script', casting: 'Casting the voices', synthesizing: 'Voicing the first lines',
  provider_backoff: 'A service asked for a pause; work continues by itself', finishing: 'Opening the read',
};

function progressOf({ progress }: Job): Markup {
  const { stage, completed, total, unit } = progress;
  return html`<p data-news>${STAGES[stage]}</p>
${total > 0 ? html`<progress class="bar" max="${total}" value="${completed}" aria-label="Progress"></progress><p class="fine">${completed} of ${counted(total, unit.replace(/s$/, ''))}</p>` : null}`;
}

function failureOf(visit: Visit, job: Job): Markup {
  return html`<div class="notice wrong" role="alert"><p>${job.failureMessage ?? 'It could not be made.'}</p><p class="fine">${job.failureCode}</p></div>
<p>What is finished is kept and not charged again.</p>
${visit.may('story:write') ? form(visit, `${workplacePaths.job(job.id)}/resume`, { label: 'Try again', tone: 'main' }) : null}`;
}

const acting = (operation: string): FormAction => ({
  async send(visit, { idempotencyKey }) {
    await visit.call(operation, { params: { jobId: visit.param('jobId') }, idempotencyKey });
    return workplacePaths.job(visit.param('jobId'));
  },
});

const madeRow = (artifact: Artifact): Markup => {
  const [read, deck] = [readManifestOf(artifact), deckIdOf(artifact)];
  return html`<li><a href="${deck ? workplacePaths.deck(deck) : workplacePaths.read(artifact.id)}">${artifact.title}${deck ? ', pitch deck' : ''}</a>
${read ? html`<a class="pill solid" href="${read.theaterUrl}">Listen</a>` : state(artifact.status)}</li>`;
};

/** One job of a plan: progress, price, failures with their remedy, and the results. */
export const jobScreen: Screen = {
  path: '/workplace/jobs/:jobId',
  actions: { cancel: acting('cancelJob'), resume: acting('resumeJob') },
  async draw(visit) {
    const params = { jobId: visit.param('jobId') };
    const [{ job }, made] = await Promise.all([
      visit.call<{ job: Job }>('getJob', { params: { ...params } }),
      visit.callIfAllowed<Listed<'artifacts', Artifact>>('listJobArtifacts', { params: { ...params } }),
    ]);
    const artifacts = made?.artifacts ?? [];
    const { quoted, reserved, settled, released } = job.credits;
    const ended = ENDED.includes(job.status);
    const runs = visit.runLink('StoryJobId', job.id);
    return {
      title: artifacts[0]?.title ?? 'A production in the making',
      refreshMs: ended ? null : REFRESH_MS,
      back: job.projectId ? { path: workplacePaths.production(job.projectId), label: 'The production' } : null,
      body: html`${job.refines ? html`<p>Changes the read as asked: “${job.refines.instruction}”</p>` : null}<div id="job" data-live>${facts([['State', state(job.status)], ['Begun', when(job.createdAt)], ['Finished', job.finishedAt && when(job.finishedAt)]])}
${ended ? null : html`<section class="panel">${progressOf(job)}</section>`}</div>
${job.status === 'FAILED' ? failureOf(visit, job) : null}
${job.status === 'CANCELED' ? html`<p>It was cancelled. Credits that were not spent are back.</p>` : null}
${job.status === 'READY' ? html`<ul class="rows">${artifacts.map(madeRow)}</ul>` : null}
${!ended && visit.may('story:write') ? form(visit, `${workplacePaths.job(job.id)}/cancel`, { label: 'Cancel', confirm: 'Cancel this production? Credits that were not spent come back.' }) : null}
<h2>Credits</h2>${facts([['Price', counted(quoted, 'credit')], ['On hold', counted(reserved - settled - released, 'credit')], ['Spent', counted(settled, 'credit')], ['Given back', released > 0 && counted(released, 'credit')]])}
${runs ? html`<p class="fine"><a href="${runs}">This run in the Temporal UI</a></p>` : null}`,
    };
  },
};
