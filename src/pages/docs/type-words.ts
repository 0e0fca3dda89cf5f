import { nameOf, resolved, type ApiDocument, type Schema } from './document.js';

const isNull = ({ type }: Schema): boolean => type === 'null';

/** The alternatives of a schema without null, and whether null is one of them. */
export function alternativesOf(schema: Schema): { variants: Schema[]; nullable: boolean } {
  const all = schema.anyOf ?? schema.oneOf ?? [schema];
  return { variants: all.filter((variant) => !isNull(variant)), nullable: all.some(isNull) };
}

const FORMATS: Record<string, string> = {
  'date-time': 'date and time (ISO 8601)', date: 'date (YYYY-MM-DD)', uri: 'address', email: 'e-mail address', binary: 'file',
};

/** The schema of the values of an object whose keys are free, or null. */
export function valuesOf({ properties, additionalProperties, patternProperties }: Schema): Schema | null {
  if (properties && Object.keys(properties).length > 0) return null;
  if (typeof additionalProperties === 'object') return additionalProperties;
  return Object.values(patternProperties ?? {})[0] ?? null;
}

function kindOf(schema: Schema, document: ApiDocument): string {
  if (schema.$ref) {
    const named = resolved(schema, document);
    return named.type === 'object' || named.properties || named.anyOf ? nameOf(schema.$ref) : typeOf(named, document);
  }
  if (schema.const !== undefined || schema.enum) return schema.type ?? (typeof (schema.const ?? schema.enum?.[0]) === 'boolean' ? 'boolean' : 'string');
  if (schema.type === 'array') return schema.items ? `list of ${typeOf(schema.items, document)}` : 'list';
  if (schema.type === 'string') return schema.contentMediaType ? 'file' : FORMATS[schema.format ?? ''] ?? 'string';
  if (schema.type === 'object' || schema.properties) {
    const values = valuesOf(schema);
    return values ? `map of ${typeOf(values, document)}` : 'object';
  }
  return schema.type ?? 'any value';
}

/** The type in words, such as `list of string or null`. */
export function typeOf(schema: Schema, document: ApiDocument): string {
  const { variants, nullable } = alternativesOf(schema);
  const kinds = [...new Set(variants.map((variant) => kindOf(variant, document)))];
  return [...kinds, ...(nullable ? ['null'] : [])].join(' or ');
}

const NUMBERS = new Intl.NumberFormat('en-US');
const written = (value: number): string => NUMBERS.format(value);

function range(least: number | undefined, most: number | undefined, unit = ''): string | null {
  const words = unit ? ` ${unit}` : '';
  if (least !== undefined && least === most) return `${written(least)}${words}`;
  if (least !== undefined && most !== undefined) return `${written(least)} to ${written(most)}${words}`;
  if (most !== undefined) return `at most ${written(most)}${words}`;
  return least === undefined || (least === 0 && unit) ? null : `at least ${written(least)}${words}`;
}

/** The bounds of a value, in words. The bounds of a list do not include those of its items. */
export function limitsOf(schema: Schema, document: ApiDocument): string[] {
  const found = alternativesOf(resolved(schema, document)).variants.flatMap((variant) => {
    const { minimum, maximum, minLength, maxLength, minItems, maxItems, uniqueItems } = resolved(variant, document);
    return [
      range(minimum, maximum), range(minLength, maxLength, 'characters'), range(minItems, maxItems, 'items'), uniqueItems ? 'each once' : null,
    ];
  });
  return [...new Set(found.filter((words) => words !== null))];
}

/** The allowed values, as JSON shows them; for a list, those of its items. */
export function allowedOf(schema: Schema, document: ApiDocument): string[] {
  const found = alternativesOf(resolved(schema, document)).variants.flatMap((variant): unknown[] => {
    const { const: only, enum: values, items } = resolved(variant, document);
    if (only !== undefined) return [only];
    return values ?? (items ? allowedOf(items, document) : []);
  });
  return [...new Set(found.filter((value) => value !== null).map(String))];
}

/** The pattern that a text must match; null when there is none, or only the general pattern of ids. */
export function patternOf(schema: Schema, document: ApiDocument): string | null {
  const { variants } = alternativesOf(resolved(schema, document));
  const pattern = variants.map((variant) => resolved(variant, document).pattern).find((found) => found !== undefined);
  return pattern === undefined || pattern === '^[A-Za-z0-9_-]{1,128}$' ? null : pattern;
}

/** The objects whose fields are shown below a value: the value itself, the items of its list or map, or the schema that it refers to. */
export function objectsOf(schema: Schema, document: ApiDocument): { name: string | null; object: Schema }[] {
  return alternativesOf(schema).variants.flatMap((variant): { name: string | null; object: Schema }[] => {
    const inner = resolved(variant, document);
    if (inner.anyOf || inner.oneOf) return objectsOf(inner, document);
    if (inner.properties && Object.keys(inner.properties).length > 0) return [{ name: variant.$ref ? nameOf(variant.$ref) : null, object: inner }];
    const below = inner.type === 'array' ? inner.items : valuesOf(inner);
    return below ? objectsOf(below, document) : [];
  });
}
