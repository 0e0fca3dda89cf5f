import type { Screenplay, ScreenplayEntry } from '../../../screenplay/model.js';
import type { WriterSource } from '../../model.js';
import type { SupportBase } from './support.js';

/** A finished script with the material against which the rules check it. */
export interface LintContext {
  screenplay: Screenplay;
  base: SupportBase;
  /** The speaker of each entry; null for an entry that is only printed. */
  heard: (string | null)[];
  sources: readonly WriterSource[];
}

/** The role of the entry's speaker in the cast; undefined when the cast has no such speaker. */
export const roleOf = ({ screenplay }: LintContext, entry: ScreenplayEntry): string | undefined =>
  screenplay.cast.find((member) => member.character === entry.character)?.role;
