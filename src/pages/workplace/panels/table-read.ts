import { randomUUID } from 'node:crypto';
import { ApiError } from '../../../kernel/errors/api-error.js';
import type { Staleness } from '../../../kernel/contract/staleness.js';
import { html, type Markup } from '../../html.js';
import type { CastCanon, Job, Preparation, Script, ScriptVersion } from '../answers.js';
import { button, checkbox, form } from '../forms.js';
import { workplacePaths } from '../paths.js';
import type { Visit } from '../visit.js';
import { voicesOf } from '../voices.js';
import { counted, state } from '../words.js';
import { stalenessNote } from './staleness.js';
import { castTable, partsOf } from './cast.js';

/** A version of a script that a page shows. */
export interface Looked { script: Script; version: ScriptVersion }

/** A read of a version: its job, and what changed since. `staleness` is null when the key may not see reads. */
export interface VersionRead { job: Job; artifactId: string | null; staleness: Staleness | null }

/** The newest read of a version; null without one, and when its production was deleted. */
export async function readOf(visit: Visit, version: ScriptVersion): Promise<VersionRead | null> {
  const job = await jobOf(visit, version);
  const made = job?.artifacts.find(({ status }) => status === 'READY');
  if (!job || !made) return job && { job, artifactId: null, staleness: null };
  const found = await visit.callIfAllowed<{ artifact: { staleness: Staleness | null } }>('getArtifact', { params: { artifactId: made.id } });
  return { job, artifactId: made.id, staleness: found?.artifact.staleness ?? null };
}

async function jobOf(visit: Visit, { madeFrom: [newest] }: ScriptVersion): Promise<Job | null> {
  if (!newest) return null;
  try {
    return (await visit.call<{ job: Job }>('getJob', { params: { jobId: newest.jobId } })).job;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'story_job_not_found') return null;
    throw error;
  }
}

interface Quoted { quote: Preparation | null; missing: Parameters<typeof partsOf>[1]; problem: string | null }

/** What a read would cost, and who has no voice yet. Nothing changes. */
async function quoteRead(visit: Visit, scriptUploadId: string): Promise<Quoted> {
  const ask = (acceptSuggestedVoices: boolean) =>
    visit.call<Preparation>('prepareTableRead', { params: { scriptUploadId }, body: { acceptSuggestedVoices }, idempotencyKey: randomUUID() });
  let missing: Quoted['missing'] = [];
  try {
    return { quote: await ask(false), missing, problem: null };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code !== 'cast_precondition_failed') return { quote: null, missing, problem: error.message };
    missing = (error.details as { missing: Quoted['missing'] }).missing;
  }
  try {
    return { quote: await ask(true), missing, problem: null };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { quote: null, missing, problem: error.message };
  }
}

function priceLine({ credits, balanceAfter, sufficient }: Preparation): Markup {
  if (credits === 0) return html`<p>This version is paid already.</p>`;
  return sufficient ? html`<p>It costs ${counted(credits, 'credit')}, once for this version; ${counted(balanceAfter, 'credit')} are left afterwards. If it fails, they come back.</p>`
    : html`<p class="wrong-text">It costs ${counted(credits, 'credit')}, and ${counted(-balanceAfter, 'credit')} are missing. <a href="${workplacePaths.credits()}">Credits</a></p>`;
}

/** The form that makes a read: who speaks with which voice, what it costs, and one button. */
async function prepareForm(visit: Visit, { script, version }: Looked): Promise<Markup> {
  const path = workplacePaths.script(version.scriptUploadId);
  if (script.projectId === null) return html`<p>The script belongs to no production, so it has no cast.</p>${form(visit, `${path}/produce`, { label: 'Make a production of it', tone: 'main' })}`;
  const [{ quote, missing, problem }, { castCanon }, voices] = await Promise.all([
    quoteRead(visit, version.scriptUploadId), visit.call<{ castCanon: CastCanon }>('getCastCanon', { params: { projectId: script.projectId } }), voicesOf(visit),
  ]);
  const parts = partsOf(castCanon, missing);
  const suggested = parts.filter(({ voiceId, suggestedId }) => voiceId === null && suggestedId !== null).length;
  const may = visit.may('story:write');
  const fields = html`<input type="hidden" name="castVersion" value="${castCanon.version}">
${problem ? html`<p class="wrong-text">${problem}</p>` : null}
${suggested > 0 ? html`<p>${suggested === 1 ? 'One has no voice yet and gets the one that is suggested.' : `${suggested} have no voice yet and get the ones that are suggested.`} Change what you like.</p>` : null}
${parts.length > 0 ? castTable(parts, voices) : null}
${checkbox('announceScenes', 'The narrator says where and when each scene plays', visit.refused ? visit.refused.fields.announceScenes === 'true' : true)}
${checkbox('announceTitle', 'Title and author are said before the read, and credits after it', visit.refused ? visit.refused.fields.announceTitle === 'true' : true)}
${quote ? priceLine(quote) : null}`;
  const savesVoices = may && parts.length > 0;
  if (!quote?.sufficient) return savesVoices ? form(visit, `${path}/voices`, { label: 'Save the voices only', fields }) : fields;
  return form(visit, `${path}/read`, {
    label: `Make the table read${quote.credits > 0 ? ` for ${counted(quote.credits, 'credit')}` : ''}`, tone: 'main', fields,
    beside: savesVoices ? button('Save the voices only', { action: `${path}/voices` }) : null,
  });
}

function progress({ status, progress: { completed, total } }: Job): Markup | null {
  if (status === 'READY' || status === 'CANCELED' || total === 0) return null;
  return html`<progress class="bar" max="${total}" value="${completed}" aria-label="How far the read is">${completed} of ${total}</progress>`;
}

function jobLine(visit: Visit, { job, artifactId, staleness }: VersionRead, { scriptUploadId }: ScriptVersion): Markup {
  const actions = html`<div class="acts-row">${artifactId ? html`<a class="pill solid" href="${workplacePaths.read(artifactId)}">Hear it</a>` : null}
${job.status === 'FAILED' && visit.may('story:write') ? form(visit, `${workplacePaths.script(scriptUploadId)}/retry`, { label: 'Run it again', tone: 'main' }) : null}
<a class="pill" href="${workplacePaths.job(job.id)}">How it was made</a></div>`;
  return html`<p>${state(job.status)}</p>${job.failureMessage ? html`<p class="wrong-text">${job.failureMessage}</p><p class="fine">The credits came back. Running it again
sets them aside anew, and uses the voices that the cast has now.</p>` : progress(job)}${artifactId && stalenessNote(visit, `${workplacePaths.script(scriptUploadId)}/update`, artifactId, staleness)}${actions}`;
}

const MAY_BE_MADE = ['FAILED', 'CANCELED'];

/** The read of a version: its price, its progress, links to hear it, and ways to repair it. */
export async function tableReadPanel(visit: Visit, looked: Looked, read: VersionRead | null): Promise<Markup> {
  const { version } = looked;
  const job = read?.job ?? null;
  const here = `${workplacePaths.script(version.scriptUploadId)}?prepare=1#read`;
  const mayMake = version.parseStatus === 'complete' && visit.may('artifact:publish') && (!job || MAY_BE_MADE.includes(job.status));
  const isOpen = mayMake && (visit.query.get('prepare') === '1' || visit.refused?.fields.castVersion !== undefined);
  const offer = isOpen ? await prepareForm(visit, looked)
    : mayMake ? html`<p><a class="pill${job ? '' : ' solid'}" href="${here}">${job ? 'Change the voices' : 'Prepare a table read'}</a></p>` : null;
  const nothing = job || mayMake ? null : html`<p>${version.parseStatus === 'complete' ? 'Nobody has had it read yet.' : 'It can be read by a cast once its text is understood.'}</p>`;
  return html`<section class="panel" id="read" aria-labelledby="read-title"${isOpen ? null : html` data-live`}><h2 id="read-title">Table read</h2>${read ? jobLine(visit, read, version) : null}${nothing}${offer}</section>`;
}
