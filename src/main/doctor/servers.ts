import { DATABASE_FIXES } from '../../kernel/db/database-fixes.js';
import { getServerVersion } from '../../kernel/db/server-version.js';
import { missing, ok, reasonOf, type Check, type Examined } from './check.js';

const ANSWER_MS = 4_000;

/** Host and port of a URL, without the password that a database URL may contain. */
const placeOf = (url: string): string => {
  try {
    return new URL(url).host;
  } catch {
    return 'an address that is not a URL';
  }
};

async function checkDatabase({ config }: Examined): Promise<Check[]> {
  const [name, url] = ['Database', config.databaseUrl];
  if (!url) return [];
  const { pendingMigrations } = await import('../../kernel/db/pending-migrations.js');
  try {
    const version = await getServerVersion(url, ANSWER_MS);
    const { length } = await pendingMigrations(url, ANSWER_MS);
    const detail = `${placeOf(url)}, PostgreSQL ${version}`;
    return [length === 0 ? ok(name, detail) : missing(name, `${detail}, lacks ${length} migrations of this version`, 'Run proscenium migrate.')];
  } catch (error) {
    return [missing(name, `${placeOf(url)}: ${reasonOf(error)}`,
      DATABASE_FIXES[(error as { code?: string }).code ?? ''] ?? 'Correct DATABASE_URL, or unset it to use the embedded one.')];
  }
}

async function checkTemporal({ config }: Examined): Promise<Check[]> {
  const { address, namespace } = config.temporal;
  if (!address) return [];
  const { inspectNamespace } = await import('../../kernel/temporal/namespace-fault.js');
  try {
    const fault = await inspectNamespace(config, address, ANSWER_MS);
    return [fault ? missing('Temporal', `${address}: ${fault.detail}`, fault.fix) : ok('Temporal', `${address}, namespace ${namespace}`)];
  } catch (error) {
    return [missing('Temporal', `${address}: ${reasonOf(error)}`,
      'Correct TEMPORAL_ADDRESS, or unset it to use the embedded one.')];
  }
}

/** Stores a small object in the configured media store and deletes it. Without a setting the store is a part of the data folder. */
async function checkStorage({ config }: Examined): Promise<Check[]> {
  if (!config.storageUrl) return [];
  const [name, place] = ['Media store', config.storageUrl.replace(/\?.*$/, '')];
  const [{ createStore }, { probeStore }] = await Promise.all([import('../../kernel/storage/index.js'), import('../../kernel/storage/probe.js')]);
  try {
    await probeStore(createStore(config));
    return [ok(name, place)];
  } catch (error) {
    return [missing(name, `${place} takes no files: ${reasonOf(error)}`,
      'Correct STORAGE_URL and the keys of the store, or unset it to use the data folder.')];
  }
}

/** Checks the servers that are configured in place of embedded ones. */
export async function checkServers(examined: Examined): Promise<Check[]> {
  return [...await checkDatabase(examined), ...await checkTemporal(examined), ...await checkStorage(examined)];
}
