/**
 * What the fields of a request do that a caller may leave out, or fills with any words, by their paths: `facts.*.kind`, `*` for every entry of a list
 * or a map. A field is honoured, it needs a writing model, or it is recorded only.
 */
export type FieldEffects = Readonly<Record<string, string>>;

/** The embedded writer does not follow the words; a warning of the answer says so. Behind it, what they do without a model. */
export const NEEDS_MODEL = 'needs a model; without one: ';

export const recorded = (what: string): string => `recorded only: ${what}`;

/** Effects of the fields below a path. */
export const under = (path: string, effects: FieldEffects): FieldEffects =>
  Object.fromEntries(Object.entries(effects).map(([field, effect]) => [`${path}.${field}`, effect]));
