import { titleCase } from './topics.js';
import { pairedQuotes } from './wording.js';

/** A title for speech: no marks of a layout, no typewriter's dashes, no unpaired quotation marks and no words in capitals. */
export function spokenTitle(title: string): string {
  const bare = title.replace(/^[\s>#*_=~|-]+/u, '').replace(/\s*-{2,}\s*(?=\S)/gu, ' — ').replace(/\s*-{2,}$/u, '');
  const shouted = /\p{Lu}{2}/u.test(bare) && !/\p{Ll}/u.test(bare) && bare.length > 5;
  return pairedQuotes(shouted ? titleCase(bare.toLowerCase()) : bare);
}
