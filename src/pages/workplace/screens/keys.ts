import { isScope, type Scope } from '../../../kernel/contract/scopes.js';
import { MAX_KEY_DAYS, MAX_KEY_NAME_CHARS } from '../../../domain/account/key-request.js';
import type { KeyView } from '../../../domain/account/key-management.js';
import { ApiError } from '../../../kernel/errors/api-error.js';
import { html, type Markup } from '../../html.js';
import { sayDone, withDone } from '../done.js';
import { field, form, ownFields, select, textArea } from '../forms.js';
import { workplacePaths } from '../paths.js';
import type { FormAction, Screen, View } from '../screen.js';
import type { SentForm, Visit } from '../visit.js';
import { counted, facts, when } from '../words.js';

const path = workplacePaths.keys();

/** What each scope lets a key do. */
const SCOPE_WORDS: Record<Scope, string> = {
  'story:read': 'See productions, plans and scripts', 'story:write': 'Make and change productions, plans and scripts',
  'source:read': 'See source material', 'source:write': 'Add and remove source material', 'artifact:read': 'See and hear reads',
  'artifact:publish': 'Spend credits on reads, and share them', 'credits:read': 'See credits and prices', 'account:read': 'See the account and its keys',
  'account:write': 'Manage the account and its keys', 'webhook:write': 'Manage webhooks', 'publishing:read': 'See feeds and releases',
  'publishing:write': 'Prepare feeds and releases', 'publishing:publish': 'Release productions', 'publishing:connect': 'Connect other services',
  'publishing:analytics': 'See how releases are heard',
};
const scopeText = (scope: string): string => (isScope(scope) ? SCOPE_WORDS[scope] : scope);

const wishOf = ({ fields }: SentForm) => ({
  name: fields.name ?? '', scopes: Object.keys(fields).filter((name) => name.startsWith('scope ')).map((name) => name.slice('scope '.length)),
  expiresInDays: fields.days ?? null, allowedIps: (fields.addresses ?? '').split(/[\s,]+/).filter(Boolean), rateTier: fields.tier ?? 'default',
});

const FIELD_NAMES: Record<string, string> = { name: 'The name', scopes: 'A key', expiresInDays: 'The lifetime', allowedIps: 'Addresses', rateTier: 'The speed' };

/** Shows the new key once: this page cannot be opened again. */
const create: FormAction = {
  async send(visit, sent): Promise<View> {
    try {
      const { key, name } = await visit.keys.create(visit.session, wishOf(sent));
      return {
        title: 'Your new key',
        body: html`<p class="lead">This is the key “${name}”. It is shown only now: copy it to where it will be used.</p>
<p><code class="secret" id="secret">${key}</code></p><div class="acts-row"><button type="button" class="pill solid" data-copy="${key}" hidden>Copy the key</button>
<a class="pill" href="${path}">Done, I have copied it</a></div>`,
      };
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'validation_failed') throw error;
      const { field: name } = error.details as { field: string };
      throw new ApiError('validation_failed', `${FIELD_NAMES[name] ?? 'The key'} ${error.message}`, { field: name });
    }
  },
};

const revoke: FormAction = {
  async send(visit, { fields: { prefix = '', confirmed } }) {
    const own = (await visit.keys.list(visit.session)).find(({ id }) => id === visit.session.keyId);
    if (prefix === own?.prefix && confirmed !== 'true') {
      throw new ApiError('validation_failed', 'This is the key you signed in with. Tick the box if it shall end, and your sign-in with it.', { field: 'confirmed' });
    }
    const { isOwn } = await visit.keys.revoke(visit.session, prefix);
    return isOwn ? workplacePaths.signIn() : withDone(path, 'revoked');
  },
};

function createForm(visit: Visit): Markup {
  const sent = visit.refused?.fields ?? null;
  const wish = visit.refused && wishOf(visit.refused);
  const ticked = (scope: string): boolean => wish?.scopes.includes(scope) ?? ['story:read', 'credits:read'].includes(scope);
  return html`<form method="post" action="${path}/create" enctype="multipart/form-data" class="sheetlike">${ownFields(visit.formToken)}
${field({ label: 'Name', name: 'name', value: sent?.name ?? null, required: true, max: MAX_KEY_NAME_CHARS, hint: 'What or whom it is for' })}
<fieldset class="ticks"><legend>It may</legend>${visit.session.scopes.map((scope) => html`<label class="switch"><input type="checkbox" name="scope ${scope}" value="true"${
  ticked(scope) ? html` checked` : null}><span>${scopeText(scope)} <code class="fine">${scope}</code></span></label>`)}</fieldset>
<div class="pair">${field({ label: 'Days until it expires', name: 'days', value: sent?.days ?? null, type: 'number', hint: `1 to ${MAX_KEY_DAYS}; empty: never` })}
${visit.session.rateTier === 'elevated' ? select({ label: 'Calls', name: 'tier', value: sent?.tier ?? 'default' },
    [{ value: 'default', label: 'As many as usual' }, { value: 'elevated', label: 'More than usual' }]) : null}</div>
${textArea({ label: 'Only from these addresses', name: 'addresses', value: sent?.addresses ?? null, hint: 'Such as 203.0.113.7 or 203.0.113.0/24, one per line; empty: from everywhere' }, 2)}
<button class="pill solid">Make the key</button></form>`;
}

const STATUS = { live: { text: 'In use', tone: 'done' }, expired: { text: 'Expired', tone: 'off' }, revoked: { text: 'Revoked', tone: 'off' } } as const;

function revokeForm(visit: Visit, { prefix, name }: KeyView, isOwn: boolean): Markup {
  const confirmation = isOwn ? html`<label class="switch"><input type="checkbox" name="confirmed" value="true" required><span>Yes, end my own key. I am signed out at once, here and everywhere it is used.</span></label>` : null;
  return form(visit, `${path}/revoke`, {
    label: 'Revoke', tone: 'danger', confirm: `Revoke the key “${name}”? Programs that use it stop at once.`,
    fields: html`<input type="hidden" name="prefix" value="${prefix}">${confirmation}`,
  });
}

function keyRow(visit: Visit, key: KeyView, mayManage: boolean): Markup {
  const { id, name, prefix, scopes, rateTier, allowedIps, status, expiresAt, revokedAt, createdAt } = key;
  const isOwn = id === visit.session.keyId;
  return html`<li class="panel"><h2>${name} <span class="tag ${STATUS[status].tone}">${STATUS[status].text}</span>${isOwn ? html` <span class="tag">This sign-in</span>` : null}</h2>
${facts([['Begins with', html`<code>psc_${prefix}_…</code>`], ['Made', when(createdAt)], ['Expires', expiresAt ? when(expiresAt) : 'Never'], ['Revoked', revokedAt && when(revokedAt)],
    ['Works from', allowedIps.length > 0 ? allowedIps.join(', ') : 'Everywhere'], ['Calls', rateTier === 'elevated' ? 'More than usual' : 'As many as usual']])}
<details class="more"><summary>${counted(scopes.length, 'permission')}</summary><ul class="plain">${scopes.map((scope) => html`<li>${scopeText(scope)}</li>`)}</ul></details>
${status === 'live' && mayManage ? revokeForm(visit, key, isOwn) : null}</li>`;
}

/** The keys of the account: made, shown once, revoked. */
export const keysScreen: Screen = {
  path,
  actions: { create, revoke },
  async draw(visit) {
    sayDone(visit, { revoked: 'The key is revoked. Programs that use it stop at once.' });
    if (!visit.may('account:read')) return { title: 'Keys', body: html`<p class="lead">The key you signed in with may not see other keys.</p>` };
    const keys = await visit.keys.list(visit.session);
    const own = keys.find(({ id }) => id === visit.session.keyId);
    const isLent = !own || own.expiresAt !== null || own.allowedIps.length > 0;
    const mayManage = visit.may('account:write') && !isLent;
    const live = keys.filter(({ status }) => status === 'live');
    const ended = keys.filter(({ status }) => status !== 'live');
    const why = isLent ? 'The key you signed in with expires, or works only from some addresses, so it cannot make or revoke keys.'
      : 'The key you signed in with may see keys, but not make or revoke them.';
    return {
      title: 'Keys',
      body: html`${mayManage ? html`<details class="more new"${visit.refused?.fields.name === undefined ? null : html` open`}><summary class="pill solid">New key</summary>${createForm(visit)}</details>` : html`<p class="lead">${why}</p>`}
<ul class="stack">${live.map((key) => keyRow(visit, key, mayManage))}</ul>
${ended.length === 0 ? null : html`<details class="more"><summary>${counted(ended.length, 'key that no longer works', 'keys that no longer work')}</summary><ul class="stack">${ended.map((key) => keyRow(visit, key, false))}</ul></details>`}`,
    };
  },
};
