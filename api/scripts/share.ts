import { checkDescriptor } from '../../src/domain/artifacts/shares/share-model.js';
import { cutPage, PageQuery } from '../../src/kernel/contract/paging.js';
import { deleteShare, listShares } from '../../src/domain/artifacts/shares/share-store.js';
import { getShareState, shareScript } from '../../src/domain/artifacts/shares/share.js';
import { created, ok } from '../../src/kernel/http/operations/answers.js';
import { recorded } from '../../src/kernel/contract/field-effects.js';
import { listedShares, shareAnswer } from './answers.js';
import { defineOperation } from '../operation.js';
import { ScriptShareList, ScriptShareRequest, ScriptShareRevoked, ScriptShareState } from './share-schemas.js';

export const scriptShareOperations = [
  defineOperation({
    id: 'getScriptShare', method: 'GET', path: '/scripts/{scriptUploadId}/share', area: 'scripts', scopes: ['story:read'], idempotency: 'none',
    summary: 'Read the share of a script and its latest table read',
    description: '`share` is null when nothing is shared, or the link has expired.',
    response: { 200: ScriptShareState },
    async handle({ actor, ...found }, services) {
      return shareAnswer(services, found.script.id, await getShareState(services, actor.accountId, found));
    },
  }),
  defineOperation({
    id: 'shareScript', method: 'POST', path: '/scripts/{scriptUploadId}/share', area: 'scripts', scopes: ['artifact:publish'],
    idempotency: 'none', summary: 'Share the performed read of a script, or a part of it, by a link',
    description: 'Free. A script has one link; a repeat refreshes it: the address stays, the window begins anew, and what is not sent stays '
      + 'as it is (at first: public, theater, the whole read, 30 days). Without a scope a part stays with the read that it was chosen from; '
      + 'otherwise the newest performed read is shared, of the version that was named if it has one. There are no logins: anyone who has the '
      + 'link may open it, whatever the audience, which decides about search engines, previews and the notice on the page. Nothing of the '
      + 'rest of the script is given out by the link of a part.',
    effects: {
      audience: 'who opens it', descriptor: 'what it opens', expiresInDays: 'how long it is open', includeOnProfile: recorded('shown by the share'),
      'descriptor.scope': 'part or whole', 'descriptor.mode': 'how it opens', 'descriptor.sceneIndex': 'which scene',
      'descriptor.startEntry': 'where it begins', 'descriptor.endEntry': 'where it ends', 'descriptor.conversationId': 'names the part',
    },
    request: { body: ScriptShareRequest }, response: { 201: ScriptShareState, 200: ScriptShareState },
    check({ body }) {
      checkDescriptor(body.descriptor ?? {});
    },
    async handle({ params, body, actor, ...found }, services) {
      const { isNew, state: shared } = await shareScript(services, actor.accountId, found, params.scriptUploadId, body);
      const state = await shareAnswer(services, found.script.id, shared);
      return isNew ? created(state) : ok(state);
    },
  }),
  defineOperation({
    id: 'listScriptShares', method: 'GET', path: '/script-shares', area: 'scripts', scopes: ['story:read'], idempotency: 'none',
    summary: 'List the links of all scripts, newest first',
    description: 'Open ones, and expired ones that nobody revoked. `GET /scripts/{scriptUploadId}/share` also has the file of an audio share.',
    request: { query: PageQuery }, response: { 200: ScriptShareList },
    async handle({ query, actor }, services) {
      const { items, nextCursor } = cutPage(await listShares(services.db, actor.accountId, query), query);
      return { shares: await listedShares(services, items), nextCursor };
    },
  }),
  defineOperation({
    id: 'revokeScriptShare', method: 'DELETE', path: '/scripts/{scriptUploadId}/share', area: 'scripts', scopes: ['artifact:publish'],
    idempotency: 'none', summary: 'Revoke the link of a script at once, for good',
    description: 'Anyone with the link finds it closed, and rooms that it opened end. Sharing the script again makes another link. '
      + 'The read stays, with its own link.',
    response: { 200: ScriptShareRevoked },
    async handle({ script }, { db }) {
      return { revoked: true, scriptId: script.id, changed: await deleteShare(db, script.id) };
    },
  }),
];
