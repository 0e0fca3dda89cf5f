import { ApiError } from '../../../kernel/errors/api-error.js';
import type { Staleness } from '../../../kernel/contract/staleness.js';
import { isUpdating } from '../../../domain/jobs/updates/next-step.js';
import { html, type Markup } from '../../html.js';
import type { Artifact, ScriptToEdit } from '../answers.js';
import { sayDone, withDone } from '../done.js';
import { form } from '../forms.js';
import { peopleToCorrect, personEdits } from '../panels/people.js';
import { editsOf, readLine, readLineForm } from '../panels/read-line.js';
import { speakAgain } from '../panels/sound.js';
import { stalenessNote } from '../panels/staleness.js';
import { workplacePaths } from '../paths.js';
import type { FormAction, Screen } from '../screen.js';
import type { SentForm, Visit } from '../visit.js';
import { voicesOf } from '../voices.js';
import { counted, when } from '../words.js';
import { allCounting } from './counting.js';

const PAGE_SIZE = 100;
const REFRESH_MS = 2_000;
/** The place of an edit in the call, with which messages begin; it means nothing on the page. */
const EDIT_PLACE = /^edits\.\d+\.\w+: /;
const CAUSES: Record<string, string> = { initial: 'as it was made', edit: 'corrected', script: 'replaced', update: 'brought up to date', refine: 'refined' };

const load = async (visit: Visit): Promise<ScriptToEdit> =>
  (await visit.call<{ script: ScriptToEdit }>('getArtifactScriptEdits', { params: { artifactId: visit.param('artifactId') } })).script;

/** Sends a change of the script. A change that another person made meanwhile is never overwritten. */
async function send(visit: Visit, { fields, idempotencyKey }: SentForm, change: object): Promise<void> {
  try {
    await visit.call('editArtifactScript', {
      params: { artifactId: visit.param('artifactId') }, idempotencyKey,
      body: { expectedRevision: Number(fields.revision), acceptSuggestedVoices: true, ...change },
    });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code !== 'version_conflict') throw new ApiError(error.code, error.message.replace(EDIT_PLACE, ''), error.details);
    throw new ApiError('version_conflict', 'The script was changed while you wrote. Nothing you wrote is lost: look at both, and save again.', error.details);
  }
}

/** The address of a line on its page of the list; with `edits` the line is open. */
const addressOf = (artifactId: string, index: number | null, edits = false): string => {
  const query = new URLSearchParams();
  const page = index === null ? 0 : Math.floor(index / PAGE_SIZE);
  if (page > 0) query.set('page', String(page + 1));
  if (edits) query.set('edit', String(index));
  return `${workplacePaths.readLines(artifactId)}${query.size > 0 ? `?${query.toString()}` : ''}${index === null ? '' : `#line-${index}`}`;
};

const indexOf = ({ fields }: SentForm): number => Number(fields.entryIndex ?? 'NaN');

/** An action on one line that leads back to the line. */
const onLine = (what: string, change: (form: SentForm, script: ScriptToEdit) => Record<string, unknown>[]): FormAction => ({
  async send(visit, sent) {
    const script = await load(visit);
    const edits = change(sent, script);
    if (edits.length > 0) await send(visit, sent, { edits });
    const at = Math.min(indexOf(sent), script.lines.length - 1);
    return withDone(addressOf(script.artifactId, at), edits.length > 0 ? what : 'same');
  },
});

const forms: Record<string, FormAction> = {
  save: onLine('saved', (sent, { lines }) => {
    if (sent.fields.text === undefined) throw new ApiError('validation_failed', 'A line needs words. To take it away, cut it.', { field: 'text' });
    const line = lines[indexOf(sent)];
    if (!line) throw new ApiError('version_conflict', 'The line is no longer there.');
    return editsOf(line, sent, lines.length);
  }),
  again: {
    async send(visit, sent) {
      await speakAgain(visit, sent, indexOf(sent));
      return withDone(addressOf(visit.param('artifactId'), indexOf(sent)), 'again');
    },
  },
  cut: onLine('cut', (sent) => [{ op: 'cut', from: indexOf(sent) }]),
  join: onLine('joined', (sent) => [{ op: 'join', from: indexOf(sent), to: indexOf(sent) + 1 }]),
  person: {
    async send(visit, sent) {
      const script = await load(visit);
      const edits = personEdits(script, sent);
      if (edits.length > 0) await send(visit, sent, { edits });
      return withDone(`${workplacePaths.readLines(script.artifactId)}#people`, edits.length === 0 ? 'same' : sent.fields.into ? 'merged' : 'person');
    },
  },
  restore: {
    async send(visit, sent) {
      await send(visit, sent, { restoreRevision: Number(sent.fields.restore) });
      return withDone(workplacePaths.readLines(visit.param('artifactId')), 'restored');
    },
  },
};

/** The actions of the forms; their refusals name lines by the numbers of the page. */
const actions = allCounting(forms);

const DONE = {
  saved: 'The line is saved.', again: 'The line is being spoken again; “Before” is how it sounded.', cut: 'The line is cut.', joined: 'The lines are one.', merged: 'The two are one person.', person: 'The person is changed.',
  restored: 'The script is as it was then.', same: 'Nothing was changed.',
};

const restoreForm = (visit: Visit, { artifactId, revision }: ScriptToEdit, to: number, label: string): Markup =>
  form(visit, `${workplacePaths.readLines(artifactId)}/restore`, { label, fields: html`<input type="hidden" name="revision" value="${revision}"><input type="hidden" name="restore" value="${to}">` });

/** The revision whose script is shown: the newest, or the one that it and its restored revisions brought back. */
function shownRevision({ revision, revisions }: ScriptToEdit): number {
  const restored = new Map(revisions.map((each) => [each.revision, each.restores]));
  let shown = revision;
  for (let next = restored.get(shown); typeof next === 'number' && next < shown; next = restored.get(shown)) shown = next;
  return shown;
}

/** Undoes the change that made the shown script. After an undo this is the change before, so that each undo goes one step further back. */
function undoForm(visit: Visit, script: ScriptToEdit): Markup | null {
  const shown = shownRevision(script);
  if (shown === 1) return null;
  return html`<div class="acts-row">${restoreForm(visit, script, shown - 1, shown === script.revision ? 'Undo the last change' : 'Undo one more change')}</div>`;
}

function history(visit: Visit, script: ScriptToEdit): Markup | null {
  if (script.revision === 1) return null;
  return html`${undoForm(visit, script)}<details class="more"><summary>Earlier revisions</summary><ul class="rows">${script.revisions
    .filter(({ revision }) => revision !== script.revision).map(({ revision, cause, restores, createdAt }) =>
      html`<li><span>Revision ${revision}, ${restores === null ? CAUSES[cause] ?? cause : `back to revision ${restores}`} <span class="fine">${when(createdAt)}</span></span>${restoreForm(visit, script, revision, `Go back to ${revision}`)}</li>`)}</ul></details>`;
}

function pages({ artifactId, lines }: ScriptToEdit, page: number): Markup | null {
  const last = Math.ceil(lines.length / PAGE_SIZE) - 1;
  if (last <= 0) return null;
  return html`<p class="acts-row">${page > 0 ? html`<a class="pill" href="${addressOf(artifactId, (page - 1) * PAGE_SIZE)}">Earlier lines</a>` : null}
${page < last ? html`<a class="pill" href="${addressOf(artifactId, (page + 1) * PAGE_SIZE)}">Next lines</a>` : null}</p>`;
}

/** The index of the open line: that of a refused form, else the one in the address; null when there is no such line. */
function openIndex(visit: Visit, { lines }: ScriptToEdit): number | null {
  const index = visit.refused?.fields.entryIndex ?? visit.query.get('edit') ?? '';
  return /^\d{1,7}$/.test(index) && Number(index) < lines.length ? Number(index) : null;
}

function pageOf(visit: Visit, { lines }: ScriptToEdit, open: number | null): number {
  const wanted = Number(visit.query.get('page') ?? '1') - 1;
  const page = open === null ? wanted : Math.floor(open / PAGE_SIZE);
  return Number.isInteger(page) && page >= 0 && page * PAGE_SIZE < lines.length ? page : 0;
}

/** The script of a read with its people and lines. Each line can be heard and corrected. */
export const readLinesScreen: Screen = {
  path: '/workplace/reads/:artifactId/lines',
  actions,
  async draw(visit) {
    sayDone(visit, DONE);
    const artifactId = visit.param('artifactId');
    const may = visit.may('artifact:publish');
    const [script, { artifact }, voices] = await Promise.all([
      load(visit), visit.call<{ artifact: Artifact & { staleness: Staleness | null } }>('getArtifact', { params: { artifactId } }), may ? voicesOf(visit) : [],
    ]);
    const { staleness } = artifact;
    const moves = staleness !== null && isUpdating(staleness);
    const open = openIndex(visit, script);
    const page = pageOf(visit, script, open);
    const path = workplacePaths.readLines(artifactId);
    const rows = script.lines.slice(page * PAGE_SIZE, (page + 1) * PAGE_SIZE).map((line) => readLine(line, {
      may, moves, editAt: addressOf(artifactId, line.entryIndex, true),
      form: may && line.entryIndex === open ? readLineForm(visit, script, open, { path, back: addressOf(artifactId, open) }) : null,
    }));
    return {
      title: `${artifact.title}: script`,
      refreshMs: moves && open === null ? REFRESH_MS : null,
      back: { path: workplacePaths.read(artifactId), label: artifact.title },
      body: html`<div id="stale" data-live>${staleness ? stalenessNote(visit, `${workplacePaths.read(artifactId)}/update`, artifactId, staleness) : null}</div>
${may ? html`${peopleToCorrect(visit, script, voices, path)}${history(visit, script)}` : null}<h2>Lines</h2><p class="fine">${counted(script.lines.length, 'line')}. Only what you change is spoken again, free of charge.
<span data-scripted hidden>Keys: n and p for the next and the previous line, e or Enter to edit, s for who says it, h to hear it, b to hear it before the change.</span></p>
<label class="switch" data-scripted hidden><input type="checkbox" id="letter-keys" role="switch" checked><span>Single-letter keys</span></label>
<ol class="screenplay" id="lines" data-lines>${rows}</ol>${pages(script, page)}`,
    };
  },
};
