import pino, { type Logger } from 'pino';
import { LineWriter } from './line-writer.js';

export type { Logger };

const STDERR = 2;
const WARN = 40;

const noticeOf = (dropped: number): string =>
  `${JSON.stringify({ level: WARN, time: Date.now(), pid: process.pid, dropped, msg: 'lines of this log could not be written and are missing' })}\n`;

/** One for the process: all loggers write to the same file. */
let shared: LineWriter | undefined;

function stderrLines(): LineWriter {
  if (shared) return shared;
  const lines = new LineWriter(STDERR, noticeOf);
  process.on('exit', () => lines.flushSync());
  shared = lines;
  return lines;
}

/**
 * JSON lines on stderr; ids and hashes only, never script text or keys. They are written behind the request (in line they cost it a
 * tenth of its time) and flushed when the process ends; only SIGKILL loses the last ones. On a full disk lines are dropped and counted.
 */
export function createLogger(name: string, level: string): Logger {
  return pino({
    name, level,
    redact: { paths: ['authorization', 'apiKey', 'secret', 'token', '*.authorization', '*.apiKey', '*.secret', '*.token'], censor: '[hidden]' },
  }, stderrLines());
}
