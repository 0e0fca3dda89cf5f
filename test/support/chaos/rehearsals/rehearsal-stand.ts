import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker';
import { build } from 'esbuild';
import Type from 'typebox';
import { closed } from '../../../../src/kernel/contract/models.js';
import { accepted } from '../../../../src/kernel/http/operations/answers.js';
import { operationDefiner } from '../../../../src/kernel/http/operations/define-operation.js';
import { workIdOf } from '../../../../src/kernel/works/ids.js';
import { failLostWork, isLost, requestWork } from '../../../../src/kernel/works/request.js';
import { findWork } from '../../../../src/kernel/works/work-store.js';
import { StartedProcesses, type Served } from '../../processes.js';
import { openStand, type Stand } from '../../stands/stand.js';
import { createRehearsals, forgetRehearsals, PARTS, registerRehearsals, type RehearsalInput } from './rehearsal-kind.js';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const SOURCES = 'test/support/chaos/rehearsals';
/** Inside `dist`, so that the same relative imports find the compiled product. */
const COMPILED = path.join(ROOT, 'dist', SOURCES);

export const workOf = (subjectId: string): string => workIdOf('rehearsal', subjectId);

/** Starts a rehearsal. One that failed, or whose run is gone, is started again: its next epoch. */
const rehearse = operationDefiner({})({
  area: 'library', scopes: ['story:write'], id: 'rehearse', method: 'POST', path: '/rehearsals', idempotency: 'required', summary: 'Rehearse',
  request: { body: closed({ subjectId: Type.String(), broken: Type.Array(Type.Integer()) }) },
  response: { 202: closed({ status: Type.String(), epoch: Type.Integer() }) },
  async handle({ body: { subjectId, broken }, actor: { accountId }, requestId }, services) {
    const workId = workOf(subjectId);
    const known = await findWork(services.db, workId);
    if (known && await isLost(services, known)) {
      await failLostWork(services, registerRehearsals(), known, { code: 'internal_error', message: 'The run was stopped; it was started again.' });
    }
    const { status, epoch } = await requestWork<RehearsalInput, unknown, unknown, unknown>(services, registerRehearsals() as never, {
      accountId, projectId: null, subjectId, label: `Rehearsing ${subjectId}`, requestId, lines: PARTS, broken,
    });
    return accepted({ status, epoch });
  },
});

export interface RehearsalStand extends Stand {
  /** The folder of the calls that a worker must wait at, and the file in which workers record their calls. */
  held: string;
  calls: string;
  /** Starts a worker process; `holds`: it waits at the held calls. */
  startWorker(holds: boolean): Promise<Served>;
  withLogs<T>(work: () => Promise<T>): Promise<T>;
}

/** Compiles worker and workflow of the rehearsals. Returns the path of the workflow bundle. */
async function compile(): Promise<string> {
  const entryPoints = (await readdir(path.join(ROOT, SOURCES))).filter((name) => name !== 'rehearsal-stand.ts').map((name) => path.join(ROOT, SOURCES, name));
  await build({ entryPoints, outdir: COMPILED, format: 'esm', platform: 'node', target: 'node20', logLevel: 'silent' });
  const { code } = await bundleWorkflowCode({
    workflowsPath: path.join(COMPILED, 'rehearsal.workflow.js'), logger: new DefaultLogger('ERROR'),
    workflowInterceptorModules: [path.join(ROOT, 'dist/workflows/shared/signal-guard.js')],
  });
  const file = path.join(COMPILED, 'workflows.bundle.js');
  await writeFile(file, code);
  return file;
}

/** An API in this process that takes orders for rehearsals, and workers for them as processes of their own. */
export async function openRehearsalStand(): Promise<RehearsalStand> {
  registerRehearsals();
  const [stand, bundle, folder] = await Promise.all([
    openStand({ operations: [rehearse] }), compile(), mkdtemp(path.join(tmpdir(), 'proscenium-rehearsals-')),
  ]);
  const { config, connections, api } = stand;
  await createRehearsals(api.services.db);
  const crew = new StartedProcesses(folder, {
    ...process.env as Record<string, string>, NODE_OPTIONS: '', NODE_ENV: 'test', LOG_LEVEL: 'warn', DATA_DIR: config.dataDir, DATABASE_POOL_SIZE: '20',
    DATABASE_URL: connections.databaseUrl, TEMPORAL_ADDRESS: connections.temporalAddress, TASK_QUEUE_PREFIX: config.temporal.queuePrefix,
  });
  const [held, calls] = [path.join(folder, 'held'), path.join(folder, 'calls')];
  return {
    ...stand, held, calls,
    startWorker: (holds) => crew.start('rehearsals', [bundle, holds ? held : path.join(folder, 'none'), calls], { script: path.join(COMPILED, 'worker.js') }),
    withLogs: (work) => crew.withLogs(work),
    async close() {
      await crew.dismiss();
      await stand.close();
      forgetRehearsals();
      await rm(COMPILED, { recursive: true, force: true });
      await rm(folder, { recursive: true, force: true });
    },
  };
}
