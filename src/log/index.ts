import pino, { type Logger } from 'pino';

export type { Logger };

/** JSON lines on stderr; ids and hashes only, never script text or keys. */
export function createLogger(name: string, level: string): Logger {
  return pino({
    name, level,
    redact: { paths: ['authorization', 'apiKey', 'secret', 'token', '*.authorization', '*.apiKey', '*.secret', '*.token'], censor: '[hidden]' },
  }, pino.destination(2));
}
