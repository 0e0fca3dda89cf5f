import { parseStorageUrl, STORAGE_URL_FORM } from './storage-url.js';

export type Env = Record<string, string | undefined>;

/** A setting cannot be used; the message names its variable. */
export class ConfigInvalid extends Error {
  override readonly name = 'ConfigInvalid';
}

/** One environment variable: how it is read, and what the documentation says about it. */
export interface Setting<T = unknown> {
  meaning: string;
  /** The documented default, in words. */
  shown: string;
  /** The unit of the value: `days`, `milliseconds`. */
  unit: string | null;
  /** The allowed values; null for a setting without a fixed list. */
  choices: readonly string[] | null;
  /** Throws `ConfigInvalid` for a value that cannot be used. */
  read(env: Env, name: string): T;
}

/** The words of one setting. `shown` describes the default where the default is not a value. */
interface Words { meaning: string; shown?: string; unit?: string }

const declared = <T>({ meaning, shown, unit = '' }: Words, fallback: T, read: Setting<T>['read'], choices: Setting['choices'] = null): Setting<T> =>
  ({ meaning, shown: shown ?? (fallback === null || fallback === '' ? 'none' : String(fallback)), unit: unit || null, choices, read });

export const textOf = (env: Env, name: string): string | null => env[name]?.trim() || null;

const MAX_PORT = 65_535;

function wholeOf<T>(env: Env, name: string, fallback: T, min: number, max = Infinity): number | T {
  const raw = env[name];
  if (raw === undefined || raw === '') return fallback;
  const value = Number(raw);
  if (!Number.isInteger(value) || value < min || value > max) {
    throw new ConfigInvalid(`${name} must be a whole number ${max === Infinity ? `of at least ${min}` : `from ${min} to ${max}`}, not "${raw}"`);
  }
  return value;
}

/** A text that may be absent. */
export const text = (words: Words) => declared<string | null>(words, null, textOf);

/** A text with a default. */
export const textOr = (fallback: string, words: Words) => declared(words, fallback, (env, name) => textOf(env, name) ?? fallback);

/** A whole number of at least `min`. */
export const whole = (fallback: number, min: number, words: Words) => declared(words, fallback, (env, name) => wholeOf(env, name, fallback, min));

/** A port to listen on; 0 stands for a free one. */
export const port = (fallback: number, words: Words) => declared(words, fallback, (env, name) => wholeOf(env, name, fallback, 0, MAX_PORT));

/** A whole number that may be absent. */
export const maybeWhole = (min: number, words: Words, max = Infinity) => declared<number | null>(words, null, (env, name) =>
  (textOf(env, name) === null ? null : wholeOf(env, name, null, min, max)));

/** A port to listen on that may be absent. */
export const maybePort = (words: Words) => maybeWhole(1, words, MAX_PORT);

/** One of a few words; without a default of its own, the first. */
export function choice<const T extends string>(choices: readonly [T, ...T[]], words: Words, fallback: NoInfer<T> = choices[0]): Setting<T> {
  return declared<T>(words, fallback, (env, name) => {
    const value = textOf(env, name) ?? fallback;
    const chosen = choices.find((each) => each === value);
    if (chosen === undefined) throw new ConfigInvalid(`${name} must be one of ${choices.join(', ')}, not "${value}"`);
    return chosen;
  }, choices);
}

/** `true` or `false`, in capitals or not; false when it is not set. */
export const flag = (words: Words) => declared(words, false, (env, name) => {
  const value = textOf(env, name) ?? 'false';
  // Another word must not turn off silently what its author turned on, such as encryption.
  if (!/^(true|false)$/i.test(value)) throw new ConfigInvalid(`${name} must be true or false, not "${value}"`);
  return value.toLowerCase() === 'true';
}, ['true', 'false']);

/** Texts separated by commas. */
export const list = (words: Words) => declared<string[]>({ shown: 'none', ...words }, [], (env, name) =>
  (env[name] ?? '').split(',').map((item) => item.trim()).filter(Boolean));

/** An http or https address: that of a server, or of a page that links to it. */
export const webAddress = (words: Words) => declared<string | null>(words, null, (env, name) => {
  const value = textOf(env, name);
  if (value !== null && !(/^https?:\/\//.test(value) && URL.canParse(value))) {
    throw new ConfigInvalid(`${name} must be an http or https address, not "${value}"`);
  }
  return value;
});

/** The address of a database. */
export const databaseUrl = (words: Words) => declared<string | null>(words, null, (env, name) => {
  const value = textOf(env, name);
  // The message does not repeat the value, because it may contain a password.
  if (value !== null && !/^postgres(?:ql)?:\/\/./.test(value)) throw new ConfigInvalid(`${name} must be postgres://user:password@host:port/database`);
  return value;
});

/** The address of a server that is not reached over http. */
export const hostAndPort = (words: Words) => declared<string | null>(words, null, (env, name) => {
  const value = textOf(env, name);
  const port = Number(/^(?:[^\s:/@[\]]+|\[[\da-f:.]+\]):(\d{1,5})$/i.exec(value ?? '')?.[1] ?? 0);
  if (value !== null && (port < 1 || port > MAX_PORT)) throw new ConfigInvalid(`${name} must be host:port, such as temporal.example:7233, not "${value}"`);
  return value;
});

/** Where media are stored. */
export const storageUrl = (words: Words) => declared<string | null>(words, null, (env, name) => {
  const value = textOf(env, name);
  // The message does not repeat the value: an address of a bucket may contain its keys.
  if (value !== null && !parseStorageUrl(value)) throw new ConfigInvalid(`${name} must be ${STORAGE_URL_FORM}`);
  return value;
});

/** The form of API keys: `psc_`, a prefix that finds the key, and its secret. */
export const API_KEY = /^psc_([a-z0-9]{8,16})_([A-Za-z0-9]{22,64})$/;

export const apiKey = (words: Words) => declared<string | null>(words, null, (env, name) => {
  const value = textOf(env, name);
  // The message does not repeat the value, because it may be a real key with a typing error.
  if (value !== null && !API_KEY.test(value)) {
    throw new ConfigInvalid(`${name} must read psc_<prefix>_<secret>: 8 to 16 of a-z 0-9, then 22 to 64 of A-Z a-z 0-9`);
  }
  return value;
});

/** A number of 0 to 2; null for `none`. */
export const temperature = (words: Words) => declared<number | null>({ shown: '0', ...words }, 0, (env, name) => {
  const raw = textOf(env, name);
  if (raw === 'none') return null;
  const value = Number(raw ?? 0);
  if (!(value >= 0 && value <= 2)) throw new ConfigInvalid(`${name} must be a number from 0 to 2, or none, not "${raw}"`);
  return value;
});
