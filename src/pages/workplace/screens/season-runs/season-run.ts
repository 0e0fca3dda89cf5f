import { ApiError } from '../../../../kernel/errors/api-error.js';
import { html, type Markup } from '../../../html.js';
import type { SeasonEpisode, SeasonRun } from '../../answers.js';
import { sayDone, withDone } from '../../done.js';
import { field, form, textArea } from '../../forms.js';
import { workplacePaths } from '../../paths.js';
import { UNDERSTANDS } from '../../../../craft/narrative/instructions/understand.js';
import { hasWritingModel } from '../../writer.js';
import { anchorOf, giveVoices, mending } from './mending.js';
import type { FormAction, Screen } from '../../screen.js';
import type { Visit } from '../../visit.js';
import { counted, facts, state, when } from '../../words.js';
import { isOver, runState } from './run-state.js';

const REFRESH_MS = 2_000;

/** The label of the button for the next action, by action and by the status of the episode. */
const NEXT: Record<string, Record<string, string>> = {
  advance: { mapped: 'Write and judge it', planned: 'Write and judge it', gate_passed: 'Have it performed', performing: 'Make the MP3', drafting: 'Write it again', covering: 'Judge it', finalizing: 'Make the MP3' },
  publish: { ready_to_publish: 'Publish it' },
  retry_coverage: {}, replan: {}, revise: {},
};
const ACTION_WORDS: Record<string, string> = { advance: 'Go on', publish: 'Publish it', retry_coverage: 'Judge it again', replan: 'Plan it again', revise: 'Revise it' };

const paramsOf = (visit: Visit) => ({ params: { runId: visit.param('runId') } });
const here = (visit: Visit): string => workplacePaths.seasonRun(visit.param('runId'));

const approve: FormAction = {
  async send(visit, { fields: { mapVersion }, idempotencyKey }) {
    await visit.call('approveSeasonRun', { ...paramsOf(visit), body: { expectedMapVersion: Number(mapVersion ?? 0), confirmed: true }, idempotencyKey });
    return withDone(here(visit), 'approved');
  },
};

const act: FormAction = {
  async send(visit, { fields: { action = '', episodeId = '', anchor = '', instruction, scriptUploadId, fileUrl }, idempotencyKey }) {
    const revision = { ...(instruction ? { instruction } : {}), ...(scriptUploadId ? { scriptUploadId } : {}), ...(fileUrl ? { fileUrl } : {}) };
    await visit.call('advanceSeasonRun', { ...paramsOf(visit), idempotencyKey, body: { action, episodeId, confirmed: true, ...revision } });
    return withDone(`${here(visit)}#${anchor}`, 'going');
  },
};

const edit: FormAction = {
  async send(visit, { fields: { episodeId = '', mapVersion, title, logline, targetPages, anchor = '' } }) {
    try {
      await visit.call('updateSeasonEpisode', {
        params: { runId: visit.param('runId'), episodeId },
        body: { expectedMapVersion: Number(mapVersion ?? 0), patch: { ...(title ? { title } : {}), logline: logline ?? '', ...(targetPages ? { targetPages: Number(targetPages) } : {}) } },
      });
    } catch (error) {
      const details = error instanceof ApiError ? error.details as { expected?: number } | undefined : undefined;
      if (!(error instanceof ApiError) || details?.expected === undefined) throw error;
      throw new ApiError('season_run_state_invalid', 'The map was changed while you wrote. Nothing you wrote is lost: look at both, and save again.', error.details);
    }
    return withDone(`${here(visit)}#${anchor}`, 'mapped');
  },
};

const cancel: FormAction = {
  async send(visit, { idempotencyKey }) {
    await visit.call('cancelSeasonRun', { ...paramsOf(visit), body: { confirmed: true }, idempotencyKey });
    return withDone(here(visit), 'cancelled');
  },
};

const place = (episode: SeasonEpisode): Markup => html`<input type="hidden" name="episodeId" value="${episode.id}"><input type="hidden" name="anchor" value="${anchorOf(episode)}">`;

function nextForm(visit: Visit, run: SeasonRun, episode: SeasonEpisode): Markup | null {
  const { nextAction, nextActionCredits, blockedReason, status } = episode;
  if (blockedReason?.code === 'at_work') return html`<p class="fine">${blockedReason.message}</p>`;
  if (blockedReason) return html`<p><span class="tag ask">Waits</span> ${blockedReason.message}</p>${mending(visit, run, episode, blockedReason)}`;
  if (nextAction === null) return null;
  const words = NEXT[nextAction]?.[status] ?? ACTION_WORDS[nextAction] ?? nextAction;
  return nextAction === 'revise' ? null : form(visit, `${here(visit)}/act`, {
    label: nextActionCredits > 0 ? `${words} for ${counted(nextActionCredits, 'credit')}` : words, tone: 'main',
    fields: html`${place(episode)}<input type="hidden" name="action" value="${nextAction}">`,
    ...(nextAction === 'publish' ? { confirm: 'Publish this episode? Everybody who follows the feed gets it.' } : {}),
  });
}

function otherForms(visit: Visit, episode: SeasonEpisode, hasModel: boolean): Markup | null {
  const others = episode.allowedActions.filter((action) => action !== episode.nextAction && action !== 'revise');
  const revises = episode.allowedActions.includes('revise');
  if (others.length === 0 && !revises) return null;
  return html`<details class="more"${episode.nextAction === 'revise' ? html` open` : null}><summary>Change it</summary>${others.map((action) => form(visit, `${here(visit)}/act`, {
    label: ACTION_WORDS[action] ?? action, fields: html`${place(episode)}<input type="hidden" name="action" value="${action}">` }))}
${revises ? form(visit, `${here(visit)}/act`, {
    label: 'Revise it', className: 'sheetlike',
    fields: html`${place(episode)}<input type="hidden" name="action" value="revise">${textArea({
      label: 'What is to be otherwise', name: 'instruction', max: 4_000,
      hint: hasModel ? 'Or take another text, below' : `Understood here: ${UNDERSTANDS}. Other words need a writing model. Or take another text, below`,
    }, 3)}
${field({ label: 'A screenplay of the production', name: 'scriptUploadId', max: 128, hint: 'The id of the script, from its address' })}${field({ label: 'The address of a screenplay file', name: 'fileUrl', type: 'url', max: 2_000 })}`,
  }) : null}</details>`;
}

function mapForm(visit: Visit, run: SeasonRun, episode: SeasonEpisode): Markup | null {
  if (episode.begun || episode.atWork || run.dryRun || isOver(run)) return null;
  const mine = visit.refused?.fields.episodeId === episode.id ? visit.refused.fields : null;
  return html`<details class="more"${mine ? html` open` : null}><summary>Change its map</summary>${form(visit, `${here(visit)}/edit`, {
    label: 'Save the map', className: 'sheetlike',
    fields: html`${place(episode)}<input type="hidden" name="mapVersion" value="${run.mapVersion}">${field({ label: 'Title', name: 'title', value: mine?.title ?? episode.title, max: 200 })}
${textArea({ label: 'Logline', name: 'logline', value: mine?.logline ?? episode.logline, max: 1_000 }, 2)}${mine ? html`<div class="meanwhile"><p class="fine">Saved now:</p><p>${episode.logline}</p></div>` : null}
${field({ label: 'Pages', name: 'targetPages', type: 'number', value: mine?.targetPages ?? episode.targetPages })}`,
  })}<p class="fine"><a href="${workplacePaths.outline(run.projectId)}#${anchorOf(episode)}">Its beats are in the outline.</a></p></details>`;
}

function madeOf({ scriptUploadId, artifactId, releaseId, withdrawn, coverage, storyJobId }: SeasonEpisode): Markup {
  return facts([
    ['Text', scriptUploadId && html`<a href="${workplacePaths.script(scriptUploadId)}">The script</a>`],
    ['Gate', coverage.overallScore !== null && `${coverage.overallScore} of 100, ${coverage.gatePassed ? 'passed' : 'not passed'}`],
    ['Read', artifactId ? html`<a href="${workplacePaths.read(artifactId)}">To hear</a>` : storyJobId && html`<a href="${workplacePaths.job(storyJobId)}">In work</a>`],
    ['Episode', releaseId && html`<a href="${workplacePaths.release(releaseId)}">${withdrawn ? 'Withdrawn' : 'Published'}</a>`],
  ]);
}

/** What to do about an episode that was withdrawn after its run had ended, which publishes nothing more. */
function withdrawnNote({ seriesId }: SeasonRun, { withdrawn }: SeasonEpisode): Markup | null {
  if (!withdrawn || seriesId === null) return null;
  return html`<p>It was withdrawn and is not in the feed. The season has ended: <a href="${workplacePaths.series(seriesId)}">make a new episode of its read in the series</a>.</p>`;
}

function episodeCard(visit: Visit, run: SeasonRun, episode: SeasonEpisode, { may, hasModel }: { may: boolean; hasModel: boolean }): Markup {
  const { title, episodeNumber, logline, outline, status, withdrawn, targetPages, pageCount, failureMessage, missingFields } = episode;
  return html`<li id="${anchorOf(episode)}"><h2>${episodeNumber}. ${title}</h2><p>${state(withdrawn ? 'cancelled' : status)} <span class="fine">${counted(pageCount ?? targetPages, 'page')}, ${counted(outline.beats.length, 'beat')}</span></p>
<p>${logline}</p>${missingFields.length > 0 ? html`<p class="wrong-text">The map lacks ${missingFields.join(', ')}.</p>` : null}
${failureMessage ? html`<p class="wrong-text">${failureMessage}</p>` : null}${withdrawnNote(run, episode)}${madeOf(episode)}${may ? html`${nextForm(visit, run, episode)}${otherForms(visit, episode, hasModel)}${mapForm(visit, run, episode)}` : null}</li>`;
}

function approvalPanel(visit: Visit, run: SeasonRun): Markup | null {
  const { status, mapVersion, approvedMapVersion, dryRun } = run;
  if (dryRun || isOver(run) || approvedMapVersion === mapVersion || status === 'mapping') return null;
  return html`<div class="panel" id="map"><p>Version ${mapVersion} of the map waits for your approval. Nothing is written before it.</p>
${form(visit, `${here(visit)}/approve`, { label: 'Approve the map', tone: 'main', fields: html`<input type="hidden" name="mapVersion" value="${mapVersion}">` })}</div>`;
}

function approvalList({ approvals, episodes }: SeasonRun): Markup | null {
  if (approvals.length === 0) return null;
  const titleOf = (id: string | null): string => episodes.find((episode) => episode.id === id)?.title ?? '';
  return html`<details class="more"><summary>${counted(approvals.length, 'decision')}</summary><ol class="rows">${approvals.map(({ kind, episodeId, decidedBy, decidedAt, mapVersion }) =>
    html`<li><span>${kind.replaceAll('_', ' ')} ${titleOf(episodeId)}</span><span class="fine">${when(decidedAt)}, by ${decidedBy}, map ${mapVersion}</span></li>`)}</ol></details>`;
}

/** The run of a season: its map, the state of each episode, and the price of the next step. */
export const seasonRunScreen: Screen = {
  path: '/workplace/season-runs/:runId',
  actions: { approve, act, edit, cancel, voices: giveVoices },
  async draw(visit) {
    sayDone(visit, {
      approved: 'The map is approved. Each episode waits for your word to be written.', going: 'It is being done.', mapped: 'The map is saved; it waits for an approval again.', voiced: 'Everybody has a voice.',
      cancelled: 'The season is cancelled. What was held is released.',
    });
    const [{ run }, hasModel] = await Promise.all([visit.call<{ run: SeasonRun }>('getSeasonRun', paramsOf(visit)), hasWritingModel(visit)]);
    const { credits, episodes, status } = run;
    const may = visit.may('story:write') && visit.may('artifact:publish') && visit.may('publishing:write');
    const runs = visit.runLink('StoryProjectId', run.projectId);
    const waiting = episodes.filter(({ nextAction, blockedReason }) => nextAction !== null && blockedReason === null).length;
    return {
      title: run.title || `Season ${run.seasonNumber}`,
      back: { path: workplacePaths.seasonRuns(run.projectId), label: 'Seasons' },
      refreshMs: status === 'mapping' || episodes.some(({ atWork }) => atWork) || (run.dryRun && !isOver(run)) ? REFRESH_MS : null,
      body: html`${facts([
        ['State', runState(run)], ['Waits for you', waiting > 0 && counted(waiting, 'episode')], ['Charged', counted(credits.settled, 'credit')],
        ['Held', credits.reserved - credits.settled - credits.released > 0 && counted(credits.reserved - credits.settled - credits.released, 'credit')],
        ['All of it would cost', credits.estimated > 0 && counted(credits.estimated, 'credit')], ['Gate', `from ${run.gateThreshold} of 100`], ['Runs', runs && html`<a href="${runs}">In the Temporal UI</a>`],
      ])}
${run.dryRun ? html`<p class="notice">This is a rehearsal: nothing of it is performed, charged or kept.</p>` : null}${run.failureMessage ? html`<p class="wrong-text">${run.failureMessage}</p>` : null}
${may ? approvalPanel(visit, run) : null}<ol class="board">${episodes.map((episode) => episodeCard(visit, run, episode, { may, hasModel }))}</ol>${approvalList(run)}
${may && !isOver(run) ? form(visit, `${here(visit)}/cancel`, { label: 'Cancel the season', tone: 'danger', confirm: 'Cancel the season? What is held is released; published episodes stay.' }) : null}`,
    };
  },
};
