import { DATABASE_FIXES } from '../../kernel/db/database-fixes.js';
import { UsageError } from './usage.js';

/** `parseArgs` of `node:util` reports unknown and malformed options by these codes. */
const isUsage = (error: unknown): boolean => error instanceof UsageError
  || (error instanceof TypeError && String((error as NodeJS.ErrnoException).code).startsWith('ERR_PARSE_ARGS'));

/** Errors whose message is enough for the operator; for others the stack is printed too. */
const OPERATOR_ERRORS = new Set([
  'ConfigInvalid', 'Locked', 'PortBusy', 'BinaryNotFound', 'PostgresUnavailable', 'TemporalUnavailable', 'VoicesNotInstalled', 'VoicesMissing',
  'RecogniserNotInstalled', 'RecogniserMissing', 'SoundBankMissing', 'CallRefused', 'ServerUnreachable', 'ServerUnfit', 'MaterialUnreadable',
]);

/** The operator's explanation for each system error code; a stack trace would not help there. */
const SYSTEM_ERRORS: Record<string, string> = {
  ECONNREFUSED: 'a server does not answer: check DATABASE_URL, TEMPORAL_ADDRESS and STORAGE_URL',
  ENOTFOUND: 'a server has no address: check DATABASE_URL, TEMPORAL_ADDRESS and STORAGE_URL',
  ENOTDIR: 'a folder is a file: check DATA_DIR', EACCES: 'a file or folder may not be used: check DATA_DIR', EROFS: 'a folder cannot be written: check DATA_DIR',
  ENOSPC: 'the disk is full',
};

/** The text to print for an error other than wrong usage. */
function shownOf(error: Error): string {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  const fix = DATABASE_FIXES[code];
  if (fix) return `the database refuses: ${error.message}. ${fix}`;
  const meaning = SYSTEM_ERRORS[code];
  if (meaning) return `${meaning} (${error.message || code}). \`proscenium doctor\` lists what is wrong.`;
  return OPERATOR_ERRORS.has(error.name) ? error.message : error.stack ?? error.message;
}

/**
 * A pipe that is closed early (`| head`) is not an error. When a full disk or a closed terminal refuses output, the process must go on, because it may be the
 * one that keeps the stack running; the exit code then tells that output is missing.
 */
function outliveOutput(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') return;
    process.exitCode = 1;
    process.stderr.write(`proscenium: the output could not be written: ${error.message}\n`);
  });
  // An error of standard error itself cannot be reported anywhere.
  process.stderr.on('error', () => undefined);
}

/** Runs a command. Prints its error and sets the exit code: 1 failed, 2 used wrongly. `hint` follows a usage error. */
export async function runToExitCode(command: () => Promise<void>, hint: string): Promise<void> {
  outliveOutput();
  try {
    await command();
  } catch (error) {
    if (isUsage(error)) process.stderr.write(`proscenium: ${(error as Error).message}\n${hint}\n`);
    else process.stderr.write(`proscenium: ${shownOf(error as Error)}\n`);
    process.exitCode = isUsage(error) ? 2 : 1;
  }
}
