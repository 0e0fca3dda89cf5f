import { randomBytes } from 'node:crypto';
import { mkdir, unlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ConfigInvalid, type Config, type PortSetting } from '../../kernel/config/index.js';
import { diskSpace } from '../../kernel/storage/disk-space.js';
import { getServerVersion } from '../../kernel/db/server-version.js';
import { claimPort } from '../stack/ports.js';
import { placePostgres } from '../stack/postgres-place.js';
import { findRunningStack } from '../stack/running-stack.js';
import { missing, ok, reasonOf, warning, type Check, type Examined } from './check.js';

const MIN_FREE_BYTES = 500_000_000;
const GOOD_FREE_BYTES = 3_000_000_000;
const CONNECT_MS = 4_000;

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
      return missing(name, reasonOf(error), `Set ${setting} to another port, or to 0 for a free one.`);
    }
  }));
}

async function checkDataDir({ config }: Examined): Promise<Check[]> {
  const name = 'Data folder';
  const probe = path.join(config.dataDir, `.probe-${randomBytes(4).toString('hex')}`);
  try {
    await mkdir(config.dataDir, { recursive: true });
    await writeFile(probe, '');
    await unlink(probe);
  } catch (error) {
    return [missing(name, `${config.dataDir} cannot be written: ${reasonOf(error)}`,
      'Set DATA_DIR to a folder that you may write to.')];
  }
  const checks = [ok(name, config.dataDir), await checkSpace(config)];
  if (!config.databaseUrl) {
    try {
      const { note } = await placePostgres(config.dataDir);
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

/** Host and port of a URL, without the password that a database URL may contain. */
const placeOf = (url: string): string => {
  try {
    return new URL(url).host;
  } catch {
    return 'an address that is not a URL';
  }
};

async function checkDatabase({ config }: Examined): Promise<Check[]> {
  if (!config.databaseUrl) return [];
  try {
    const version = await getServerVersion(config.databaseUrl, CONNECT_MS);
    return [ok('Database', `${placeOf(config.databaseUrl)}, PostgreSQL ${version}`)];
  } catch (error) {
    return [missing('Database', `${placeOf(config.databaseUrl)}: ${reasonOf(error)}`,
      'Correct DATABASE_URL, or unset it to use the embedded one.')];
  }
}

async function checkTemporal({ config }: Examined): Promise<Check[]> {
  const { address, namespace, apiKey, tls } = config.temporal;
  if (!address) return [];
  const { Connection } = await import('@temporalio/client');
  const { SEARCH_ATTRIBUTES } = await import('../../kernel/temporal/search-attributes.js');
  try {
    const connection = await Connection.connect({
      address, connectTimeout: CONNECT_MS, ...(apiKey ? { apiKey } : {}), ...(tls || apiKey ? { tls: true } : {}),
    });
    try {
      const { customAttributes } = await connection.withDeadline(Date.now() + CONNECT_MS,
        () => connection.operatorService.listSearchAttributes({ namespace }));
      const lacking = Object.values(SEARCH_ATTRIBUTES).filter(({ name }) => !(name in (customAttributes ?? {})));
      if (lacking.length === 0) return [ok('Temporal', `${address}, namespace ${namespace}`)];
      const commands = lacking.map(({ name, type }) =>
        `temporal operator search-attribute create -n ${namespace} --address ${address} --name ${name} `
        + `--type ${type.charAt(0)}${type.slice(1).toLowerCase()}`);
      return [missing('Temporal', `${address}: namespace ${namespace} lacks ${lacking.map(({ name }) => name).join(', ')}`,
        `Run: ${commands.join(' && ')}`)];
    } finally {
      await connection.close();
    }
  } catch (error) {
    return [missing('Temporal', `${address}: ${reasonOf(error)}`,
      'Correct TEMPORAL_ADDRESS, or unset it to use the embedded one.')];
  }
}

/** Checks ports, the data folder, disk space, and configured servers. */
export async function checkSurroundings(examined: Examined): Promise<Check[]> {
  return [
    ...await checkPorts(examined), ...await checkDataDir(examined),
    ...await checkDatabase(examined), ...await checkTemporal(examined),
  ];
}
