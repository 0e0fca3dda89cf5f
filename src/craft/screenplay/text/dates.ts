const MONTH = /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b/i;

/** True for the date of a draft: digits with separators, a month with a year, or a named draft with a year. */
export function isDateLike(line: string): boolean {
  if (line.length > 60) return false;
  return /\b\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}\b/.test(line)
    || (/\b(?:18|19|20)\d\d\b/.test(line) && (MONTH.test(line) || /\bdraft\b/i.test(line)))
    || /^\W?(?:18|19|20)\d\d\W?$/.test(line);
}
