import path from 'node:path';
import { parseArgs } from 'node:util';
import { createStore } from '../../kernel/storage/index.js';
import type { Config } from '../../kernel/config/index.js';
import { findSeries, findSeriesBySlug } from '../../domain/publishing/series/series-store.js';
import { exportSeries } from '../../pages/publishing/export-series.js';
import { findRunningStack } from '../stack/running-stack.js';
import { withDatabase } from './database.js';
import { UsageError } from './usage.js';

/**
 * The base URL from which listeners will fetch the files: the configured media or page address, else that of the stack that runs on the data folder. Throws
 * `UsageError` without either, because a feed with the address of another server would mislead its listeners.
 */
async function publicAddress(config: Config): Promise<string> {
  if (config.mediaUrl) return config.mediaUrl;
  // The port, or an address that contains it, was set explicitly, so `appUrl` is right even while no stack runs.
  if (config.fixedPorts.includes('PORT')) return config.appUrl;
  const running = await findRunningStack(config.dataDir);
  if (running) return running.appUrl;
  throw new UsageError('no stack runs on this data folder: say with --base-url (or APP_URL) at which address listeners will find the files');
}

/** `proscenium export-series ID|SLUG DIR [--base-url URL]`. Throws `UsageError`. */
export async function runExportSeries(argv: string[], config: Config): Promise<void> {
  const { values, positionals: [name, folder, ...more] } = parseArgs({
    args: argv, allowPositionals: true, strict: true, options: { 'base-url': { type: 'string' } },
  });
  if (!name || !folder || more.length > 0) throw new UsageError('export-series takes the id or slug of a series, and a folder');
  const baseUrl = values['base-url'] ?? await publicAddress(config);
  if (!/^https?:\/\/[^/]/.test(baseUrl)) throw new UsageError('--base-url takes an http or https address');
  const exported = await withDatabase(config, async (db) => {
    const series = await findSeries(db, name) ?? await findSeriesBySlug(db, name);
    if (!series) throw new UsageError(`there is no series with the id or slug ${name}`);
    return exportSeries({ db, store: createStore(config), config }, series, path.resolve(folder), baseUrl);
  });
  if (!exported) throw new UsageError(`the series ${name} has no connected feed`);
  const megabytes = (exported.bytes / 1e6).toFixed(1);
  process.stdout.write(`${exported.episodes} episodes, ${megabytes} MB, in ${path.resolve(folder)}\n${exported.feeds.join('\n')}\n`);
}
