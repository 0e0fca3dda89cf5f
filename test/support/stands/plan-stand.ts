import type { Voice } from '../../../src/craft/speech/port.js';
import { startWorker, type RunningWorker } from '../../../src/main/worker.js';
import type { ApiClient } from '../api-client.js';
import { scriptedSpeech } from '../scripted-speech.js';
import { ScriptedWriter } from '../scripted-writer.js';
import { ALL_QUEUES, openStand, type Stand } from './stand.js';

export const PLAN_VOICES: Partial<Voice>[] = [
  { voiceId: 'narrator', name: 'Nan', gender: 'female', styleTags: ['narrator'] },
  { voiceId: 'woman', name: 'Wanda', gender: 'female' }, { voiceId: 'man', name: 'Max', gender: 'male' },
  { voiceId: 'old-man', name: 'Otto', gender: 'male', ageRange: 'senior' },
  { voiceId: 'gone', name: 'Gone', gender: 'male', status: 'retired' },
];

export const LIGHTHOUSE = 'The lamp went out at nine. "Who is there?" asked Ada. Nobody answered, and the sea went on as before. '.repeat(8).trim();

export interface PlanStand extends Stand {
  writer: ScriptedWriter;
  worker: RunningWorker;
  /** A project with one READY text source. */
  newProject(client: ApiClient): Promise<{ projectId: string; sourceId: string }>;
}

/** A stand with workers whose writer is scripted, for API and workflow tests of plans. */
export async function openPlanStand(env: Record<string, string> = {}): Promise<PlanStand> {
  const stand = await openStand({ env });
  const writer = new ScriptedWriter();
  const worker = await startWorker(stand.config, ALL_QUEUES, stand.connections);
  for (const services of [stand.api.services, worker.services]) {
    services.writer = async () => writer;
    services.speech = async () => scriptedSpeech(PLAN_VOICES);
  }
  let stopped = false;
  const stoppable: RunningWorker = {
    ...worker,
    async stop() {
      if (!stopped) await worker.stop();
      stopped = true;
    },
  };
  return {
    ...stand, writer, worker: stoppable,
    async newProject(client) {
      const projectId = (await client.post('/story-projects', { name: 'Lighthouse' })).body.project.id as string;
      const { status, body } = await client.post(`/story-projects/${projectId}/sources`, { type: 'text', label: 'Story', content: LIGHTHOUSE });
      if (status !== 201) throw new Error(`the source was refused: ${JSON.stringify(body)}`);
      return { projectId, sourceId: body.source.id as string };
    },
    async close() {
      await stoppable.stop();
      await stand.close();
    },
  };
}

export const TARGET = { audience: 'adults', objective: 'to move', outcome: 'they listen' };

export function tableReadRequest(sourceId: string, extra: object = {}): object {
  return {
    target: TARGET, sourceIds: [sourceId],
    artifactRequests: [{ type: 'table_read', mode: 'drama', narrationPolicy: 'include', durationSeconds: 120, ...extra }],
  };
}
