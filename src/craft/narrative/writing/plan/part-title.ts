const endOf = (index: number): string => `, part ${index}`;

/** The title of a read of one part of a text. `index` counts from 1; the first part has the title of the text. */
export const partTitle = (work: string, index: number): string => (index > 1 ? `${work}${endOf(index)}` : work);

/** The title of the whole text, given the title of a read of its part `index`. `index` is null for a read that is not of a part. */
export const workTitle = (title: string, index: number | null): string =>
  (index !== null && index > 1 && title.endsWith(endOf(index)) ? title.slice(0, -endOf(index).length) : title);
