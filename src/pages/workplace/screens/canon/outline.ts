import { ApiError } from '../../../../kernel/errors/api-error.js';
import type { Note } from '../../../../kernel/families/coverage/rubric.js';
import { html, type Markup } from '../../../html.js';
import type { EpisodeOutline, OutlineMap } from '../../answers.js';
import { sayDone, withDone } from '../../done.js';
import { field, form, select, textArea } from '../../forms.js';
import { canonDoors } from '../../panels/canon-navigation.js';
import { reportBody, type Coverage } from '../../panels/coverage.js';
import { workplacePaths } from '../../paths.js';
import type { FormAction, Screen } from '../../screen.js';
import type { SentForm, Visit } from '../../visit.js';
import { counted, state } from '../../words.js';

const REFRESH_MS = 1_500;
/** Blank rows below the beats of an episode. */
const NEW_BEATS = 2;
const ROLES = [
  { value: 'hook', label: 'Hook' }, { value: 'context', label: 'Context' }, { value: 'conflict', label: 'Conflict' }, { value: 'proof', label: 'Proof' },
  { value: 'turn', label: 'Turn' }, { value: 'payoff', label: 'Payoff' }, { value: 'cta', label: 'Call to action' },
] as const;

interface Beat { id?: string; role: string; summary: string; characters: string[]; estimatedPages: number }

const paramsOf = (visit: Visit) => ({ params: { projectId: visit.param('projectId') } });
const here = (visit: Visit): string => workplacePaths.outline(visit.param('projectId'));
const placeOf = (episodeId: string): string => `episode-${episodeId}`;

/** The beats of a form in their order; beats without a summary are left out. */
function beatsOf({ fields }: SentForm): Beat[] {
  return Object.keys(fields).flatMap((name) => /^summary(\d+)$/.exec(name)?.[1] ?? []).sort((one, two) => Number(one) - Number(two)).map((at) => ({
    ...(fields[`id${at}`] ? { id: fields[`id${at}`]! } : {}), role: fields[`role${at}`] ?? 'context', summary: fields[`summary${at}`]!,
    characters: (fields[`characters${at}`] ?? '').split(',').map((name) => name.trim()).filter(Boolean), estimatedPages: Number(fields[`pages${at}`] ?? 1),
  }));
}

async function patch(visit: Visit, episodeId: string, body: Record<string, unknown>): Promise<string> {
  try {
    await visit.call('updateOutlineMap', { ...paramsOf(visit), body: { episodeId, ...body } });
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'version_conflict') throw error;
    throw new ApiError('version_conflict', 'Nothing you wrote is lost: look at both, and save again.', error.details);
  }
  return episodeId;
}

const save: FormAction = {
  async send(visit, sent) {
    const { episodeId = '', logline = '', version } = sent.fields;
    await patch(visit, episodeId, { outline: { logline, beats: beatsOf(sent) }, expectedVersion: Number(version ?? 0) });
    return withDone(`${here(visit)}#${placeOf(episodeId)}`, 'saved');
  },
};

const draft: FormAction = {
  async send(visit, { fields: { episodeId = '', version } }) {
    await patch(visit, episodeId, { draft: true, expectedVersion: Number(version ?? 0) });
    return withDone(`${here(visit)}#${placeOf(episodeId)}`, 'drafted');
  },
};

const judge: FormAction = {
  async send(visit, { idempotencyKey }) {
    await visit.call('requestOutlineMapCoverage', { ...paramsOf(visit), body: {}, idempotencyKey });
    return withDone(`${here(visit)}#report`, 'asked');
  },
};

const beatCard = ({ role, summary, characters, estimatedPages }: Beat): Markup => html`<li class="beat"><span class="beat-role">${ROLES.find(({ value }) => value === role)?.label ?? role} · ${counted(estimatedPages, 'page')}</span>
<p>${summary}</p>${characters.length > 0 ? html`<p class="fine">${characters.join(', ')}</p>` : null}</li>`;

function beatFields(beat: Beat | null, at: number): Markup {
  return html`<fieldset class="ticks"><legend>${beat ? `Beat ${at + 1}` : 'A new beat'}</legend>${beat?.id ? html`<input type="hidden" name="id${at}" value="${beat.id}">` : null}
${select({ label: 'Role', name: `role${at}`, value: beat?.role ?? 'context' }, ROLES)}${textArea({ label: 'What happens', name: `summary${at}`, value: beat?.summary ?? '', max: 2_000, hint: beat ? 'Without words the beat is taken away' : '' }, 3)}
${field({ label: 'Who is in it', name: `characters${at}`, value: beat?.characters.join(', ') ?? '', max: 1_000, hint: 'Names with commas between them' })}
${field({ label: 'Pages', name: `pages${at}`, type: 'number', value: beat?.estimatedPages ?? 1 })}</fieldset>`;
}

function editForm(visit: Visit, { episodeId, outline, version }: EpisodeOutline): Markup {
  const mine = visit.refused?.fields.episodeId === episodeId ? visit.refused : null;
  const beats: (Beat | null)[] = [...mine ? beatsOf(mine) : outline.beats, ...Array.from({ length: NEW_BEATS }, () => null)];
  return html`<details class="more"${mine ? html` open` : null}><summary>Edit the outline</summary>${form(visit, `${here(visit)}/save`, {
    label: 'Save the outline', className: 'sheetlike',
    fields: html`<input type="hidden" name="episodeId" value="${episodeId}"><input type="hidden" name="version" value="${version}">
${textArea({ label: 'Logline', name: 'logline', value: mine ? mine.fields.logline ?? '' : outline.logline, max: 2_000 }, 2)}${beats.map(beatFields)}`,
  })}</details>`;
}

function column(visit: Visit, episode: EpisodeOutline, mayWrite: boolean): Markup {
  const { episodeId, title, seasonNumber, outline, status, version } = episode;
  const drafting = episode.drafting?.status === 'drafting';
  const draftForm = mayWrite && !drafting ? form(visit, `${here(visit)}/draft`, {
    label: outline.beats.length > 0 ? 'Draft it again' : 'Draft it from the material', tone: outline.beats.length > 0 ? 'plain' : 'main',
    fields: html`<input type="hidden" name="episodeId" value="${episodeId}"><input type="hidden" name="version" value="${version}">`,
    ...(outline.beats.length > 0 ? { confirm: 'Replace this outline by a drafted one?' } : {}),
  }) : null;
  return html`<li id="${placeOf(episodeId)}"><h2>${title ?? episodeId}</h2><p class="fine">${seasonNumber === null ? null : `Season ${seasonNumber} · `}${drafting ? 'being drafted' : state(status)}</p>
${episode.drafting?.failureMessage ? html`<p class="wrong-text">${episode.drafting.failureMessage}</p>` : null}<p>${outline.logline}</p><ol>${outline.beats.map(beatCard)}</ol>${draftForm}${mayWrite ? editForm(visit, episode) : null}</li>`;
}

/** The link to the episode that a note refers to, by the path in its anchor: `episodes.ep_1.beats.b3`. */
function toEpisode({ anchor }: Note): Markup | null {
  const episodeId = /^episodes\.([^.]+)/.exec(anchor?.field ?? '')?.[1];
  return episodeId === undefined ? null : html`<p><a href="#${placeOf(episodeId)}">To the episode</a></p>`;
}

function reportPanel(visit: Visit, coverage: Coverage | null, mayWrite: boolean): Markup {
  const asking = mayWrite ? form(visit, `${here(visit)}/judge`, { label: coverage ? 'Judge the outlines as they are now' : 'Have the outlines judged' }) : null;
  const outcome = coverage?.status === 'complete' ? html`<p><span class="tag ${coverage.gatePassed ? 'done' : 'ask'}">${coverage.gatePassed ? 'passed' : 'not passed'}</span> ${coverage.overallScore} of 100${coverage.current ? null : '. The outlines have changed since'}</p>${reportBody(coverage, toEpisode)}`
    : coverage ? html`<p>${coverage.failureMessage ?? coverage.progressDetail ?? 'The report is being made.'}</p>` : html`<p>Nobody has asked for a report on the outlines yet.</p>`;
  return html`<section class="panel" id="report"><h2>Report on the outlines</h2>${outcome}${asking}</section>`;
}

/** The outlines of all episodes side by side. */
export const outlineScreen: Screen = {
  path: '/workplace/productions/:projectId/outline',
  actions: { save, draft, judge },
  async draw(visit) {
    sayDone(visit, { saved: 'The outline is saved.', drafted: 'Look through what was drafted, and change what is wrong.', asked: 'The outlines are being judged.' });
    const projectId = visit.param('projectId');
    const [{ outlineMap }, { coverage }] = await Promise.all([
      visit.call<{ outlineMap: OutlineMap }>('getOutlineMap', paramsOf(visit)),
      visit.call<{ coverage: Coverage | null }>('getOutlineMapCoverage', paramsOf(visit)),
    ]);
    const mayWrite = visit.may('story:write');
    const moving = outlineMap.episodes.some(({ drafting }) => drafting?.status === 'drafting') || coverage?.status === 'generating';
    return {
      title: 'Outline',
      back: { path: workplacePaths.production(projectId), label: 'The production' },
      refreshMs: moving ? REFRESH_MS : null,
      body: html`${canonDoors(projectId, 'outline')}${outlineMap.episodes.length === 0 ? html`<p>The Series Bible names no episodes yet. <a href="${workplacePaths.bible(projectId)}#episodes">Add the first one.</a></p>`
        : html`<ol class="board">${outlineMap.episodes.map((episode) => column(visit, episode, mayWrite))}</ol>${reportPanel(visit, coverage, mayWrite)}`}`,
    };
  },
};
