import type { TSchema } from 'typebox';
import { models } from '../../contract/models.js';
import type { Shown } from './shown.js';
import { sourceVariants } from './source-variants.js';

const REFERENCE = /"#\/components\/schemas\/(\w+)"/g;

const mapped = (parts: Record<string, Shown>, show: (part: Shown) => Shown): Record<string, Shown> =>
  Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, show(part)]));

/**
 * A schema as the document shows it. The description states a default, because generators treat a field with a `default` as required. It also states a
 * pattern with Unicode classes, which many programs misread. With `open`, objects may have more fields than the named ones, so that a client survives a newer
 * server.
 */
export function shownSchema(schema: Shown | TSchema, open = false): Shown {
  const { default: fallback, ...kept } = schema as Shown;
  const show = (part: Shown): Shown => shownSchema(part, open);
  const shown: Shown = { ...kept };
  if (fallback !== undefined) {
    shown.description = [kept.description, `Default: \`${JSON.stringify(fallback)}\``].filter(Boolean).join('. ');
  }
  if (kept.pattern?.includes('\\p{')) {
    delete shown.pattern;
    shown.description = [shown.description, `Matches \`${kept.pattern}\`, by Unicode's letters`].filter(Boolean).join('. ');
  }
  if (open && shown.additionalProperties === false) delete shown.additionalProperties;
  for (const keyword of ['anyOf', 'oneOf', 'allOf'] as const) if (kept[keyword]) shown[keyword] = kept[keyword].map(show);
  for (const keyword of ['properties', 'patternProperties'] as const) if (kept[keyword]) shown[keyword] = mapped(kept[keyword], show);
  if (kept.items) shown.items = show(kept.items);
  if (typeof kept.additionalProperties === 'object') shown.additionalProperties = show(kept.additionalProperties);
  return shown;
}

function reachedFrom(part: unknown, reached = new Set<string>()): Set<string> {
  for (const [, name] of JSON.stringify(part).matchAll(REFERENCE)) {
    const schema = models().get(name!);
    if (!schema || reached.has(name!)) continue;
    reached.add(name!);
    reachedFrom(schema, reached);
  }
  return reached;
}

/** The named schemas that the request bodies and the rest of the document use. Schemas of request bodies stay closed. */
export function usedSchemas(bodies: readonly unknown[], document: unknown): Record<string, Shown> {
  const sent = reachedFrom(bodies);
  const used = [...reachedFrom(document)].sort();
  const shown = used.map((name): [string, Shown] => [name, shownSchema(models().get(name)!, !sent.has(name))]);
  const schemas = Object.fromEntries(shown);
  return schemas.SourceCreateRequest ? { ...schemas, ...sourceVariants(schemas.SourceCreateRequest) } : schemas;
}
