import { ApiError } from '../../../kernel/errors/api-error.js';
import { html, type Markup } from '../../html.js';
import type { Line, Script } from '../answers.js';
import { sayDone, withDone } from '../done.js';
import { field } from '../forms.js';
import { changeOf, lineForm, type EarlierLine } from '../panels/line-form.js';
import { workplacePaths } from '../paths.js';
import type { FormAction, Screen } from '../screen.js';
import type { Visit } from '../visit.js';
import { counted, older } from '../words.js';

const PAGE_SIZE = 60;
const FILTERS = ['query', 'character', 'scene'] as const;

interface LinePage { lines: Line[]; total: number; revision: number; nextCursor: string | null }
interface OneLine { line: Line | null; versions: EarlierLine[] }

/** The filters and the page of the list, without the edited line, as the query of an address. */
function placeOf(query: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...FILTERS, 'cursor'].flatMap((name) => {
    const value = query.get(name)?.trim();
    return value ? [[name, value]] : [];
  }));
}

/** The filters and the page from which a form came; unknown parts are ignored. */
const sentPlace = (back: string | undefined): URLSearchParams => placeOf(new URLSearchParams(back?.split('#')[0]?.split('?')[1] ?? ''));

const addressOf = (path: string, place: URLSearchParams, index: number | null, edits = false): string => {
  const query = new URLSearchParams(place);
  if (edits) query.set('edit', String(index));
  return `${path}${query.size > 0 ? `?${query.toString()}` : ''}${index === null ? '' : `#line-${index}`}`;
};

const save: FormAction = {
  async send(visit, sent) {
    const { entryIndex = '', revision, back, text } = sent.fields;
    if (text === undefined) throw new ApiError('validation_failed', 'A line needs words. To take a line away, add a new version of the script.', { field: 'text' });
    const params = { scriptUploadId: visit.param('scriptUploadId'), entryIndex };
    const { line } = await visit.call<OneLine>('getScriptLine', { params: { ...params } });
    if (!line) throw new ApiError('script_state_invalid', 'The line is no longer there.', { reason: 'content_changed' });
    try {
      await visit.call('updateScriptLine', { params: { ...params }, body: { ...changeOf(line, sent), expectedVersion: Number(revision) } });
    } catch (error) {
      if (!(error instanceof ApiError) || (error.details as { reason?: string } | undefined)?.reason !== 'content_changed') throw error;
      throw new ApiError('script_state_invalid', 'The script was changed while you wrote. Nothing you wrote is lost: look at both, and save again.', error.details);
    }
    const place = sentPlace(back);
    place.set('saved', entryIndex);
    return withDone(addressOf(workplacePaths.lines(params.scriptUploadId), place, Number(entryIndex)), 'saved');
  },
};

/** A line as it is printed. */
function printed({ kind, character, parenthetical, text }: Line): Markup {
  if (kind === 'dialogue' || kind === 'lyric') {
    return html`<b class="cue">${character}</b>${parenthetical ? html`<i class="how">(${parenthetical})</i>` : null}<span class="line-text said">${text}</span>`;
  }
  return html`<span class="line-text">${text}</span>`;
}

const settings = ({ emotion, volume, pauseAfterMs, ttsText }: Line): string =>
  [emotion, volume === null ? null : `volume ${volume}`, pauseAfterMs === null ? null : `${pauseAfterMs / 1000} s pause`, ttsText === null ? null : `said “${ttsText}”`].filter(Boolean).join(', ');

function lineRow(line: Line, edit: { may: boolean; href: string; form: Markup | null }): Markup {
  const { entryIndex, kind } = line;
  const set = settings(line);
  return html`<li id="line-${entryIndex}" class="line ${kind}">${edit.form ?? html`<div class="print">${printed(line)}${set ? html`<span class="fine set">${set}</span>` : null}</div>
${edit.may ? html`<a class="edit" href="${edit.href}">Edit<span class="vh"> line ${entryIndex + 1}</span></a>` : null}`}</li>`;
}

function filterForm(path: string, place: URLSearchParams, characters: readonly string[]): Markup {
  const value = (name: (typeof FILTERS)[number]): string => place.get(name) ?? '';
  return html`<form method="get" action="${path}" class="filter" role="search">${field({ label: 'Words', name: 'query', value: value('query'), max: 200, type: 'search' })}
<label class="field"><span>Who speaks</span><input type="text" name="character" value="${value('character')}" maxlength="120" list="speakers"></label>
<datalist id="speakers">${characters.map((name) => html`<option value="${name}"></option>`)}</datalist>
${field({ label: 'Scene heading contains', name: 'scene', value: value('scene'), max: 200 })}<button class="pill">Find</button></form>`;
}

/** The index of the edited line: the one of a refused form, else the one in the address; null without one. */
function editedIndex(visit: Visit): number | null {
  const index = visit.refused?.fields.entryIndex ?? visit.query.get('edit') ?? '';
  return /^\d{1,7}$/.test(index) ? Number(index) : null;
}

/** The line that was saved last, where the filter of the page does not show it any more. */
async function savedLine(visit: Visit, scriptUploadId: string, shown: readonly Line[]): Promise<Line | null> {
  const index = visit.query.get('saved') ?? '';
  if (!/^\d{1,7}$/.test(index) || shown.some(({ entryIndex }) => entryIndex === Number(index))) return null;
  return (await visit.call<OneLine>('getScriptLine', { params: { scriptUploadId, entryIndex: index } })).line;
}

/** A screenplay line by line, as it is printed; each line can be opened and changed. */
export const linesScreen: Screen = {
  path: '/workplace/scripts/:scriptUploadId/lines',
  actions: { save },
  async draw(visit) {
    sayDone(visit, { saved: 'The line is saved.' });
    const scriptUploadId = visit.param('scriptUploadId');
    const path = workplacePaths.lines(scriptUploadId);
    const place = visit.refused ? sentPlace(visit.refused.fields.back) : placeOf(visit.query);
    const index = editedIndex(visit);
    const [{ script }, page, edited] = await Promise.all([
      visit.call<{ script: Script }>('getScript', { params: { scriptUploadId } }),
      visit.call<LinePage>('listScriptLines', { params: { scriptUploadId }, query: { limit: PAGE_SIZE, ...Object.fromEntries(place) } }),
      index === null ? null : visit.call<OneLine>('getScriptLine', { params: { scriptUploadId, entryIndex: String(index) } }),
    ]);
    const may = visit.may('story:write');
    const open = edited?.line && may ? lineForm(visit, edited.line, {
      path: `${path}/save`, back: addressOf(path, place, index), revision: page.revision, editions: edited.versions }) : null;
    const isHere = page.lines.some(({ entryIndex }) => entryIndex === index);
    const saved = index === null ? await savedLine(visit, scriptUploadId, page.lines) : null;
    const characters = [...new Set(page.lines.flatMap(({ character }) => character ?? []))].sort();
    const rows = page.lines.map((line) => lineRow(line, {
      may, href: addressOf(path, place, line.entryIndex, true), form: line.entryIndex === index ? open : null }));
    const isFiltered = FILTERS.some((name) => place.has(name));
    return {
      title: `${script.title}: lines`,
      back: { path: workplacePaths.script(scriptUploadId), label: script.title },
      body: html`${filterForm(path, place, characters)}<p class="fine">${counted(page.total, 'line')}${isFiltered ? html` found. <a href="${path}">Show all of them</a>` : null}</p>
${open && !isHere ? html`<div id="line-${index}">${open}</div>` : null}${saved ? html`<p class="fine">The line that you saved:</p><ol class="screenplay">${lineRow(saved, { may, href: addressOf(path, place, saved.entryIndex, true), form: null })}</ol>` : null}
${rows.length > 0 ? html`<ol class="screenplay">${rows}</ol>` : html`<p>No line fits.</p>`}
${older(addressOf(path, new URLSearchParams([...place].filter(([name]) => name !== 'cursor')), null), page.nextCursor, 'Next lines')}`,
    };
  },
};
