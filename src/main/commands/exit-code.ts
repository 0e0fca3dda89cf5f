import { UsageError } from './usage.js';

/** `parseArgs` of `node:util` reports unknown and malformed options by these codes. */
const isUsage = (error: unknown): boolean => error instanceof UsageError
  || (error instanceof TypeError && String((error as NodeJS.ErrnoException).code).startsWith('ERR_PARSE_ARGS'));

/** Errors whose message is enough for the operator; for others the stack is printed too. */
const OPERATOR_ERRORS = new Set([
  'ConfigInvalid', 'Locked', 'PortBusy', 'BinaryNotFound', 'PostgresUnavailable', 'TemporalUnavailable', 'VoicesNotInstalled', 'VoicesMissing',
  'RecogniserNotInstalled', 'RecogniserMissing',
]);

/** A pipe that is closed early (`| head`) is not an error. */
function allowEarlyReaders(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => { if (error.code !== 'EPIPE') throw error; });
  }
}

/** Runs a command. Prints its error and sets the exit code: 1 failed, 2 used wrongly. `hint` follows a usage error. */
export async function runToExitCode(command: () => Promise<void>, hint: string): Promise<void> {
  allowEarlyReaders();
  try {
    await command();
  } catch (error) {
    const { message, stack, name } = error as Error;
    if (isUsage(error)) process.stderr.write(`proscenium: ${message}\n${hint}\n`);
    else process.stderr.write(`proscenium: ${OPERATOR_ERRORS.has(name) ? message : stack ?? message}\n`);
    process.exitCode = isUsage(error) ? 2 : 1;
  }
}
