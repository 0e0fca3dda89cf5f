// `npm test`: builds, starts one Postgres and one Temporal server for the whole run, then Jest with the given arguments.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { access, chmod, constants, mkdtemp, rm, statfs } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildProject } from '../src/main/build.mjs';
import { secondRun } from './second-run.mjs';
import { childrenSeconds } from './support/jest/processor-time.mjs';

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const compiled = (file) => import(pathToFileURL(path.join(ROOT, 'dist/src', file)).href);
const INTERRUPTED = 130;
const say = (message) => process.stderr.write(`${message}\n`);

async function findChromium() {
  const { findOnPath } = await compiled('main/binaries/search-path.js');
  const configured = process.env.CHROMIUM_PATH;
  if (configured) {
    await access(configured, constants.X_OK);
    return configured;
  }
  // The headless shell comes first: the full browsers also run windows and internal pages, which take processor time.
  for (const name of ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']) {
    const found = await findOnPath(name);
    if (found) return found;
  }
  say('NO BROWSER: no Chromium on PATH and CHROMIUM_PATH is not set; the browser tests are SKIPPED (with CI=true they fail).');
  return '';
}

/** The folder of the larger corpora, which do not belong to the project, or '' when it is absent. Our own texts test the same features. */
function findCorpora() {
  const folder = path.resolve(ROOT, process.env.PROSCENIUM_CORPORA || '../shared/fixtures');
  if (existsSync(folder)) return folder;
  say(`NO LARGER CORPORA: nothing at ${folder} (PROSCENIUM_CORPORA); the tests on them are SKIPPED, those on the project's own texts run.`);
  return '';
}

/** The cache with the neural voices, or empty where they are not installed. */
async function findVoicePackCache({ cacheDir }) {
  const { findVoicePack } = await compiled('craft/speech/neural/voice-pack.js');
  if (await findVoicePack(cacheDir)) return cacheDir;
  say('NO NEURAL VOICES: not installed (npm run proscenium voices install); their tests are SKIPPED (with CI=true they fail), all others speak with the stage voices.');
  return '';
}

/** The cache with the instruments of composed music, or empty where they are not installed. */
async function findSoundBankCache({ cacheDir }) {
  const { findSoundBank } = await compiled('craft/audio/composer/sound-bank.js');
  if (await findSoundBank(cacheDir)) return cacheDir;
  say('NO INSTRUMENTS: not installed (npm run proscenium music install); the tests that play composed music are SKIPPED (with CI=true they fail).');
  return '';
}

const MEMORY_FOLDER = '/dev/shm';
const TMPFS = 0x01021994;
const ROOM_BYTES = 4 * 1024 ** 3;

/**
 * Where the shared servers keep their data: in memory where there is room for it. Each suite has a database of its own, and making and dropping
 * one takes twenty times the processor time on a disk.
 */
async function folderForServers() {
  const { type, bavail, bsize } = await statfs(MEMORY_FOLDER).catch(() => ({}));
  const isRoomy = type === TMPFS && bavail * bsize > ROOM_BYTES && freemem() > ROOM_BYTES;
  return isRoomy ? MEMORY_FOLDER : tmpdir();
}

/** Starts what the tests share. `started` gets a stop function for each part, so that a failure halfway stops the rest. */
async function startShared(dataDir, started) {
  const { readConfig } = await compiled('kernel/config/index.js');
  const { locateFfmpeg, locateTemporalCli } = await compiled('main/binaries.js');
  const { startEmbeddedPostgres } = await compiled('main/stack/postgres.js');
  const { startTemporalServer } = await compiled('main/stack/temporal.js');
  const config = readConfig();
  const [temporalCli, ffmpeg, chromium] = await Promise.all([
    locateTemporalCli(config, { onProgress: say }), locateFfmpeg(config, { onProgress: say }), findChromium(),
  ]);
  const postgres = await startEmbeddedPostgres({ dataDir, port: 0, durable: false, maxConnections: 200 });
  started.push(() => postgres.stop());
  const temporal = await startTemporalServer({ cliPath: temporalCli.path, dataDir, port: 0, uiPort: 0, retentionDays: 1 });
  started.push(() => temporal.stop());
  return {
    NODE_ENV: 'test',
    TEST_DATABASE_ADMIN_URL: postgres.adminUrl,
    TEST_TEMPORAL_ADDRESS: temporal.address,
    TEST_TEMPORAL_UI_URL: temporal.uiUrl,
    TEST_CHROMIUM_PATH: chromium,
    TEST_CORPORA: findCorpora(),
    TEST_VOICE_PACK_CACHE: await findVoicePackCache(config),
    TEST_SOUND_BANK_CACHE: await findSoundBankCache(config),
    // The stage voices speak at once and always in the same way; the tests of the neural ones choose those themselves.
    VOICES: 'stage',
    // Pieces of the catalogue are available at once; the tests of composed music choose that setting themselves.
    MUSIC: 'catalogue',
    // A performance that starts by itself would run beside the work that a test examines; the tests of recordings choose that setting themselves.
    RECORD_READS: 'on-demand',
    FFMPEG_PATH: ffmpeg.path,
    TEMPORAL_CLI_PATH: temporalCli.path,
  };
}

/** Settings of the developer's own installation must not reach the tests. */
function testEnvironment(additions) {
  const inherited = { ...process.env };
  for (const name of ['DATABASE_URL', 'TEMPORAL_ADDRESS', 'STORAGE_URL', 'DATA_DIR', 'PORT', 'APP_URL', 'BASE_URL',
    'PROSCENIUM_BOOTSTRAP_KEY', 'TEXT_BASE_URL', 'SPEECH_BASE_URL', 'VOICES_URL', 'MUSIC_URL']) delete inherited[name];
  return { ...inherited, ...additions };
}

/**
 * A Jest worker keeps some memory of each suite that it has run, so idle workers above the limit are restarted. Only for whole runs: with this setting Jest
 * starts a worker even for a single file.
 */
const forMany = (jestArguments) => (jestArguments.some((argument) => !argument.startsWith('-')) ? [] : ['--workerIdleMemoryLimit=1GB']);

function runJest(environment, jestArguments) {
  const jest = path.join(ROOT, 'node_modules/jest/bin/jest.js');
  const nodeArguments = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', jest];
  const child = spawn(process.execPath, [...nodeArguments, ...forMany(jestArguments), ...jestArguments], {
    cwd: ROOT, stdio: 'inherit', env: testEnvironment(environment),
  });
  // The terminal's Ctrl-C reaches Jest by itself; we wait for it and stop the rest.
  interrupted.addEventListener('abort', () => child.kill('SIGTERM'));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? INTERRUPTED));
  });
}

/** Says the processor seconds of each part of the run, with all processes it started; nothing where the platform does not tell them. */
function sayProcessorSeconds(jest, servers) {
  if (jest + servers === 0) return;
  say(`\nProcessor seconds of the run: ${Math.round(jest)} of the tests and what they started, ${Math.round(servers)} of the shared Postgres and Temporal.`);
}

const interruption = new AbortController();
const interrupted = interruption.signal;

async function main() {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => interruption.abort(signal));
  await buildProject();
  const dataDir = await mkdtemp(path.join(await folderForServers(), 'proscenium-run-'));
  // Started by root, Postgres runs as another user, who must be able to enter.
  await chmod(dataDir, 0o711);
  const started = [];
  let jestSeconds = 0;
  try {
    const environment = await startShared(dataDir, started);
    if (interrupted.aborted) return INTERRUPTED;
    const jestArguments = process.argv.slice(2);
    const resultsFile = path.join(dataDir, 'results.json');
    const results = { ...environment, TEST_RESULTS: resultsFile, TEST_PROCESSOR_TIMES: path.join(dataDir, 'processor-times.jsonl') };
    const before = childrenSeconds();
    const first = await runJest(results, jestArguments);
    jestSeconds = childrenSeconds() - before;
    if (interrupted.aborted) return INTERRUPTED;
    if (!process.env.CI) return first;
    const alone = [...jestArguments.filter((argument) => argument.startsWith('-')), '--runInBand', '--runTestsByPath'];
    const runAgain = (files) => runJest(results, [...alone, ...files]);
    return await secondRun({ code: first, resultsFile, root: ROOT, runAgain, say });
  } finally {
    const before = childrenSeconds();
    for (const stop of started.reverse()) await stop();
    sayProcessorSeconds(jestSeconds, childrenSeconds() - before);
    await rm(dataDir, { recursive: true, force: true });
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  say(error.stack ?? String(error));
  process.exitCode = 1;
}
