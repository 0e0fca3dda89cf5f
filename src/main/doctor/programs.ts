import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { findFfmpeg, findOnPath, findTemporalCli, isExecutable } from '../binaries.js';
import { missing, ok, reasonOf, warning, type Check, type Examined } from './check.js';

const run = promisify(execFile);

/** Names of Chromium on PATH, in order of preference. */
export const CHROMIUM_NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

async function checkTemporalCli(examined: Examined): Promise<Check> {
  const name = 'Temporal CLI';
  const { config } = examined;
  if (config.temporal.address) return ok(name, 'not needed: TEMPORAL_ADDRESS is set');
  try {
    const found = await findTemporalCli(config, examined);
    return ok(name, `${found.version}, ${found.path} (${found.source})`);
  } catch (error) {
    const [detail, ...fix] = (error as Error).message.split('\n');
    return missing(name, detail!, fix.join(' ') || 'Set TEMPORAL_CLI_PATH to a temporal program.');
  }
}

async function checkFfmpeg(examined: Examined): Promise<Check> {
  const name = 'ffmpeg';
  try {
    const found = await findFfmpeg(examined.config, examined);
    const detail = `${found.version}, ${found.path} (${found.source})`;
    if (found.missing.length === 0) return ok(name, detail);
    return warning(name, `${detail} lacks ${found.missing.join(', ')}: some pictures and sound cannot be made`,
      'Install a complete ffmpeg (Debian: apt-get install ffmpeg) or set FFMPEG_PATH to one.');
  } catch (error) {
    const [detail, ...fix] = (error as Error).message.split('\n');
    return missing(name, detail!, fix.join(' ') || 'Set FFMPEG_PATH to an ffmpeg with libmp3lame and libx264.');
  }
}

const PIP_FIX = 'Nothing to do unless fetching fails: install python3-pip.';

async function checkPip({ tools }: Examined): Promise<Check> {
  const name = 'Python and pip';
  const python = await findOnPath('python3', tools);
  if (!python) {
    return warning(name, 'python3 is not on PATH; programs are fetched without it', PIP_FIX);
  }
  try {
    const { stdout } = await run(python, ['-m', 'pip', '--version'], { timeout: 20_000 });
    return ok(name, stdout.trim().split(' ').slice(0, 2).join(' '));
  } catch (error) {
    return warning(name, `pip does not run: ${reasonOf(error)}`, PIP_FIX);
  }
}

async function checkChromium({ tools }: Examined): Promise<Check> {
  const name = 'Chromium';
  if (tools.chromiumPath) {
    return await isExecutable(tools.chromiumPath) ? ok(name, tools.chromiumPath)
      : warning(name, `CHROMIUM_PATH (${tools.chromiumPath}) is not a program`,
        'Set it to a Chromium; only the browser tests use it.');
  }
  for (const candidate of CHROMIUM_NAMES) {
    const found = await findOnPath(candidate, tools);
    if (found) return ok(name, found);
  }
  return warning(name, 'not found; only the browser tests need it', 'Install chromium, or set CHROMIUM_PATH.');
}

/** Programs that are not part of the npm packages. */
export async function checkPrograms(examined: Examined): Promise<Check[]> {
  return [
    await checkTemporalCli(examined), await checkFfmpeg(examined), await checkPip(examined), await checkChromium(examined),
  ];
}
