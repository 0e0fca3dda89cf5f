import { ApiError } from '../../../kernel/errors/api-error.js';
import { html, type Markup } from '../../html.js';
import type { Job, Listed, Plan } from '../answers.js';
import { sayDone, withDone } from '../done.js';
import { field, form } from '../forms.js';
import { isOwnTarget } from '../../../craft/narrative/own-target.js';
import { castChoices } from '../panels/cast.js';
import { peopleToCorrect, personEdits, type Correctable } from '../panels/people.js';
import { workplacePaths } from '../paths.js';
import type { FormAction, Screen, View } from '../screen.js';
import { counted, facts, lengthText, state, when } from '../words.js';
import type { SentForm, Visit } from '../visit.js';
import { voiceChoices, voicePicker, voicesOf, type Voice } from '../voices.js';
import { fieldWords } from './canon/bible-fields.js';

const REFRESH_MS = 1_500;
type Envelope = NonNullable<Plan['plan']>;
type Role = NonNullable<Envelope['scriptBlueprint']>['cast'][number];

const BEAT_ROLES: Record<string, string> = {
  hook: 'Hook', context: 'Context', conflict: 'Conflict', proof: 'Proof', turn: 'Turn', payoff: 'Payoff', cta: 'Call to action',
};

/** The table of the people who speak; null when nobody does, as in a pitch deck. */
function castTable(cast: readonly Role[], voices: readonly Voice[], choosable: boolean): Markup | null {
  return cast.length === 0 ? null : html`<h2>Cast</h2><div class="scroller"><table class="table cast"><thead><tr><th>Who</th><th>Voice</th><th>Listen</th></tr></thead><tbody>${cast.map((role, index) => html`<tr>
<td><b>${role.character}</b><br><span class="fine">${role.description}</span></td>
${voicePicker(`voice${index}`, role.character, role.suggestedVoice, voices, choosable, html`<input type="hidden" name="who${index}" value="${role.character}">`)}</tr>`)}</tbody></table></div>`;
}

function beatList({ journey, scriptBlueprint }: Envelope): Markup {
  const scenes = scriptBlueprint?.scenes ?? [];
  return html`<h2>How it is told</h2><ol class="beats rows">${journey.beats.map((beat) => html`<li><div><b>${beat.title}</b>
<span class="fine"> ${BEAT_ROLES[beat.role] ?? beat.role}</span><p class="fine">${beat.narration}</p></div><span class="fine">${lengthText(beat.estimatedSeconds * 1000)}</span></li>`)}</ol>
${scenes.length > 1 ? html`<details class="more"><summary>${counted(scenes.length, 'scene')}</summary><ol class="rows">${scenes.map((scene) =>
    html`<li><span>${scene.heading}</span><span class="fine">${lengthText(scene.estimatedSeconds * 1000)}</span></li>`)}</ol></details>` : null}`;
}

function price({ quote }: Plan): Markup {
  return html`<h2>Price</h2><div class="scroller"><table class="table"><tbody>${quote.lineItems.map((item) =>
    html`<tr><td>${item.label}</td><td>${counted(item.credits, 'credit')}</td></tr>`)}<tr><th>Total</th><td><b>${counted(quote.total, 'credit')}</b></td></tr></tbody></table></div>
${quote.notes.map((note) => html`<p class="fine">${note}</p>`)}`;
}

function parts(envelope: Envelope): Markup | null {
  if (!envelope.parts || envelope.parts.count < 2) return null;
  const { index, count, items } = envelope.parts;
  return html`<details class="more"><summary>Part ${index} of ${count}</summary><ol class="rows">${items.map((part) => html`<li><span><b>${part.index}. ${part.title}</b>
<span class="fine"> ${part.opening}</span></span><span class="fine">${lengthText(part.estimatedSeconds * 1000)}</span></li>`)}</ol>
<p class="fine">Plan another read of the production to make another part.</p></details>`;
}

/** Says before the approval that other parts of the text are left out, and where another one is chosen; null for the whole text. */
function leftOut({ parts: told }: Envelope, { projectId }: Plan): Markup | null {
  if (!told || told.count < 2) return null;
  return html`<p>This read is part ${told.index} of ${told.count}; ${told.count === 2 ? 'the other part is' : 'the other parts are'} left out.
“More about it” in the form of another plan chooses the part.</p><p class="acts-row"><a class="pill" href="${workplacePaths.production(projectId)}#plan">Plan another part</a></p>`;
}

const BIBLE = 'seriesBible.';

/** The warnings, each once, with the parts of the Series Bible that it is about. A warning about words that the page itself wrote is left out. */
function warningsOf({ warnings, target }: Plan): Markup[] {
  const byMessage = new Map<string, string[]>();
  for (const { field: about, message } of warnings) {
    if (about === 'target' && isOwnTarget(target)) continue;
    byMessage.set(message, [...byMessage.get(message) ?? [], ...(about.startsWith(BIBLE) ? [about.slice(BIBLE.length)] : [])]);
  }
  return [...byMessage].map(([message, keys]) => html`<p class="fine">${keys.length > 0 ? html`<b>Series Bible, ${fieldWords(keys)}:</b> ` : null}${
    keys.length > 1 ? message.replace('this part of', 'these parts of') : message}</p>`);
}

/** The voices that the person chose, by character. Empty when none was chosen. */
async function chosenVoices(visit: Visit, { fields }: SentForm): Promise<Record<string, unknown>> {
  const chosen = castChoices(fields).filter(({ voiceId }) => voiceId !== null);
  if (chosen.length === 0) return {};
  const byId = voiceChoices(await voicesOf(visit));
  return Object.fromEntries(chosen.map(({ name, voiceId }) => [name, byId(voiceId!)]));
}

/** The cast of a plan, in the form in which people correct it before approval. */
const correctable = ({ version, plan }: Plan): Correctable => ({
  revision: version, planned: true,
  cast: (plan?.scriptBlueprint?.cast ?? []).map(({ character, lineCount, suggestedVoice }) =>
    ({ character, lineCount, voiceId: suggestedVoice?.voiceId ?? null, voiceName: suggestedVoice?.voiceName ?? null })),
});

const load = async (visit: Visit): Promise<Plan> =>
  (await visit.call<{ plan: Plan }>('getPlan', { params: { planId: visit.param('planId') } })).plan;

/** Corrects one person of the cast. A change that another person made meanwhile is never overwritten. */
const person: FormAction = {
  async send(visit, sent) {
    const plan = await load(visit);
    const edits = personEdits(correctable(plan), sent);
    try {
      if (edits.length > 0) {
        await visit.call('editPlanCast', {
          params: { planId: plan.id }, body: { expectedVersion: Number(sent.fields.revision), edits }, idempotencyKey: sent.idempotencyKey,
        });
      }
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'version_conflict') throw error;
      throw new ApiError('version_conflict', 'The cast was changed while you wrote. Look at it, and save again.', error.details);
    }
    return withDone(`${workplacePaths.plan(plan.id)}#people`, edits.length === 0 ? 'same' : sent.fields.into ? 'merged' : 'person');
  },
};

const DONE = { merged: 'The two are one person.', person: 'The person is changed.', same: 'Nothing was changed.' };

/** Approves the plan and makes it in one call, so that a refusal leaves the plan unchanged. */
const make: FormAction = {
  async send(visit, sent) {
    const { job } = await visit.call<{ job: Job }>('createJob', {
      body: { storyPlanId: visit.param('planId'), userConfirmed: true, acceptSuggestedVoices: true, voiceMap: await chosenVoices(visit, sent) },
      idempotencyKey: sent.idempotencyKey,
    });
    return workplacePaths.job(job.id);
  },
};

const actions: Record<string, FormAction> = {
  approve: make,
  make,
  person,
  reject: {
    async send(visit, { idempotencyKey }) {
      const { plan } = await visit.call<{ plan: Plan }>('rejectPlan', { params: { planId: visit.param('planId') }, body: {}, idempotencyKey });
      return workplacePaths.production(plan.projectId);
    },
  },
  resume: {
    async send(visit, { idempotencyKey }) {
      await visit.call('resumePlan', { params: { planId: visit.param('planId') }, idempotencyKey });
      return workplacePaths.plan(visit.param('planId'));
    },
  },
  rename: {
    async send(visit, { fields, idempotencyKey }) {
      await visit.call('renamePlan', { params: { planId: visit.param('planId') }, body: { title: fields.title ?? '' }, idempotencyKey });
      return workplacePaths.plan(visit.param('planId'));
    },
  },
};

function decision(visit: Visit, plan: Plan, envelope: Envelope, voices: readonly Voice[]): Markup {
  const path = workplacePaths.plan(plan.id);
  const waits = plan.status === 'REQUIRES_APPROVAL';
  const cast = castTable(envelope.scriptBlueprint?.cast ?? [], voices, true);
  return html`${form(visit, `${path}/${waits ? 'approve' : 'make'}`, {
    label: `${waits ? 'Approve and make it' : 'Make it'} for ${counted(plan.quote.total, 'credit')}`, tone: 'main', fields: html`${cast}${price(plan)}${leftOut(envelope, plan)}`,
  })}${waits && cast && visit.may('story:write') ? peopleToCorrect(visit, correctable(plan), voices, path) : null}${waits ? form(visit, `${path}/reject`, { label: 'Reject this plan', confirm: 'Reject this plan? That is final; a new plan can be drafted.' }) : null}`;
}

async function reviewOf(visit: Visit, plan: Plan, envelope: Envelope): Promise<Markup> {
  const { jobs } = await visit.call<Listed<'jobs', Job>>('listJobs', { query: { storyPlanId: plan.id, limit: 1 } });
  const voices = await voicesOf(visit);
  const open = visit.may('story:write') && (plan.status === 'REQUIRES_APPROVAL' || (plan.status === 'APPROVED' && !jobs[0]));
  return html`${envelope.thesis.oneLine ? html`<p class="thesis">${envelope.thesis.oneLine}</p>` : null}${parts(envelope)}
${warningsOf(plan)}
${jobs[0] ? html`<p class="acts-row"><a class="pill solid" href="${workplacePaths.job(jobs[0].id)}">See what was made</a></p>` : null}
${beatList(envelope)}${open ? decision(visit, plan, envelope, voices) : html`${castTable(envelope.scriptBlueprint?.cast ?? [], voices, false)}${price(plan)}`}`;
}

/** The content for a plan that cannot be reviewed: it is being drafted, has failed, or is over. */
function otherwise(visit: Visit, plan: Plan): Markup {
  if (plan.status === 'PENDING' || plan.status === 'RUNNING') return html`<p>The plan is being drafted. It takes some seconds.</p>`;
  if (plan.status === 'FAILED') {
    return html`<div class="notice wrong" role="alert"><p>${plan.failureMessage ?? 'The plan could not be drafted.'}</p><p class="fine">${plan.failureCode}</p></div>
${visit.may('story:write') ? form(visit, `${workplacePaths.plan(plan.id)}/resume`, { label: 'Try again', tone: 'main' }) : null}`;
  }
  return plan.status === 'REJECTED' ? html`<p>This plan was rejected.</p>` : html``;
}

/** The link from a plan to the one that replaced it; null when none did. */
const newerPlan = ({ status, supersededBy }: Plan): Markup | null => (status !== 'SUPERSEDED' ? null
  : html`<p>A newer plan replaced this one.</p>${supersededBy ? html`<p class="acts-row"><a class="pill solid" href="${workplacePaths.plan(supersededBy)}">See the newer plan</a></p>` : null}`);

/** A plan to review: thesis, beats, cast with voices to hear, price; approve it, reject it, or make it. */
export const planScreen: Screen = {
  path: '/workplace/plans/:planId',
  actions,
  async draw(visit): Promise<View> {
    sayDone(visit, DONE);
    const plan = await load(visit);
    const drafting = plan.status === 'PENDING' || plan.status === 'RUNNING';
    return {
      title: plan.title,
      refreshMs: drafting ? REFRESH_MS : null,
      back: { path: workplacePaths.production(plan.projectId), label: 'The production' },
      body: html`${facts([['State', state(plan.status)], ['Drafted', when(plan.createdAt)], ['Decided', plan.decidedAt && html`${when(plan.decidedAt)}${plan.decidedBy === visit.session.keyId ? ' with this key' : null}`]])}${newerPlan(plan)}
${plan.plan ? await reviewOf(visit, plan, plan.plan) : otherwise(visit, plan)}
${visit.may('story:write') ? html`<details class="more"><summary>Rename</summary>${form(visit, `${workplacePaths.plan(plan.id)}/rename`, {
    label: 'Rename', fields: field({ label: 'Title', name: 'title', value: plan.title, required: true, max: 200 }) })}</details>` : null}`,
    };
  },
};
