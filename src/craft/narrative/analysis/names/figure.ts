/** A possible speaker, known by name, by a role in capitals (`the Medical Man`) or by description (`the old woman`). */
export interface Figure {
  order: number;
  kind: 'name' | 'role' | 'description' | 'narrator';
  /** The fullest form of the name in the text. */
  name: string;
  title: string | null;
  first: string | null;
  last: string | null;
  gender: 'female' | 'male' | null;
  forms: Set<string>;
  /** How often an explicit tag names the figure. */
  tags: number;
  mentions: number;
}
