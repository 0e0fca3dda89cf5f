const PARAMETER = /\{\w+\}/;

/** Whether a segment of a path fits a declared one. A parameter stands for any text; what is declared beside it, such as `.xml`, must be there. */
function fitsPart(declared: string, given: string): boolean {
  const [before, after] = declared.split(PARAMETER);
  if (after === undefined) return declared === given;
  return given.length > before!.length + after.length && given.startsWith(before!) && given.endsWith(after);
}

/** Whether a path fits a declared one, such as `/scripts/{scriptId}`. */
export function fitsPath(declared: string, path: string): boolean {
  const [wanted, given] = [declared.split('/'), path.split('/')];
  return wanted.length === given.length && wanted.every((part, at) => fitsPart(part, given[at]!));
}

/** A declared segment with the caller's text for its parameter. An ending that the text lacks, such as `.xml`, is added. */
export function filledPart(declared: string, given: string): string {
  const [, after] = declared.split(PARAMETER);
  if (after === undefined || given === '') return declared;
  return given.endsWith(after) ? given : given + after;
}
