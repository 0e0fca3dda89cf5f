import type { Screenplay, ScreenplayEntry } from '../../../screenplay/model.js';
import type { WriterSource } from '../../model.js';
import type { SupportBase } from './support.js';

/** A finished script with what the rules compare it with. */
export interface LintContext {
  screenplay: Screenplay;
  base: SupportBase;
  /** The speaker of each entry, null for one that is only printed. */
  heard: (string | null)[];
  sources: readonly WriterSource[];
}

/** The role of the entry's speaker in the cast; undefined for an entry without a speaker of the cast. */
export const roleOf = ({ screenplay }: LintContext, entry: ScreenplayEntry): string | undefined =>
  screenplay.cast.find((member) => member.character === entry.character)?.role;
