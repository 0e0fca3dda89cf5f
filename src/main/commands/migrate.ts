import { parseArgs } from 'node:util';
import type { Config } from '../../kernel/config/index.js';
import { migrate } from '../../kernel/db/migrate.js';
import { withDatabaseUrl } from './database.js';

/** `proscenium migrate`: runs pending migrations and names them. */
export async function runMigrate(argv: string[], config: Config): Promise<void> {
  parseArgs({ args: argv, options: {}, strict: true });
  const applied = await withDatabaseUrl(config, migrate);
  process.stdout.write(applied.length > 0 ? `Applied: ${applied.join(', ')}\n` : 'The database is up to date.\n');
}
