import { html, type Markup } from '../../../html.js';
import type { SeasonEpisode, SeasonRun } from '../../answers.js';
import { withDone } from '../../done.js';
import { form } from '../../forms.js';
import { workplacePaths } from '../../paths.js';
import type { FormAction } from '../../screen.js';
import type { Visit } from '../../visit.js';

type Blocked = NonNullable<SeasonEpisode['blockedReason']>;

/** The anchor of an episode on the page of its run. */
export const anchorOf = ({ bibleEpisodeId }: Pick<SeasonEpisode, 'bibleEpisodeId'>): string => `episode-${bibleEpisodeId}`;

/** Whether the next call of a blocked episode gives the suggested voices to everybody without one. */
const givesVoices = ({ next }: Blocked): boolean => next.method === 'PATCH' && next.path.endsWith('/cast-canon');

/** Gives the suggested voices to the people for whom an episode waits, by the present state of its run. */
export const giveVoices: FormAction = {
  async send(visit, { fields: { episodeId = '' } }) {
    const params = { runId: visit.param('runId') };
    const { run } = await visit.call<{ run: SeasonRun }>('getSeasonRun', { params });
    const episode = run.episodes.find(({ id }) => id === episodeId);
    const blocked = episode?.blockedReason;
    if (blocked && givesVoices(blocked)) await visit.call('updateCastCanon', { params: { projectId: run.projectId }, body: blocked.next.body ?? {} });
    return withDone(`${workplacePaths.seasonRun(run.id)}${episode ? `#${anchorOf(episode)}` : ''}`, 'voiced');
  },
};

function mendCast(visit: Visit, { id, projectId }: SeasonRun, episode: SeasonEpisode, blocked: Blocked): Markup {
  const page = episode.scriptUploadId === null ? workplacePaths.castWall(projectId) : workplacePaths.script(episode.scriptUploadId);
  const choose = html`<p><a href="${page}">Choose their voices</a></p>`;
  if (!givesVoices(blocked)) return choose;
  return html`${form(visit, `${workplacePaths.seasonRun(id)}/voices`, {
    label: 'Give them the suggested voices', fields: html`<input type="hidden" name="episodeId" value="${episode.id}">`,
  })}${choose}`;
}

function mendBible({ projectId }: SeasonRun, { details }: Blocked): Markup {
  const phase = ({ premise_coverage: 'premise', full_coverage: 'full' } as Record<string, string>)[String(details?.stage)];
  return phase ? html`<p><a href="${workplacePaths.coverage(projectId, phase)}">Have it judged again</a></p>` : html`<p><a href="${workplacePaths.bible(projectId)}">Complete the Series Bible</a></p>`;
}

/** The link or button with which a person resolves what blocks an episode; null while work is being done. */
export function mending(visit: Visit, run: SeasonRun, episode: SeasonEpisode, blocked: Blocked): Markup | null {
  switch (blocked.code) {
    case 'at_work': return null;
    case 'project_precondition_failed': return mendBible(run, blocked);
    case 'cast_precondition_failed': case 'voice_retired': return mendCast(visit, run, episode, blocked);
    case 'insufficient_credits': return html`<p><a href="${workplacePaths.credits()}">Credits</a></p>`;
    case 'map_incomplete': return html`<p><a href="${workplacePaths.outline(run.projectId)}#${anchorOf(episode)}">Complete its outline</a>, or change its map below.</p>`;
    case 'map_not_approved': return html`<p><a href="#map">Approve the map</a></p>`;
    default: return html`<p><a href="${workplacePaths.outline(run.projectId)}#${anchorOf(episode)}">Look at its outline</a>, or change it below: plan it again, or take another text.</p>`;
  }
}
