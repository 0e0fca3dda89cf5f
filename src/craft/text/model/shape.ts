import { Ajv2020 } from 'ajv/dist/2020.js';

type Schema = Record<string, unknown>;

/** Keywords that constrained decoding handles badly or rejects; this client checks them itself. */
const LOCAL = new Set(['minLength', 'pattern', '~kind', '~optional', '~unsafe']);
/** Bounds that keep a small model from writing without end. The few servers that reject them get the schema without them. */
const BOUNDS = new Set(['minItems', 'maxItems', 'minimum', 'maximum', 'uniqueItems']);

/** Servers unroll a length into a grammar; some refuse lengths above this. */
const MAX_SENT_LENGTH = 2_000;

/** Which bounds of a schema are sent: `bounds` of lists and numbers, `lengths` of texts. */
export interface SentBounds { bounds: boolean; lengths: boolean }

/** The schema for the server, with the bounds that it accepts. Without bounds a small model writes until its tokens run out. */
export function wireSchema(schema: unknown, sent: SentBounds = { bounds: true, lengths: true }): unknown {
  if (Array.isArray(schema)) return schema.map((part) => wireSchema(part, sent));
  if (typeof schema !== 'object' || schema === null) return schema;
  const isSent = (key: string, value: unknown): boolean => !LOCAL.has(key) && (sent.bounds || !BOUNDS.has(key))
    && (key !== 'maxLength' || typeof value !== 'number' || (sent.lengths && value <= MAX_SENT_LENGTH));
  const kept = Object.entries(schema).filter(([key, value]) => isSent(key, value));
  return Object.fromEntries(kept.map(([key, value]) => [key, wireSchema(value, sent)]));
}

const isObject = (value: unknown): value is Schema => typeof value === 'object' && value !== null && !Array.isArray(value);

function cutWords(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const head = text.slice(0, maxLength).toWellFormed();
  const sentence = Math.max(head.lastIndexOf('. '), head.lastIndexOf('? '), head.lastIndexOf('! '));
  return sentence > maxLength / 2 ? head.slice(0, sentence + 1) : head.slice(0, Math.max(head.lastIndexOf(' '), maxLength / 2)).trim();
}

function mendedArray(value: unknown, schema: Schema): unknown {
  const list = Array.isArray(value) ? value : value === null || value === undefined ? [] : [value];
  const items = isObject(schema.items) ? schema.items : {};
  const max = typeof schema.maxItems === 'number' ? schema.maxItems : list.length;
  return list.slice(0, max).map((item) => mended(item, items));
}

/**
 * Repairs slips that say nothing about the content of an answer: extra keys, texts and lists that are too long, numbers out of range or written as text,
 * enumeration words in another case, a single value in place of a list.
 */
export function mended(value: unknown, schema: unknown): unknown {
  if (!isObject(schema)) return value;
  if (schema.type === 'object' && isObject(schema.properties)) {
    const properties = Object.entries(schema.properties);
    const listed = properties.find(([, part]) => isObject(part) && part.type === 'array');
    // The model gave only the list instead of the object that contains it.
    if (Array.isArray(value) && properties.length === 1 && listed) return { [listed[0]]: mended(value, listed[1]) };
    if (!isObject(value)) return value;
    return Object.fromEntries(properties.filter(([key, part]) => key in value || (isObject(part) && part.type === 'array'))
      .map(([key, part]) => [key, mended(value[key], part)]));
  }
  if (schema.type === 'array') return mendedArray(value, schema);
  if (schema.type === 'string' && typeof value === 'string') {
    if (Array.isArray(schema.enum)) return schema.enum.find((word) => String(word).toLowerCase() === value.trim().toLowerCase()) ?? value;
    return typeof schema.maxLength === 'number' ? cutWords(value.trim(), schema.maxLength) : value;
  }
  if (schema.type === 'integer' || schema.type === 'number') {
    const number = typeof value === 'string' ? Number(/-?\d+(?:\.\d+)?/u.exec(value)?.[0] ?? NaN) : value;
    if (typeof number !== 'number' || !Number.isFinite(number)) return value;
    const low = typeof schema.minimum === 'number' ? Math.max(schema.minimum, number) : number;
    const within = typeof schema.maximum === 'number' ? Math.min(schema.maximum, low) : low;
    return schema.type === 'integer' ? Math.round(within) : within;
  }
  return value;
}

/** What is still wrong with a mended answer, for the model to read; null when it fits. */
export function findMisfit(value: unknown, schema: unknown): string | null {
  const validate = new Ajv2020({ strict: false }).compile(schema as object);
  if (validate(value)) return null;
  const [problem] = validate.errors ?? [];
  return `${problem?.instancePath || '/'} ${problem?.message ?? 'does not fit'}`;
}
