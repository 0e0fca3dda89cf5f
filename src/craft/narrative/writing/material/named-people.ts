import { literal } from '../../literal.js';
import type { Person } from '../../model.js';

const GENERIC = /^(?:i|me|he|she|they|we|you|one|voice|other|another|man|woman|boy|girl|sir|madam)$/iu;

/** Finds the people whom a text names; people are cast ids of one analysis. */
export class NamedPeople {
  readonly #patterns: [string, RegExp][];

  constructor(cast: readonly Person[]) {
    this.#patterns = cast.flatMap((person): [string, RegExp][] => {
      const forms = [...new Set([person.name, ...person.aliases].map(bare))]
        .filter((form) => form.length > (/^\p{Lu}/u.test(form) ? 1 : 2) && !GENERIC.test(form));
      if (forms.length === 0) return [];
      const alternatives = forms.sort((a, b) => b.length - a.length)
        .map((form) => literal(form).replace(/\s+/gu, '\\s+'));
      return [[person.id, new RegExp(`(?<![\\p{L}\\p{N}])(?:${alternatives.join('|')})(?![\\p{L}\\p{N}])`, 'iu')]];
    });
  }

  /** The ids of the people whom the text names. */
  namedIn(text: string): string[] {
    return this.#patterns.filter(([, pattern]) => pattern.test(text)).map(([id]) => id);
  }

  /** True for a person without a name, who can only be introduced by a description. */
  isNameless(person: string): boolean {
    return !this.#patterns.some(([id]) => id === person);
  }
}

const bare = (name: string): string =>
  name.replace(/^(?:the|a|an|my|our|his|her|their|one of the|some|this|that|another)\s/iu, '').trim();
