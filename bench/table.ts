import { ratiosOf, summarize, verdictOf, type Figure } from './figures.js';

/** About three significant digits, never with an exponent. */
function numeral(value: number): string {
  const size = Math.abs(value);
  return value.toFixed(size >= 100 ? 0 : size >= 10 ? 1 : 2);
}

function spread(values: readonly number[]): string {
  const { median, min, max } = summarize(values);
  return values.length > 1 ? `${numeral(median)} (${numeral(min)}–${numeral(max)})` : numeral(median);
}

function boundWords({ bound }: Figure): string {
  if (!bound) return '';
  const sign = bound.sense === 'least' ? '≥' : '≤';
  return `${sign} ${bound.floor}${bound.aim === bound.floor ? '' : `, aim ${sign} ${bound.aim}`}`;
}

const HEADINGS = ['benchmark', 'figure', 'median (min–max)', 'reference', 'ratio', 'wanted', 'verdict'];

function cells(figure: Figure): string[] {
  const ratios = ratiosOf(figure);
  return [
    figure.benchmark, figure.name, `${spread(figure.rounds)} ${figure.unit}`,
    figure.reference ? `${figure.reference.name}: ${spread(figure.reference.rounds)}` : '',
    ratios.length > 0 ? spread(ratios) : '', boundWords(figure), verdictOf(figure) === 'none' ? '' : verdictOf(figure),
  ];
}

/** The figures as a table, followed by their notes. */
export function tableOf(figures: readonly Figure[]): string {
  const rows = [HEADINGS, ...figures.map(cells)];
  const widths = HEADINGS.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const lines = rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column]!)).join('  ').trimEnd());
  lines.splice(1, 0, widths.map((width) => '─'.repeat(width)).join('  '));
  const notes = figures.filter(({ note }) => note).map(({ benchmark, name, note }) => `${benchmark}, ${name}: ${note}`);
  return [...lines, ...(notes.length > 0 ? ['', ...notes] : [])].join('\n');
}

/** The figures for programs: all rounds, medians, ratios and verdicts. */
export function jsonOf(figures: readonly Figure[]): object[] {
  return figures.map((figure) => ({
    ...figure, ...summarize(figure.rounds), ratio: figure.reference ? summarize(ratiosOf(figure)).median : null, verdict: verdictOf(figure),
  }));
}
