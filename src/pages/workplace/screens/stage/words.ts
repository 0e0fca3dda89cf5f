import type { Choice } from '../../forms.js';
import type { StageLine } from './loaded.js';
import { shortened } from '../../../../kernel/contract/texts/shortened.js';
import { lengthText } from '../../words.js';

const WORDS_SHOWN = 80;

/** The ways in which words appear, as the pages name them. */
export const REVEALS: readonly Choice[] = [
  { value: 'fade', label: 'They fade in' }, { value: 'drift', label: 'They rise' }, { value: 'spotlight', label: 'In a pool of light' },
];

/** `12. MARA: Did you wind the clockwork, Tobias?` */
const lineText = ({ number, speaker, text }: StageLine): string => `${number}. ${speaker}: ${shortened(text, WORDS_SHOWN)}`;

/** The lines of a scene as choices. */
export const lineChoices = (lines: readonly StageLine[]): Choice[] => lines.map((line) => ({ value: String(line.number), label: lineText(line) }));

/**
 * Converts a line number of the page, from 1, to an entry index. Text that is not a number is passed on, so that the API refuses it with the name of its
 * field.
 */
export const entryOf = (line: string | undefined): unknown => (line !== undefined && /^\d+$/.test(line) ? Number(line) - 1 : line);

/** A length in seconds as a field shows it; empty for null. */
export const secondsOf = (ms: number | null): string => (ms === null ? '' : String(ms / 1000));

/** Such as `, for 4 s`; empty for null. */
export const forText = (ms: number | null): string => (ms === null ? '' : `, for ${ms % 1000 === 0 ? lengthText(ms) : `${ms / 1000} s`}`);
