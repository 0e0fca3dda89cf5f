import { randomBytes } from 'node:crypto';
import { unlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ConfigInvalid, type Config, type PortSetting } from '../../kernel/config/index.js';
import { diskSpace } from '../../kernel/storage/disk-space.js';
import { makeFolder } from '../../kernel/storage/make-folder.js';
import { claimPort } from '../stack/ports.js';
import { findForeignOwner, placePostgres } from '../stack/postgres-place.js';
import { findRunningStack } from '../stack/running-stack.js';
import { missing, ok, reasonOf, warning, type Check, type Examined } from './check.js';

const MIN_FREE_BYTES = 500_000_000;
const GOOD_FREE_BYTES = 3_000_000_000;
const ANSWER_MS = 2_000;

/**
 * True when a Proscenium API answers on the port and may be that of this configuration: of a cluster, whose servers and other processes run elsewhere. Only its
 * title is compared. With an embedded server it is the stack of another data folder, beside which `up` finds the port in use.
 */
async function isOwnApi({ baseUrl, host, databaseUrl, temporal }: Config, port: number): Promise<boolean> {
  if (!databaseUrl || !temporal.address) return false;
  const at = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  try {
    const place = new URL(`${new URL(baseUrl).pathname}/openapi.json`, `http://${at.includes(':') ? `[${at}]` : at}:${port}`);
    const response = await fetch(place, { signal: AbortSignal.timeout(ANSWER_MS) });
    const { info } = await response.json() as { info?: { title?: unknown } };
    return String(info?.title).startsWith('Proscenium');
  } catch {
    // Another program answers in another way, or not at all.
    return false;
  }
}

async function checkPorts({ config }: Examined): Promise<Check[]> {
  const running = await findRunningStack(config.dataDir);
  if (running) return [ok('Ports', `a stack runs on this data folder, at ${running.appUrl}`)];
  const wanted: { setting: PortSetting; port: number; host: string }[] = [
    { setting: 'PORT', port: config.port, host: config.host },
    ...(config.databaseUrl ? [] : [{ setting: 'POSTGRES_PORT' as const, port: config.postgresPort, host: '127.0.0.1' }]),
    ...(config.temporal.address ? [] : [
      { setting: 'TEMPORAL_PORT' as const, port: config.temporal.port, host: '127.0.0.1' },
      { setting: 'TEMPORAL_UI_PORT' as const, port: config.temporal.uiPort, host: '127.0.0.1' },
    ]),
  ];
  return Promise.all(wanted.map(async ({ setting, port, host }) => {
    const name = `${setting} ${port}`;
    try {
      const found = await claimPort(port, setting, host, !config.fixedPorts.includes(setting));
      if (found !== port) return ok(name, port === 0 ? 'a free one is taken at start' : 'in use; another free one is taken at start');
      return ok(name, 'free');
    } catch (error) {
      if (error instanceof ConfigInvalid) {
        return missing(`HOST ${host}`, reasonOf(error), 'Set HOST to 127.0.0.1, to 0.0.0.0, or to an address of this machine.');
      }
      if (setting === 'PORT' && await isOwnApi(config, port)) return ok(name, 'a Proscenium API runs there already');
      return missing(name, reasonOf(error), `Set ${setting} to another port, or to 0 for a free one.`);
    }
  }));
}

async function checkDataDir({ config }: Examined): Promise<Check[]> {
  const name = 'Data folder';
  const probe = path.join(config.dataDir, `.probe-${randomBytes(4).toString('hex')}`);
  try {
    await makeFolder(config.dataDir);
    await writeFile(probe, '');
    await unlink(probe);
  } catch (error) {
    return [missing(name, `${config.dataDir} cannot be written: ${reasonOf(error)}`,
      'Set DATA_DIR to a folder that you may write to.')];
  }
  const checks = [ok(name, config.dataDir), await checkSpace(config)];
  if (!config.databaseUrl) {
    try {
      const { note, folder, user } = await placePostgres(config.dataDir);
      const foreign = await findForeignOwner(path.join(folder, 'postgres'), user);
      if (foreign && !foreign.isAdopted) checks.push(missing('Owner of the database', foreign.detail, foreign.fix));
      if (note) checks.push(warning('Postgres as root', note, 'To keep all data in one folder, set DATA_DIR to a folder that other users may enter.'));
    } catch (error) {
      checks.push(missing('Postgres user', reasonOf(error), 'Start Proscenium as an ordinary user, or set DATABASE_URL.'));
    }
  }
  return checks;
}

async function checkSpace(config: Config): Promise<Check> {
  const { freeBytes, minFreeBytes, isLow } = await diskSpace(config);
  const detail = `${(freeBytes / 1e9).toFixed(1)} GB free`;
  const fix = 'Free some space, or set DATA_DIR to another disk.';
  if (isLow) return missing('Disk space', `${detail}; with less than ${(minFreeBytes / 1e9).toFixed(1)} GB, calls that store something are refused`, fix);
  if (freeBytes < MIN_FREE_BYTES) return missing('Disk space', detail, fix);
  return freeBytes < GOOD_FREE_BYTES ? warning('Disk space', detail, fix) : ok('Disk space', detail);
}

/** Checks ports, the data folder and disk space. */
export async function checkSurroundings(examined: Examined): Promise<Check[]> {
  return [...await checkPorts(examined), ...await checkDataDir(examined)];
}
