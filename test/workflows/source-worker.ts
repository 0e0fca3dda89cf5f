import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { NativeConnection, Worker } from '@temporalio/worker';
import { createActivities } from '../../activities/index.js';
import { ProviderBackoff, ProviderFailure } from '../../src/craft/failures.js';
import { openServices, type OpenServices } from '../../src/main/services.js';
import { runWorker } from '../../src/kernel/temporal/run-worker.js';
import { installRuntime, workflowBundlePath } from '../../src/main/worker.js';
import type { Digest, StoryWriter } from '../../src/craft/narrative/model.js';
import type { Stand } from '../support/stands/stand.js';

export interface ScriptedWriter extends StoryWriter {
  /** Source ids in the order in which digests were asked for. */
  asked: string[];
  /** What the next calls do instead of answering; used up one by one. */
  next: ('backoff' | 'fail' | 'refuse' | 'flawed')[];
  /** Waits before each answer, so that attempts overlap. */
  delayMs: number;
}

/** A writer that digests by rule: the first sentence is thesis, claim and evidence. Fails when told to. */
export function scriptedWriter(): ScriptedWriter {
  const unused = () => Promise.reject(new Error('not part of this test'));
  return {
    name: 'scripted', embedded: false, asked: [], next: [], delayMs: 0, plan: unused, screenplay: unused, planScenes: unused, writeScene: unused,
    outline: unused,
    bible: unused,
    blurb: unused,
    pitch: unused,
    trailerLines: unused,
    trailerFaults: unused,
    async digest({ sourceId, text }): Promise<Digest> {
      this.asked.push(sourceId);
      if (this.delayMs) await new Promise((done) => setTimeout(done, this.delayMs));
      const first = `${text.split('. ')[0]!.trim()}.`;
      const digest: Digest = {
        summary: `${first} Second. Third.`, thesis: first, gaps: [], rightsNotes: [],
        claims: [{ statement: first, kind: 'fact', attribution: null, span: { start: 0, end: first.length } }],
        evidence: [{ claimIndex: 0, support: first }],
      };
      switch (this.next.shift()) {
        case 'backoff': throw new ProviderBackoff('scripted', 300);
        case 'fail': throw new ProviderFailure('scripted', 'overloaded', true);
        case 'refuse': throw new ProviderFailure('scripted', 'not allowed', false);
        case 'flawed': return { ...digest, evidence: [{ claimIndex: 7, support: first }] };
        default: return digest;
      }
    },
  };
}

export interface SourceWorker { services: OpenServices; writer: ScriptedWriter; stop(): Promise<void> }

/** Works on the queues `story` and `providers` of a stand, with a scripted writer in the place of the configured one. */
export async function startSourceWorker(stand: Stand): Promise<SourceWorker> {
  installRuntime({ logLevel: 'silent', metricsPort: null, host: '127.0.0.1' });
  const writer = scriptedWriter();
  const opened = await openServices(stand.config, 'test-worker', stand.connections);
  const services = { ...opened, writer: async () => writer };
  const connection = await NativeConnection.connect({ address: stand.connections.temporalAddress });
  const activities = createActivities(services);
  const workers = await Promise.all((['story', 'providers'] as const).map((queue) => Worker.create({
    connection, namespace: stand.config.temporal.namespace, activities: activities[queue],
    taskQueue: `${stand.config.temporal.queuePrefix}${queue}`, shutdownGraceTime: '1s', shutdownForceTime: '5s',
    ...(queue === 'story' ? { workflowBundle: { codePath: workflowBundlePath() } } : {}),
  })));
  const running = Promise.all(workers.map(runWorker));
  return {
    services, writer,
    async stop() {
      for (const worker of workers) worker.shutdown();
      await running;
      await connection.close();
      await opened.close();
    },
  };
}

export interface Site {
  host: string;
  url: string;
  requests: number;
  /** What each path answers. */
  paths: Map<string, (request: IncomingMessage, response: ServerResponse) => void>;
  close(): Promise<void>;
}

/** A small web site on the loopback address; counts requests. */
export async function openSite(): Promise<Site> {
  const paths: Site['paths'] = new Map();
  const server = createServer((request, response) => {
    site.requests += 1;
    const answer = paths.get(request.url!);
    if (answer) answer(request, response);
    else response.writeHead(404).end();
  });
  await new Promise<void>((done) => { server.listen(0, '127.0.0.1', done); });
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const site: Site = {
    host, url: `http://${host}`, requests: 0, paths,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => { server.close(done); });
    },
  };
  return site;
}

export const STORY = 'The keeper of the lamp was a patient man. He climbed the stair each evening and trimmed the wick. '
  + 'Below him the fishing boats came in, one behind the other, and the wind rose from the west. '
  + 'Nobody saw the stranger until he stood at the door, with the water running from his coat.';
