/**
 * The effects of optional and free-text fields of a request, by path: `facts.*.kind`, with `*` for every entry of a list or a map. A field is honoured, needs
 * a writing model, or is only recorded.
 */
export type FieldEffects = Readonly<Record<string, string>>;

/**
 * Prefix of the effect of a field that the embedded writer does not follow; the answer carries a warning about it. After the prefix comes the effect without
 * a model.
 */
export const NEEDS_MODEL = 'needs a model; without one: ';

export const recorded = (what: string): string => `recorded only: ${what}`;

/** Moves effects below a path: `kind` becomes `path.kind`. */
export const under = (path: string, effects: FieldEffects): FieldEffects =>
  Object.fromEntries(Object.entries(effects).map(([field, effect]) => [`${path}.${field}`, effect]));
