import { finishEpisode, getDraftView, startDraft } from '../../src/domain/scripts/drafts/draft-run.js';
import { getVersion, getScriptView } from '../../src/domain/scripts/script-view.js';
import { defineOperation } from '../../src/http/operation.js';
import { DraftEnvelope, DraftParams, DraftRequest } from './draft-schemas.js';
import { ScriptEnvelope } from '../scripts/schemas.js';

const oneLine = (text: string): string => text.replace(/\s+/gu, ' ').trim();

export const draftOperations = [
  defineOperation({
    id: 'getScreenplayDraft', method: 'GET', path: '/screenplay-drafts/{scriptUploadId}', area: 'jobs', scopes: ['story:read'],
    idempotency: 'accepted', summary: 'Read how far the drafting of an episode is',
    request: { params: DraftParams }, response: { status: 200, schema: DraftEnvelope }, errors: ['script_not_found', 'script_state_invalid'],
    async handle({ params, actor }, services) {
      return { draft: await getDraftView(services, await getVersion(services.db, actor.accountId, params.scriptUploadId)) };
    },
  }),
  defineOperation({
    id: 'writeScreenplayDraft', method: 'POST', path: '/screenplay-drafts/{scriptUploadId}', area: 'jobs', scopes: ['story:write'],
    idempotency: 'accepted', summary: 'Draft an episode scene by scene, or go on with it',
    description: 'Each scene is put behind the text as it is at that moment: who writes meanwhile loses nothing. The same `scenes`, or none, '
      + 'go on after the last scene; other ones take the place of what is left. While it is written, answers how far it is. Free of credits.',
    request: { params: DraftParams, body: DraftRequest }, response: { status: 202, schema: DraftEnvelope },
    errors: ['script_not_found', 'script_state_invalid'],
    async handle({ params, body, actor, requestId }, services) {
      const found = await getVersion(services.db, actor.accountId, params.scriptUploadId);
      const scenes = body.scenes?.map(({ heading, summary, characters }) => ({
        heading: oneLine(heading), summary: summary.trim(), characters: (characters ?? []).map(oneLine),
      })) ?? null;
      return { draft: await startDraft(services, found, { scenes, instructions: body.instructions?.trim() || null }, requestId) };
    },
  }),
  defineOperation({
    id: 'finishScript', method: 'POST', path: '/scripts/{scriptUploadId}/finish', area: 'scripts', scopes: ['story:write'],
    idempotency: 'accepted', summary: 'Finish an episode draft, so that it can be cast and read',
    description: 'A draft that is finished already, or an upload, is answered unchanged.',
    request: { params: DraftParams }, response: { status: 200, schema: ScriptEnvelope }, errors: ['script_not_found', 'script_state_invalid'],
    async handle({ params, actor }, services) {
      const found = await getVersion(services.db, actor.accountId, params.scriptUploadId);
      await finishEpisode(services, found);
      return { script: await getScriptView(services.db, actor.accountId, found.version.id) };
    },
  }),
];
