import pino, { type Logger } from 'pino';
import { LineWriter } from './line-writer.js';

export type { Logger };

const STDERR = 2;
const WARN = 40;

const noticeOf = (dropped: number): string =>
  `${JSON.stringify({ level: WARN, time: Date.now(), pid: process.pid, dropped, msg: 'lines of this log could not be written and are missing' })}\n`;

/** One writer per process, because all loggers write to the same file. */
let shared: LineWriter | undefined;

function stderrLines(): LineWriter {
  if (shared) return shared;
  const lines = new LineWriter(STDERR, noticeOf);
  process.on('exit', () => lines.flushSync());
  shared = lines;
  return lines;
}

/**
 * JSON lines on stderr, with only ids and hashes, never script text or keys. Lines are written after the request has continued (writing them in line costs a
 * tenth of the request's time) and flushed when the process exits; an end without an `exit` event, such as by SIGKILL or a crash of Node, loses the last
 * lines. On a full disk lines are dropped and counted.
 */
export function createLogger(name: string, level: string): Logger {
  return pino({
    name, level,
    redact: { paths: ['authorization', 'apiKey', 'secret', 'token', '*.authorization', '*.apiKey', '*.secret', '*.token'], censor: '[hidden]' },
  }, stderrLines());
}
