import path from 'node:path';
import { parseArgs } from 'node:util';
import { createStore } from '../../adapters/storage/index.js';
import type { Config } from '../../config/index.js';
import { findSeries } from '../../domain/publishing/series/series-store.js';
import { exportSeries } from '../../pages/publishing/export-series.js';
import { withDatabase } from './database.js';
import { UsageError } from './usage.js';

/** `proscenium export-series ID DIR [--base-url URL]`. Throws `UsageError`. */
export async function runExportSeries(argv: string[], config: Config): Promise<void> {
  const { values, positionals: [seriesId, folder, ...more] } = parseArgs({
    args: argv, allowPositionals: true, strict: true, options: { 'base-url': { type: 'string' } },
  });
  if (!seriesId || !folder || more.length > 0) throw new UsageError('export-series takes the id of a series and a folder');
  const baseUrl = values['base-url'] ?? config.mediaUrl ?? config.appUrl;
  if (!/^https?:\/\/[^/]/.test(baseUrl)) throw new UsageError('--base-url takes an http or https address');
  const exported = await withDatabase(config, async (db) => {
    const series = await findSeries(db, seriesId);
    if (!series) throw new UsageError(`there is no series ${seriesId}`);
    return exportSeries({ db, store: createStore(config), config }, series, path.resolve(folder), baseUrl);
  });
  if (!exported) throw new UsageError(`the series ${seriesId} has no connected feed`);
  const megabytes = (exported.bytes / 1e6).toFixed(1);
  process.stdout.write(`${exported.episodes} episodes, ${megabytes} MB, in ${path.resolve(folder)}\n${exported.feeds.join('\n')}\n`);
}
