import { pathToFileURL } from 'node:url';
import { readConfig, type Config } from '../kernel/config/index.js';
import { runToExitCode } from './commands/exit-code.js';
import { findClosestName } from '../kernel/contract/texts/closest-name.js';
import { HELP, helpOf, UsageError } from './commands/usage.js';
import { prosceniumVersion } from './version.js';
import { traceToSources } from './stack-traces.js';

/** Each command loads its module only when it runs, so that `--help` and small commands start fast. */
const COMMANDS: Record<string, (argv: string[], config: Config) => Promise<void>> = {
  up: async (argv, config) => (await import('./commands/up.js')).runUp(argv, config),
  api: async (argv, config) => (await import('./commands/serve.js')).runApi(argv, config),
  worker: async (argv, config) => (await import('./commands/serve.js')).runWorker(argv, config),
  migrate: async (argv, config) => (await import('./commands/migrate.js')).runMigrate(argv, config),
  keys: async (argv, config) => (await import('./commands/keys.js')).runKeys(argv, config),
  accounts: async (argv, config) => (await import('./commands/accounts.js')).runAccounts(argv, config),
  credits: async (argv, config) => (await import('./commands/accounts.js')).runCredits(argv, config),
  'export-series': async (argv, config) => (await import('./commands/export-series.js')).runExportSeries(argv, config),
  doctor: async (argv, config) => (await import('./doctor.js')).runDoctor(argv, config),
  inspect: async (argv, config) => (await import('./inspect.js')).runInspect(argv, config),
  produce: async (argv, config) => (await import('./commands/produce.js')).runProduce(argv, config),
  demo: async (argv, config) => (await import('./demo.js')).runDemo(argv, config),
  voices: async (argv, config) => (await import('./commands/voices.js')).runVoices(argv, config),
  music: async (argv, config) => (await import('./commands/music.js')).runMusic(argv, config),
  recogniser: async (argv, config) => (await import('./commands/recogniser.js')).runRecogniser(argv, config),
  hear: async (argv, config) => (await import('./hear/index.js')).runHear(argv, config),
  pictures: async (argv, config) => (await import('./pictures/index.js')).runPictures(argv, config),
  docs: async (argv) => (await import('./docs/generate-docs.js')).runDocs(argv),
};

/** Runs one command and sets the exit code: 0 done, 1 failed, 2 wrong usage. */
export async function main(argv: string[]): Promise<void> {
  traceToSources();
  const [name, ...rest] = argv;
  await runToExitCode(async () => {
    if (name === '--version' || name === '-v' || name === 'version') {
      process.stdout.write(`${prosceniumVersion()}\n`);
      return;
    }
    if (name === undefined || ((name === '--help' || name === '-h') && rest.length === 0) || (name === 'help' && rest.length === 0)) {
      process.stdout.write(HELP);
      return;
    }
    if (name === 'help' || name === '--help' || name === '-h' || rest.includes('--help') || rest.includes('-h')) {
      process.stdout.write(helpOf(/help|^-h$/.test(name) ? rest[0]! : name));
      return;
    }
    const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
    if (!command) {
      const meant = findClosestName(name, Object.keys(COMMANDS));
      throw new UsageError(`there is no command "${name.slice(0, 40)}"${meant ? `; did you mean "${meant}"?` : ''}`);
    }
    await command(rest, readConfig());
  }, 'proscenium --help lists the commands and their options.');
}

// The supervisor runs this module as a program; the launcher imports it.
if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await main(process.argv.slice(2));
