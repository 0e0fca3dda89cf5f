/**
 * A table that is looked up by words of a text. It has no prototype, so that words which are properties of every object, such as `constructor`, are found only
 * when the table holds them.
 */
export const wordTable = <Value>(words: Readonly<Record<string, Value>>): Readonly<Record<string, Value>> =>
  Object.assign(Object.create(null) as Record<string, Value>, words);
