import { warningsOfInstructions } from '../../src/domain/scripts/drafts/draft-instructions.js';
import { getDraft, startDraft } from '../../src/domain/scripts/drafts/draft-run.js';
import { accepted, ok } from '../../src/kernel/http/operations/answers.js';
import { defineOperation } from '../operation.js';
import { DraftBegun, DraftEnvelope, DraftRequest } from './draft-schemas.js';

const oneLine = (text: string): string => text.replace(/\s+/gu, ' ').trim();

export const draftOperations = [
  defineOperation({
    id: 'getScreenplayDraft', method: 'GET', path: '/screenplay-drafts/{scriptUploadId}', area: 'jobs', scopes: ['story:read'],
    idempotency: 'accepted', summary: 'Read the progress of an episode draft',
    description: 'Poll it after `nextPollAfterMs` while scenes are being written; each scene has a status of its '
      + 'own.',
    response: { 200: DraftEnvelope }, errors: ['script_state_invalid'],
    async handle(found, services) {
      return getDraft(services, found);
    },
  }),
  defineOperation({
    id: 'writeScreenplayDraft', method: 'POST', path: '/screenplay-drafts/{scriptUploadId}', area: 'jobs', scopes: ['story:write'],
    idempotency: 'accepted', summary: 'Draft an episode scene by scene, or resume its draft',
    description: 'Each scene is put behind the text as it is at that moment: who writes meanwhile loses nothing. The same `scenes`, or none, '
      + 'go on after the last scene; other ones take the place of what is left. While it is written, answers how far it is. Free of credits.',
    effects: {
      scenes: 'are written', 'scenes.*.characters': 'speak in the scene', instructions: 'rules follow some words of them, a model all; warnings name the rest',
      'scenes.*.summary': 'finds the passage of the scene',
    },
    request: { body: DraftRequest }, response: { 200: DraftBegun, 202: DraftBegun },
    errors: ['script_state_invalid'],
    async handle({ body, requestId, ...found }, services) {
      const scenes = body.scenes?.map(({ heading, summary, characters }) => ({
        heading: oneLine(heading), summary: summary.trim(), characters: (characters ?? []).map(oneLine),
      })) ?? null;
      const answer = await startDraft(services, found, { scenes, instructions: body.instructions?.trim() || null }, requestId);
      const told = { ...answer, warnings: warningsOfInstructions(services.config, body.instructions?.trim() || null, 'instructions') };
      return told.draft.status === 'drafting' ? accepted(told) : ok(told);
    },
  }),
];
