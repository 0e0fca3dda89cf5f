import { ID_PREFIX } from '../../db/ids.js';
import { models, typicalOf } from '../../contract/models.js';
import { PRICES } from '../../credits/prices.js';
import {
  ANY_TEXT, DEFAULT_ADDRESS, EXAMPLE_ADDRESSES, EXAMPLE_TEXTS, EXAMPLE_TIME, ID_PREFIXES, TELLING_STATUSES, USUALLY_FALSE, USUALLY_NULL,
} from './example-values.js';
import type { Shown } from './shown.js';

const ID_TAIL = '01kb2h7q8x4m6n9r3t5v7w1y2z';
const SITE = 'https://proscenium.example';

/**
 * Where a value is: the name of its field, the field of the object around it, the named schemas around it, and whether optional fields are shown (`whole`).
 */
interface Place { field: string; holder?: string; within: readonly string[]; whole: boolean }

/** The prefix of the ids of a subject, or of its last words: that of an artifact for `sourceArtifact` and of a release for `PublishingRelease`; or null. */
function prefixOf(subject: string): string | null {
  const known = ID_PREFIXES[subject] ?? (ID_PREFIX as Record<string, string>)[subject.charAt(0).toLowerCase() + subject.slice(1)];
  if (known !== undefined) return known;
  const rest = /^[A-Za-z][a-z\d]*([A-Z].*)$/.exec(subject)?.[1];
  return rest === undefined ? null : prefixOf(rest);
}

/** An id of the kind that the field names; for `id`, the kind that the schema or the field around it names. */
export function exampleId(field: string, model = '', holder = ''): string {
  const subjects = field === 'id' ? [holder, holder.replace(/s$/, ''), model] : [field.replace(/Ids?$/, '')];
  const prefix = subjects.map(prefixOf).find((found) => found !== null) ?? 'res';
  return `${prefix}_${ID_TAIL}`;
}

function fitting(schema: Shown, ...words: string[]): string {
  const fits = (word: string): boolean => word.length >= (schema.minLength ?? 0) && (!schema.pattern || new RegExp(schema.pattern, 'u').test(word));
  const found = [...words, 'lamp', 'the-lamp', '16:9', 'fact_1', 'https://example.org/lamp'].find(fits);
  if (found === undefined) throw new Error(`no example fits ${schema.pattern}`);
  return found;
}

function exampleText(schema: Shown, { field, holder, within }: Place): string {
  if (schema.format === 'date-time') return EXAMPLE_TIME;
  if (schema.format === 'date') return EXAMPLE_TIME.slice(0, 10);
  if (schema.format === 'email') return 'ada@example.org';
  const isAddress = schema.format === 'uri' || field.endsWith('Url');
  if (isAddress || (field === 'url' && !schema.pattern)) return fitting(schema, SITE + (EXAMPLE_ADDRESSES[field] ?? DEFAULT_ADDRESS));
  const known = EXAMPLE_TEXTS[field];
  if (/Ids?$|^id$/.test(field) && known === undefined) return fitting(schema, exampleId(field, within.at(-1), holder));
  return fitting(schema, ...(known === undefined ? [] : [known]), ANY_TEXT);
}

function exampleNumber({ type, minimum, maximum }: Shown, field: string): number {
  if (field in PRICES) return PRICES[field as keyof typeof PRICES];
  const usual = /Ms$/.test(field) ? 2_000 : /Seconds/.test(field) ? 60 : /Bytes|byteSize/i.test(field) ? 4_096 : /balance|bucket|credits/i.test(field) ? 90 : 1;
  const value = type === 'number' && maximum !== undefined && maximum <= 1 ? 0.9 : usual;
  return Math.min(Math.max(value, minimum ?? value), maximum ?? value);
}

function exampleObject(schema: Shown, place: Place): Record<string, unknown> {
  const { properties = {}, required = [] } = schema;
  const shown = Object.entries(properties).filter(([name]) => place.whole || required.includes(name));
  return Object.fromEntries(shown.flatMap(([name, property]): [string, unknown][] => {
    const isNull = USUALLY_NULL.test(name) && admitsNull(property);
    const value = isNull ? null : exampleOf(property, { ...place, field: name, holder: place.field });
    return value === undefined && !required.includes(name) ? [] : [[name, value ?? null]];
  }));
}

const admitsNull = ({ anyOf }: Shown): boolean => Boolean(anyOf?.some(({ type }) => type === 'null'));

function exampleList(schema: Shown, place: Place): unknown[] {
  const item = schema.items ? exampleOf(schema.items, place) : undefined;
  return item === undefined ? [] : Array.from({ length: Math.max(1, schema.minItems ?? 0) }, () => item);
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value);

function referred(name: string, place: Place): unknown {
  if (place.within.includes(name)) return undefined;
  const made = exampleOf(models().get(name) as unknown as Shown, { ...place, within: [...place.within, name] });
  const known = typicalOf(name);
  return isObject(made) && isObject(known) ? { ...made, ...known } : made;
}

/** A realistic value that the schema accepts; undefined where a schema would contain itself again. */
export function exampleOf(schema: Shown, place: Place = { field: '', within: [], whole: true }): unknown {
  if (schema.examples) return schema.examples[0];
  if (schema.$ref) return referred(schema.$ref.split('/').at(-1)!, place);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return TELLING_STATUSES.find((status) => schema.enum!.includes(status)) ?? schema.enum[0];
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants) return exampleOf(variants.find(({ type }) => type !== 'null')!, place) ?? (admitsNull(schema) ? null : undefined);
  switch (schema.type) {
    case 'string': return exampleText(schema, place);
    case 'integer':
    case 'number': return exampleNumber(schema, place.field);
    case 'boolean': return !USUALLY_FALSE.test(place.field);
    case 'null': return null;
    case 'array': return exampleList(schema, place);
    case 'object': return exampleObject(schema, place);
    default: return {};
  }
}
