import { createServer } from 'node:http';
import type { Config } from '../kernel/config/index.js';
import { generationHealth } from '../monitoring/generation-health.js';
import type { AccessEntry } from '../kernel/http/access-log.js';
import type { Services } from '../kernel/services.js';
import { listen, stopListening } from './listening.js';

export interface ApiMetrics {
  observe(entry: AccessEntry): void;
  close(): Promise<void>;
}

/** Histogram buckets in seconds. A response that streams a live read lasts longer than the largest one. */
const BUCKET_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * Serves metrics for Prometheus at `/metrics`, on a separate port so that the public one does not expose them: requests
 * by operation, queued work, findings of the checker, the engine, the media store, and the process itself. Returns null when no port is
 * configured. Rejects when the port is in use.
 */
export async function openApiMetrics(config: Config, services: Services): Promise<ApiMetrics | null> {
  if (config.metricsPort === null) return null;
  const { collectDefaultMetrics, Gauge, Histogram, Registry } = await import('prom-client');
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'proscenium_http_request_duration_seconds', help: 'Requests by operation or page, status and error code.',
    labelNames: ['method', 'route', 'status', 'code'], buckets: BUCKET_SECONDS, registers: [registry],
  });
  const gauge = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge({ name: `proscenium_${name}`, help, labelNames, registers: [registry] });
  const work = gauge('work', 'Unfinished work by kind and state.', ['kind', 'state']);
  const oldest = gauge('oldest_queued_seconds', 'How long the oldest queued work has waited, in seconds.', ['kind']);
  const findings = gauge('invariant_findings', 'Problems that the checker found in its last round; above 0 an operator must act.');
  const mended = gauge('invariant_mended', 'Problems that the checker repaired in its last round.');
  const failing = gauge('failing_runs', 'Open runs whose workflow tasks keep failing; above 0 an operator must act.', ['kind']);
  const engineUp = gauge('engine_up', '1 when the workflow engine answers within a second and takes runs.');
  const storageUp = gauge('storage_up', '1 when the media store answers within two seconds and its bucket or folder exists.');
  const measure = async (): Promise<void> => {
    const { queues, failingRuns, invariants, engine, storage } = await generationHealth(services);
    work.reset();
    oldest.reset();
    for (const { name, queued, running, oldestQueuedSeconds } of queues) {
      work.set({ kind: name, state: 'queued' }, queued);
      work.set({ kind: name, state: 'running' }, running);
      oldest.set({ kind: name }, oldestQueuedSeconds ?? 0);
    }
    findings.set(invariants?.findings ?? 0);
    mended.set(invariants?.mended ?? 0);
    failing.reset();
    for (const { kind, runs } of failingRuns ?? []) failing.set({ kind }, runs);
    engineUp.set(engine.status === 'ok' ? 1 : 0);
    storageUp.set(storage.status === 'ok' ? 1 : 0);
  };
  const server = createServer((request, response) => {
    const answer = async (): Promise<void> => {
      if (request.url !== '/metrics' || request.method !== 'GET') {
        response.writeHead(404).end();
        return;
      }
      await measure();
      response.writeHead(200, { 'Content-Type': registry.contentType }).end(await registry.metrics());
    };
    answer().catch((error: Error) => {
      services.log.warn({ err: error }, 'metrics could not be measured');
      response.writeHead(503).end();
    });
  });
  await listen(server, { port: config.metricsPort, host: config.host, setting: 'METRICS_PORT' });
  return {
    observe({ method, route, status, code, durationMs }) {
      requests.observe({ method, route, status: String(status), code: code ?? '' }, durationMs / 1_000);
    },
    close: () => stopListening(server),
  };
}
