import { ApiError } from '../../../../kernel/errors/api-error.js';
import { html, type Markup } from '../../../html.js';
import type { SeriesBible } from '../../answers.js';
import { sayDone, withDone } from '../../done.js';
import { field, form, select, textArea, type FieldLook } from '../../forms.js';
import { canonDoors } from '../../panels/canon-navigation.js';
import { coverageLine, findCoverage } from '../../panels/coverage.js';
import { workplacePaths } from '../../paths.js';
import type { FormAction, Screen } from '../../screen.js';
import type { SentForm, Visit } from '../../visit.js';
import { counted, facts, when } from '../../words.js';
import { FIELD_GROUPS, type BibleField, type FieldGroup } from './bible-fields.js';

const REFRESH_MS = 2_000;
const CHARACTER_FIELDS = [
  ['role', 'Role', 400], ['want', 'Wants', 8_000], ['wound', 'Wound', 8_000], ['arc', 'Arc', 8_000], ['voice', 'Voice', 8_000], ['relationships', 'Relationships', 8_000],
] as const;
const MAX_TEXT = 20_000;

type Character = NonNullable<SeriesBible['content']['characters']>[number];
type Episode = NonNullable<SeriesBible['content']['episodes']>[number];

const paramsOf = (visit: Visit) => ({ params: { projectId: visit.param('projectId') } });
const bibleOf = async (visit: Visit): Promise<SeriesBible> => (await visit.call<{ document: SeriesBible }>('getSeriesBible', paramsOf(visit))).document;
const here = (visit: Visit): string => workplacePaths.bible(visit.param('projectId'));

/** Replaces a version conflict by this page's own message; the form then shows both texts. */
async function withoutLoss<T>(save: () => Promise<T>): Promise<T> {
  try {
    return await save();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'version_conflict') throw error;
    throw new ApiError('version_conflict', 'Nothing you wrote is lost: look at both, and save again.', error.details);
  }
}

async function saveContent(visit: Visit, content: object, version: string | undefined): Promise<void> {
  await withoutLoss(() => visit.call('updateSeriesBible', { ...paramsOf(visit), body: { content, expectedVersion: Number(version ?? 0) } }));
}

const saving = (save: (visit: Visit, form: SentForm) => Promise<string>): FormAction => ({
  async send(visit, sent) {
    return withDone(`${here(visit)}#${await save(visit, sent)}`, 'saved');
  },
});

const saveGroup = saving(async (visit, { fields }) => {
  const group = FIELD_GROUPS.find(({ name }) => name === fields.group);
  if (!group) throw new ApiError('validation_failed', 'This form is not of this page.', { field: 'group' });
  await saveContent(visit, Object.fromEntries(group.fields.map(({ key }) => [key, fields[key] ?? null])), fields.version);
  return group.name;
});

const saveCharacter = saving(async (visit, { fields: { name, ...fields } }) => {
  if (name === undefined) throw new ApiError('validation_failed', 'A character needs a name.', { field: 'name' });
  await withoutLoss(() => visit.call('updateSeriesBibleCharacter', {
    ...paramsOf(visit),
    body: { name, create: fields.create === 'true', expectedVersion: Number(fields.version ?? 0), ...Object.fromEntries(CHARACTER_FIELDS.map(([key]) => [key, fields[key] ?? ''])) },
  }));
  return 'characters';
});

/** The list of episodes with one entry changed or added, or removed when `title` is missing. */
function episodesWith(episodes: readonly Episode[], { id, title, label, summary }: Record<string, string | undefined>): Partial<Episode>[] {
  const entry = title === undefined ? [] : [{ ...(id ? { id } : {}), title, label: label ?? '', summary: summary ?? '' }];
  const known = episodes.findIndex((episode) => episode.id === id);
  return known < 0 ? [...episodes, ...entry] : episodes.flatMap((episode, at) => (at === known ? entry.map((one) => ({ ...episode, ...one })) : [episode]));
}

const saveEpisode = saving(async (visit, { fields }) => {
  const { content } = await bibleOf(visit);
  await saveContent(visit, { episodes: episodesWith(content.episodes ?? [], fields) }, fields.version);
  return 'episodes';
});

const generate: FormAction = {
  async send(visit, { idempotencyKey }) {
    await visit.call('generateSeriesBible', { ...paramsOf(visit), body: {}, idempotencyKey });
    return withDone(here(visit), 'generated');
  },
};

/** The saved value of a field beside a refused form, when something else was typed; null otherwise. */
function meanwhile(visit: Visit, now: string | undefined, typed: string | undefined): Markup | null {
  if (!visit.refused || now === undefined || now === (typed ?? '')) return null;
  return html`<div class="meanwhile"><p class="fine">Saved now:</p><p class="line-text">${now}</p></div>`;
}

/** A text area, or a list of choices. A value that is not in the list, which the API may have saved, stays available. */
function inputOf(look: FieldLook, { rows, choices }: BibleField): Markup {
  if (!choices) return textArea({ ...look, max: MAX_TEXT }, rows);
  const value = String(look.value ?? '');
  return select(look, choices.some((choice) => choice.value === value) ? choices : [...choices, { value, label: value }]);
}

function bibleField(visit: Visit, group: FieldGroup, one: BibleField, { content }: SeriesBible, missing: readonly string[]): Markup {
  const { key, label, hint } = one;
  const mine = visit.refused?.fields.group === group.name ? visit.refused.fields : null;
  const value = mine ? mine[key] ?? '' : content[key] ?? '';
  return html`<div id="f-${key}" class="bible-field">${inputOf({ label: missing.includes(key) ? `${label} (missing)` : label, name: key, value, hint }, one)}
${mine ? meanwhile(visit, content[key] ?? '', mine[key]) : null}</div>`;
}

function groupForm(visit: Visit, group: FieldGroup, bible: SeriesBible, missing: readonly string[]): Markup {
  const lacking = group.fields.filter(({ key }) => missing.includes(key));
  return html`<section id="${group.name}"><h2>${group.title}</h2><p class="fine">${group.words}${lacking.length > 0 ? ` Missing: ${lacking.map(({ label }) => label.toLowerCase()).join(', ')}.` : ''}</p>
${form(visit, `${here(visit)}/group`, {
    label: `Save: ${group.title.toLowerCase()}`, className: 'sheetlike',
    fields: html`<input type="hidden" name="group" value="${group.name}"><input type="hidden" name="version" value="${bible.currentVersion}">${group.fields.map((one) => bibleField(visit, group, one, bible, missing))}`,
  })}</section>`;
}

function characterForm(visit: Visit, character: Character | null, { currentVersion }: SeriesBible): Markup {
  const { refused } = visit;
  const mine = refused && refused.fields.name === (character?.name ?? refused.fields.name) && (refused.fields.create === 'true') === (character === null) ? refused.fields : null;
  const fields = html`<input type="hidden" name="version" value="${currentVersion}">${character ? html`<input type="hidden" name="name" value="${character.name}">`
    : html`<input type="hidden" name="create" value="true">${field({ label: 'Name', name: 'name', value: mine?.name ?? '', required: true, max: 120 })}`}
${CHARACTER_FIELDS.map(([key, label, max]) => html`${textArea({ label, name: key, value: mine ? mine[key] ?? '' : character?.[key] ?? '', max }, key === 'role' ? 1 : 2)}${mine ? meanwhile(visit, character?.[key] ?? '', mine[key]) : null}`)}`;
  return html`<details class="more"${mine ? html` open` : null}><summary>${character ? html`<b>${character.name}</b>${character.role ? ` · ${character.role}` : ''}` : 'Add a character'}</summary>
${form(visit, `${here(visit)}/character`, { label: character ? 'Save' : 'Add', fields, className: 'sheetlike' })}</details>`;
}

function episodeForm(visit: Visit, episode: Episode | null, { currentVersion, content }: SeriesBible): Markup {
  const sent = visit.refused?.fields;
  const mine = episode !== null && sent?.id === episode.id ? sent : null;
  // Somebody else took the episode away: what was written is in the form for a new one.
  const left = episode === null && sent?.id !== undefined && !content.episodes?.some(({ id }) => id === sent.id) ? sent : null;
  const shown = (name: 'title' | 'label' | 'summary'): string => (episode ?? left)?.[name] ?? '';
  const now = (name: 'title' | 'label' | 'summary'): Markup | null => (mine ? meanwhile(visit, shown(name), mine[name]) : null);
  const fields = html`<input type="hidden" name="version" value="${currentVersion}">${episode ? html`<input type="hidden" name="id" value="${episode.id}">` : null}
${field({ label: 'Title', name: 'title', value: shown('title'), max: 400, ...(episode ? { hint: 'Without a title the episode is taken away' } : { required: true }) })}${now('title')}
${field({ label: 'Label', name: 'label', value: shown('label'), max: 400, hint: 'Such as: S1 E2' })}${now('label')}
${textArea({ label: 'Summary', name: 'summary', value: shown('summary'), max: 8_000 })}${now('summary')}`;
  return html`<details class="more"${left ? html` open` : null}><summary>${episode ? html`<b>${episode.title}</b>${episode.label ? ` · ${episode.label}` : ''}` : 'Add an episode'}</summary>
${form(visit, `${here(visit)}/episode`, { label: episode ? 'Save' : 'Add', fields, className: 'sheetlike' })}</details>`;
}

function readList({ content }: SeriesBible): Markup {
  return html`${FIELD_GROUPS.map((group) => html`<h2>${group.title}</h2>${facts(group.fields.map(({ key, label }) => [label, content[key]] as const))}`)}`;
}

function editor(visit: Visit, bible: SeriesBible): Markup {
  const { readiness, content } = bible;
  const missing = [...readiness.premise.missingFields, ...readiness.visuals.missingFields];
  return html`${FIELD_GROUPS.map((group) => groupForm(visit, group, bible, missing))}
<section id="characters"><h2>Characters</h2><p class="fine">${counted(content.characters?.length ?? 0, 'character')}. Who they are decides how they are cast and drawn.</p>
${(content.characters ?? []).map((character) => characterForm(visit, character, bible))}${characterForm(visit, null, bible)}</section>
<section id="episodes"><h2>Episodes</h2>${(content.episodes ?? []).map((episode) => episodeForm(visit, episode, bible))}${episodeForm(visit, null, bible)}</section>`;
}

function generatePanel(visit: Visit, bible: SeriesBible): Markup {
  const generating = bible.generation?.status === 'generating';
  return html`<div class="panel" id="generation" data-live>${bible.generation?.failureMessage ? html`<p class="wrong-text">${bible.generation.failureMessage}</p>` : null}
<p>${generating ? 'The Bible is being drafted from the material.' : 'What is empty can be drafted from the material of the production. What people wrote stays.'}</p>
${generating ? null : form(visit, `${here(visit)}/generate`, { label: 'Draft what is missing', tone: bible.currentVersion === 0 ? 'main' : 'plain' })}</div>`;
}

interface NextCall { path: string; why: string }

/** The page on which the next call with a production is made; null when it is made on this one. */
function pageOfNext(projectId: string, { path }: NextCall): string | null {
  const runId = /^\/season-runs\/([^/]+)$/.exec(path)?.[1];
  if (runId) return workplacePaths.seasonRun(runId);
  const planId = /^\/story-plans\/([^/]+)/.exec(path)?.[1];
  if (planId) return workplacePaths.plan(planId);
  const phase = /\/coverage\?phase=(\w+)$/.exec(path)?.[1];
  if (phase) return workplacePaths.coverage(projectId, phase);
  const pages: Record<string, string> = {
    cast: workplacePaths.castWall(projectId), 'season-runs': workplacePaths.seasonRuns(projectId), sources: workplacePaths.production(projectId), 'story-plans': workplacePaths.production(projectId),
  };
  return pages[/^\/story-projects\/[^/]+\/([\w-]+)$/.exec(path)?.[1] ?? ''] ?? null;
}

function nextLine(projectId: string, next: NextCall): Markup {
  const [page, words] = [pageOfNext(projectId, next), next.why.replaceAll('`', '')];
  return html`<p class="lead">Next: ${page ? html`<a href="${page}">${words}</a>` : words}</p>`;
}

/** The Series Bible: the rules for every production of a project, and what is still missing. */
export const bibleScreen: Screen = {
  path: '/workplace/productions/:projectId/bible',
  actions: { group: saveGroup, character: saveCharacter, episode: saveEpisode, generate },
  async draw(visit) {
    sayDone(visit, { saved: 'It is saved.', generated: 'Look through what was drafted, and change what is wrong.' });
    const projectId = visit.param('projectId');
    const { document: bible, next } = await visit.call<{ document: SeriesBible; next?: NextCall | null }>('getSeriesBible', paramsOf(visit));
    const coverages = await Promise.all((['premise', 'full'] as const).map(async (phase) => ({ phase, coverage: await findCoverage(visit, projectId, phase) })));
    const mayWrite = visit.may('story:write');
    return {
      title: bible.title,
      back: { path: workplacePaths.production(projectId), label: 'The production' },
      refreshMs: bible.generation?.status === 'generating' ? REFRESH_MS : null,
      body: html`${canonDoors(projectId, 'bible')}
${facts([['Version', bible.currentVersion], ['Saved', bible.currentVersion > 0 && when(bible.updatedAt)], ...coverages.map(({ phase, coverage }) => [
  phase === 'premise' ? 'Report on the premise' : 'Full report', coverageLine(projectId, phase, coverage)] as const)])}
${next ? nextLine(projectId, next) : null}${mayWrite ? generatePanel(visit, bible) : null}${mayWrite ? editor(visit, bible) : readList(bible)}`,
    };
  },
};
