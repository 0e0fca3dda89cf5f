import { getVersion } from '../../src/domain/scripts/script-view.js';
import { checkDescriptor } from '../../src/domain/artifacts/shares/share-model.js';
import { getShareState, shareScript } from '../../src/domain/artifacts/shares/share.js';
import { defineOperation } from '../../src/http/operation.js';
import { ScriptParams } from './schemas.js';
import { ScriptShareRequest, ScriptShareState } from './share-schemas.js';

export const scriptShareOperations = [
  defineOperation({
    id: 'getScriptShare', method: 'GET', path: '/scripts/{scriptUploadId}/share', area: 'scripts', scopes: ['story:read'], idempotency: 'none',
    summary: 'Read the share of a script and its latest table read',
    description: '`share` is null when nothing is shared, or the link has expired.',
    request: { params: ScriptParams }, response: { status: 200, schema: ScriptShareState }, errors: ['script_not_found'],
    async handle({ params, actor }, services) {
      return getShareState(services, actor.accountId, await getVersion(services.db, actor.accountId, params.scriptUploadId));
    },
  }),
  defineOperation({
    id: 'shareScript', method: 'POST', path: '/scripts/{scriptUploadId}/share', area: 'scripts', scopes: ['artifact:publish'],
    idempotency: 'none', summary: 'Share the performed read of a script, or a part of it, by a link',
    description: 'Free. A script has one link; a repeat refreshes it: the address stays, the window begins anew, and what is not sent stays '
      + 'as it is (at first: public, theater, the whole read, 30 days). Without a scope a part stays with the read that it was chosen from; '
      + 'otherwise the newest performed read is shared, of the version that was named if it has one. There are no logins: whoever has the '
      + 'link may open it, whatever the audience, which decides about search engines, previews and the notice on the page. Nothing of the '
      + 'rest of the script is given out by the link of a part.',
    request: { params: ScriptParams, body: ScriptShareRequest }, response: { status: 201, schema: ScriptShareState }, errors: ['script_not_found'],
    async handle({ params, body, actor }, services) {
      checkDescriptor(body.descriptor ?? {});
      const found = await getVersion(services.db, actor.accountId, params.scriptUploadId);
      return shareScript(services, actor.accountId, found, params.scriptUploadId, body);
    },
  }),
];
