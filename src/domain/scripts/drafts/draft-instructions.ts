import type { Config } from '../../../kernel/config/index.js';
import { followedInDrafts } from '../../../craft/narrative/instructions/scene.js';
import { NEEDS_MODEL, understand } from '../../../craft/narrative/instructions/understand.js';

/** Warns about parts of the instructions that the configured writer cannot follow, and says what would follow them. */
export function warningsOfInstructions({ text }: Pick<Config, 'text'>, instructions: string | null, field: string): { field: string; message: string }[] {
  if (text.baseUrl !== null || instructions === null) return [];
  const { understood, ignored } = understand(instructions);
  const words = [...understood.filter(({ change }) => !followedInDrafts(change)).map((part) => part.words), ...ignored];
  return words.map((each) => ({
    field, message: `Not followed: “${each}”. The embedded writer arranges the words of the sources; ${NEEDS_MODEL}.`,
  }));
}
