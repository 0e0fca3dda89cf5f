import { html, type Markup } from '../../html.js';
import type { ListedShare, Listed } from '../answers.js';
import { sayDone, withDone } from '../done.js';
import { form } from '../forms.js';
import { audienceText, linkField, opensText, shareBody, shareForm } from '../panels/share-form.js';
import { workplacePaths } from '../paths.js';
import type { FormAction, Screen } from '../screen.js';
import type { Visit } from '../visit.js';
import { facts, older, when } from '../words.js';

const PAGE_SIZE = 25;
const path = workplacePaths.shares();

const change: FormAction = {
  async send(visit, sent) {
    await visit.call('shareScript', { params: { scriptUploadId: sent.fields.scriptId ?? '' }, body: shareBody(sent) });
    return withDone(path, 'changed');
  },
};

const revoke: FormAction = {
  async send(visit, { fields: { scriptId = '' } }) {
    await visit.call('revokeScriptShare', { params: { scriptUploadId: scriptId } });
    return withDone(path, 'revoked');
  },
};

const scriptField = (scriptId: string): Markup => html`<input type="hidden" name="scriptId" value="${scriptId}">`;

function shareRow(visit: Visit, share: ListedShare): Markup {
  const { scriptId, title, status, stale, shareUrl, descriptor, audience, expiresAt, createdAt } = share;
  const isOpen = status === 'open';
  const mayChange = visit.may('artifact:publish');
  return html`<li class="panel"><h2><a href="${workplacePaths.script(scriptId)}">${title}</a> <span class="tag${isOpen ? ' done' : ' off'}">${isOpen ? 'Open' : 'Expired'}</span>${stale && isOpen ? html` <span class="tag ask">Script has changed</span>` : null}</h2>
${isOpen ? linkField('Link', shareUrl) : html`<p>The link is closed. Share the script again for a new one.</p>`}
${facts([['Opens', opensText(descriptor)], ['For', audienceText(audience)], [isOpen ? 'Closes' : 'Closed', when(expiresAt)], ['Shared', when(createdAt)]])}
${mayChange ? html`<div class="acts-row">${form(visit, `${path}/revoke`, {
    label: isOpen ? 'Revoke' : 'Remove', tone: 'danger', fields: scriptField(scriptId),
    confirm: isOpen ? `Close the link of “${title}” for good? Anyone with it finds it closed.` : `Remove the closed link of “${title}”?`,
  })}</div><details class="more"><summary>${isOpen ? 'Change it' : 'Share again'}</summary>${shareForm(visit, `${path}/change`, isOpen ? share : null, scriptField(scriptId))}</details>` : null}</li>`;
}

/** Every link of a script: what it opens, for whom, until when; changed and revoked here. */
export const sharesScreen: Screen = {
  path,
  actions: { change, revoke },
  async draw(visit) {
    sayDone(visit, { changed: 'The link is changed.', revoked: 'The link is closed. Anyone who opens it finds it closed.' });
    const cursor = visit.query.get('cursor');
    const { shares, nextCursor } = await visit.call<Listed<'shares', ListedShare>>('listScriptShares', { query: { limit: PAGE_SIZE, ...(cursor ? { cursor } : {}) } });
    return {
      title: 'Shares',
      body: html`${shares.length === 0 ? html`<p class="lead">Nothing is shared. Scripts with a read are shared from their page, under
<a href="${workplacePaths.scripts()}">Scripts</a>; each production has the links of its own reads.</p>` : html`<ul class="stack">${shares.map((share) => shareRow(visit, share))}</ul>`}
${older(path, nextCursor)}`,
    };
  },
};
