import type { TSchema } from 'typebox';
import { models } from '../../../src/kernel/contract/models.js';

interface Schema {
  $ref?: string; type?: string; enum?: unknown[]; const?: unknown; anyOf?: Schema[]; properties?: Record<string, Schema>; required?: string[];
  items?: Schema; minItems?: number; minLength?: number; minimum?: number; pattern?: string; format?: string;
  minProperties?: number; examples?: unknown[];
}

const WORDS = ['a', 'abc', '9:16', 'https://example.org/a', '2031-01-01T00:00:00.000Z', 'audio', `abc_${'0'.repeat(26)}.0`];

function sampleString({ pattern, minLength = 0, format }: Schema): string {
  const words = format === 'date-time' ? ['2031-01-01T00:00:00.000Z'] : format === 'uri' ? ['https://example.org/a'] : WORDS;
  const word = words.map((each) => each.padEnd(minLength, 'a')).find((each) => !pattern || new RegExp(pattern, 'u').test(each));
  if (word === undefined) throw new Error(`no sample for the pattern ${pattern}`);
  return word;
}

/** The example of a schema, else the smallest value that it admits: required fields only (one more where the schema wants at least one). */
export function sampleOf(given: TSchema | Schema): unknown {
  const schema = given as Schema;
  if (schema.$ref) return sampleOf(models().get(schema.$ref.split('/').at(-1)!)!);
  if (schema.examples) return schema.examples[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return sampleOf(schema.anyOf[0]!);
  switch (schema.type) {
    case 'string': return sampleString(schema);
    case 'integer':
    case 'number': return schema.minimum ?? 1;
    case 'boolean': return true;
    case 'array': return Array.from({ length: schema.minItems ?? 0 }, () => sampleOf(schema.items!));
    case 'object': {
      const names = [...(schema.required ?? [])];
      if (names.length < (schema.minProperties ?? 0)) names.push(...Object.keys(schema.properties ?? {}).slice(0, schema.minProperties));
      return Object.fromEntries(names.map((name) => [name, sampleOf(schema.properties![name]!)]));
    }
    default: return null;
  }
}
