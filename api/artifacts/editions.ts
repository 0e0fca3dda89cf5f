import { DEFAULT_EFFECT } from '../../src/craft/speech/effects/line-effect.js';
import { ALL } from '../../src/domain/artifacts/performance/performance-plan.js';
import { castRead, quoteRevoice, recastVoice, restoreVoice, revoice } from '../../src/domain/jobs/editions/recast.js';
import { raiseEdition, soundingOf, type EditionRequest } from '../../src/domain/jobs/editions/raise-edition.js';
import { playedCue, withEffect, withLine, withPerformance } from '../../src/domain/jobs/editions/sound-changes.js';
import type { Revised } from '../../src/domain/jobs/revisions/revise-read.js';
import type { ErrorCode } from '../../src/kernel/errors/catalogue.js';
import { accepted, ok } from '../../src/kernel/http/operations/answers.js';
import type { Services } from '../../src/kernel/services.js';
import { defineOperation } from '../operation.js';
import {
  CastChanged, CastRequest, LineRevoiced, PerformanceChanged, PerformanceRequest, Revoiced, RevoiceLineRequest, RevoiceQuote, RevoiceRequest,
  VoiceChanged, VoiceModificationRequest, VoiceModified, VoiceRequest, VoiceRestoreRequest,
} from './edition-schemas.js';
import { revisionAnswer } from './script-changes.js';

const ERRORS: readonly ErrorCode[] = ['artifact_not_ready', 'cast_precondition_failed', 'voice_retired', 'version_conflict'];
const OLD_PLAYS = 'Words, id, revision and links stay: `edition` rises. Only lines that sound different are spoken, and the old edition plays until the new one is complete.';

interface Call { artifact: { id: string }; resourceId: string; requestId: string }

const requestOf = ({ artifact, resourceId, requestId }: Call): EditionRequest => ({ artifactId: artifact.id, askedBy: resourceId, requestId });

/** The state of the edition that a change of the sound made. */
async function editionOf(
  services: Services, { accountId }: { accountId: string }, artifactId: string, { outcome, revision, edition, linesToSpeak, lineCount }: Revised,
) {
  const { status: _, ...answer } = await revisionAnswer(services, accountId, artifactId, { outcome, revision, edition, linesToSpeak, lineCount });
  return { ...answer, status: outcome === 'current' ? 'current' as const : 'started' as const };
}

/** The answer to a change of the sound: 202 while the edition is being made, 200 when the read already sounds that way. */
const editionReply = <Body extends { status: string }>(body: Body) => (body.status === 'current' || body.status === 'ready' ? ok : accepted)(body);

export const editionOperations = [
  defineOperation({
    id: 'recastArtifactVoice', method: 'POST', path: '/artifacts/{artifactId}/voice', area: 'artifacts', scopes: ['artifact:publish'],
    idempotency: 'required', mints: 'edition', summary: 'Recast the voice of one character in a table read; free',
    description: `${OLD_PLAYS} The cast canon of the project gets the voice too, unless \`skipCanon\` is set.`,
    effects: { character: 'who is recast', voiceId: 'who speaks', voiceName: 'names a designed voice', skipCanon: 'whether the cast canon changes' },
    request: { body: VoiceRequest }, response: { 200: VoiceChanged, 202: VoiceChanged }, errors: ERRORS,
    async handle(call, services) {
      const { artifact, actor, body: { character, skipCanon = false, ...choice } } = call;
      const { voice, character: cue, ...revised } = await recastVoice(services, {
        ...requestOf(call), accountId: actor.accountId, projectId: artifact.projectId, character, choice, skipCanon,
      });
      return editionReply({ ...await editionOf(services, actor, artifact.id, revised), character: cue, voice });
    },
  }),
  defineOperation({
    id: 'restoreArtifactVoice', method: 'POST', path: '/artifacts/{artifactId}/voice/restore', area: 'artifacts', scopes: ['artifact:publish'],
    idempotency: 'accepted', mints: 'edition', summary: 'Restore the previous voice of a character in a table read; free',
    description: `The voice that spoke before the present one; a second call takes that back. ${OLD_PLAYS}`,
    effects: { character: 'whose voice' },
    request: { body: VoiceRestoreRequest }, response: { 200: VoiceChanged, 202: VoiceChanged }, errors: ERRORS,
    async handle(call, services) {
      const { voice, character, ...revised } = await restoreVoice(services, { ...requestOf(call), character: call.body.character });
      return editionReply({ ...await editionOf(services, call.actor, call.artifact.id, revised), character, voice });
    },
  }),
  defineOperation({
    id: 'revoiceArtifact', method: 'POST', path: '/artifacts/{artifactId}/revoice', area: 'artifacts', scopes: ['artifact:publish'],
    idempotency: 'accepted', mints: 'edition', summary: 'Re-voice every line of one character in a table read; free',
    description: `Another take of each line, by the same voice or a new one. Without \`confirm\` it says how many lines that is and changes nothing. ${OLD_PLAYS}`,
    effects: { character: 'whose lines', voiceId: 'who speaks them', confirm: 'whether they are spoken' },
    request: { body: RevoiceRequest }, response: { 200: RevoiceQuote, 202: Revoiced }, errors: ERRORS,
    async handle(call, services) {
      const { artifact, actor, body: { confirm = false, ...asked } } = call;
      const { character, linesToSpeak } = await quoteRevoice(services, artifact.id, asked);
      if (!confirm) {
        const next = {
          method: 'POST' as const, path: `/artifacts/${artifact.id}/revoice`, body: { ...asked, character, confirm: true }, why: 'Speaks these lines again; free.',
        };
        return ok({ artifactId: artifact.id, character, status: 'quoted' as const, quotedOnly: true as const, credits: 0 as const, linesToSpeak, next });
      }
      const revised = await revoice(services, { ...requestOf(call), ...asked, character });
      return accepted({ ...await editionOf(services, actor, artifact.id, revised), character, credits: 0 as const });
    },
  }),
  defineOperation({
    id: 'revoiceArtifactLine', method: 'POST', path: '/artifacts/{artifactId}/revoice-line', area: 'artifacts', scopes: ['artifact:publish'],
    idempotency: 'accepted', mints: 'edition', summary: 'Re-voice one line of a table read at another speed or by a direction; free',
    description: `With neither, another take of the line. A direction that voices cannot play is refused. ${OLD_PLAYS}`,
    effects: { speed: 'its pace', actingDirection: 'its emotion, pace and level' },
    request: { body: RevoiceLineRequest }, response: { 200: LineRevoiced, 202: LineRevoiced }, errors: ERRORS,
    async handle(call, services) {
      const { artifact, actor, body } = call;
      const revised = await raiseEdition(services, requestOf(call), (read) => withLine(read, body));
      const { now } = await soundingOf(services, artifact.id);
      const { emotion, speed, volume } = now.screenplay.entries[body.entryIndex]!.delivery!;
      return editionReply({ ...await editionOf(services, actor, artifact.id, revised), entryIndex: body.entryIndex, delivery: { emotion, speed, volume } });
    },
  }),
  defineOperation({
    id: 'modifyArtifactVoices', method: 'POST', path: '/artifacts/{artifactId}/voice-modification', area: 'artifacts', scopes: ['artifact:publish'],
    idempotency: 'required', mints: 'edition', summary: 'Tune the voices of a range of lines to a scale, in a room; free',
    description: `Nothing is spoken again: the effect is applied to what was said. A later modification takes the place of an earlier one; \`strength\` 0 `
      + `without \`reverb\` takes it away. ${OLD_PLAYS}`,
    effects: {
      params: 'how it sounds', 'params.strength': 'how far the pitch moves',
      'params.smooth': 'how fast it moves', 'params.key': 'the notes', 'params.scale': 'the notes', 'params.reverb': 'the room', effect: 'only autotune',
    },
    request: { body: VoiceModificationRequest }, response: { 200: VoiceModified, 202: VoiceModified }, errors: ERRORS,
    async handle(call, services) {
      const { artifact, actor, resourceId, body: { params: sent, effect = 'autotune', ...range } } = call;
      const params = { ...DEFAULT_EFFECT, ...sent };
      const revised = await raiseEdition(services, requestOf(call), (read) => withEffect(read, range, { ...params, modificationId: resourceId }));
      const status = revised.outcome === 'current' ? 'ready' as const : 'queued' as const;
      return editionReply({ ...await editionOf(services, actor, artifact.id, revised), modificationId: resourceId, effect, params, status });
    },
  }),
  defineOperation({
    id: 'refineArtifactPerformance', method: 'POST', path: '/artifacts/{artifactId}/performance', area: 'artifacts', scopes: ['artifact:publish'],
    idempotency: 'required', mints: 'edition', summary: 'Set the pace and the emotions of a character, the narrator or all; free',
    description: `Merged by character: a field that is left out stays. ${OLD_PLAYS}`,
    effects: { character: 'who is meant', speed: 'the pace of every line', emotions: 'what the lines feel like' },
    request: { body: PerformanceRequest }, response: { 200: PerformanceChanged, 202: PerformanceChanged }, errors: ERRORS,
    async handle(call, services) {
      const { artifact, actor, body: { character, ...played } } = call;
      const revised = await raiseEdition(services, requestOf(call), (read) => withPerformance(read, playedCue(read, character), played));
      const { now } = await soundingOf(services, artifact.id);
      const cue = playedCue(now, character);
      const { speed = 1, emotions = [] } = now.performance[cue] ?? {};
      return editionReply({ ...await editionOf(services, actor, artifact.id, revised), character: cue === ALL ? ALL : cue, speed, emotions: [...emotions] });
    },
  }),
  defineOperation({
    id: 'recastArtifact', method: 'POST', path: '/artifacts/{artifactId}/cast', area: 'artifacts', scopes: ['artifact:publish'],
    idempotency: 'required', mints: 'edition', summary: 'Recast several characters of a table read at once, or change how its people look; free',
    description: `In this read alone. A new \`avatarStyle\` draws every portrait again, apart from those that a picture service made. ${OLD_PLAYS}`,
    effects: {
      entries: 'who speaks', 'entries.*.character': 'who is recast', 'entries.*.voiceId': 'who speaks', 'entries.*.voiceName': 'names a designed voice',
      avatarStyle: 'how people are drawn',
    },
    request: { body: CastRequest }, response: { 200: CastChanged, 202: CastChanged }, errors: ERRORS,
    async handle(call, services) {
      const { entries = [], avatarStyle } = call.body;
      const { voiceMap, redrawn, ...revised } = await castRead(services, requestOf(call), { entries, avatarStyle });
      const status = revised.outcome === 'current' ? 'ready' as const : 'queued' as const;
      const avatars = redrawn.map((character) => ({ character, status, chatToolJobId: null }));
      return editionReply({ ...await editionOf(services, call.actor, call.artifact.id, revised), voiceMap, avatars });
    },
  }),
];
