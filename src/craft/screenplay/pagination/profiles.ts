/** A text column: `left` and `width` in cells of 1/10 inch, counted from the left edge of action; blank lines above. */
export interface Column { left: number; width: number; before: number }

/** Page geometry: a grid of 12-point Courier with 10 cells and 6 lines per inch. */
export interface PageProfile {
  name: string;
  /** Points. */
  paper: { width: number; height: number };
  /** Points from the left edge of the paper to that of action. */
  leftMargin: number;
  linesPerPage: number;
  heading: Column;
  action: Column;
  character: Column;
  parenthetical: Column;
  dialogue: Column;
  /** Right-aligned at `left + width`. */
  transition: Column;
  /**
   * Two speeches side by side, each `width` cells wide and `gap` cells apart, with the insets of cue and parenthetical.
   */
  dual: { width: number; gap: number; cue: number; parenthetical: number };
  more: string;
  contd: string;
  /** Adds (CONT'D) to a cue if the same speaker had the last speech in the scene. */
  automaticContinued: boolean;
}

const LETTER = { width: 612, height: 792 };

/** The layout of Fountain tools: 55 lines, one blank line above headings. Default for Fountain, plain text and PDF. */
export const STANDARD: PageProfile = {
  name: 'standard', paper: LETTER, leftMargin: 108, linesPerPage: 55,
  heading: { left: 0, width: 61, before: 1 },
  action: { left: 0, width: 61, before: 1 },
  character: { left: 20, width: 38, before: 1 },
  parenthetical: { left: 15, width: 26, before: 0 },
  dialogue: { left: 10, width: 35, before: 0 },
  transition: { left: 0, width: 61, before: 1 },
  dual: { width: 29, gap: 2, cue: 7, parenthetical: 3 },
  more: '(MORE)', contd: "(CONT'D)", automaticContinued: false,
};

/** Final Draft's defaults on US Letter: 54 lines, two blank lines above headings, automatic (CONT'D). */
export const FINAL_DRAFT: PageProfile = {
  ...STANDARD, name: 'final-draft', linesPerPage: 54,
  heading: { left: 0, width: 60, before: 2 },
  action: { left: 0, width: 60, before: 1 },
  character: { left: 20, width: 37, before: 1 },
  parenthetical: { left: 15, width: 25, before: 0 },
  transition: { left: 0, width: 56, before: 1 },
  automaticContinued: true,
};

export const PROFILES = { standard: STANDARD, 'final-draft': FINAL_DRAFT } as const;
export type ProfileName = keyof typeof PROFILES;
