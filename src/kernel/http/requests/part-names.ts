import { decodeUtf8 } from './utf8.js';

/** The names of a part of a form: the name of its field, and for a file the file name. */
export interface PartNames { name: string | null; filename: string | null }

/** Escapes that browsers use for quotation marks and line breaks in names (HTML, "multipart form data"). A percent sign is not escaped. */
const ESCAPED: Readonly<Record<string, string>> = { '%22': '"', '%0D': '\r', '%0A': '\n' };

/** The value of a quoted parameter that begins at `from`, and where it ends. Some clients escape with backslashes. */
function quotedValue(header: string, from: number): { value: string; end: number } {
  let value = '';
  let at = from;
  for (; at < header.length && header[at] !== '"'; at++) {
    if (header[at] === '\\' && (header[at + 1] === '"' || header[at + 1] === '\\')) at++;
    value += header[at]!;
  }
  return { value, end: at + 1 };
}

/** The parameters of a Content-Disposition header, by name in lower case. Of several equal names, the first counts. */
function parametersOf(header: string): Map<string, string> {
  const found = new Map<string, string>();
  const start = /;\s*([\w!#$&+.^`|~*-]{1,40})\s*=\s*/g;
  for (let match = start.exec(header); match; match = start.exec(header)) {
    const name = match[1]!.toLowerCase();
    let value: string;
    if (header[start.lastIndex] === '"') {
      const quoted = quotedValue(header, start.lastIndex + 1);
      ({ value } = quoted);
      start.lastIndex = quoted.end;
    } else {
      value = /^[^\s;]*/.exec(header.slice(start.lastIndex))![0];
      start.lastIndex += value.length;
    }
    if (!found.has(name)) found.set(name, value);
  }
  return found;
}

/** A value in the form of RFC 5987 (`UTF-8''na%C3%AFve.txt`); null for another character set or broken bytes. */
function extendedValue(value: string | undefined): string | null {
  const [, encoded] = /^utf-8'[^']*'(.*)$/i.exec(value ?? '') ?? [];
  if (encoded === undefined) return null;
  try {
    return decodeURIComponent(encoded);
  } catch {
    return null;
  }
}

const textOf = (bytes: string): string => decodeUtf8(bytes).replace(/%(?:22|0D|0A)/gi, (escaped) => ESCAPED[escaped.toUpperCase()]!);

/**
 * Reads the Content-Disposition of a part, given with one character per byte. Names are UTF-8, as browsers send them; `filename*` counts
 * before `filename`. File names are in NFC and without a path. Raises `validation_failed` when a name is not UTF-8.
 */
export function partNames(header: string): PartNames {
  const parameters = parametersOf(header);
  const [name, filename] = [parameters.get('name'), parameters.get('filename')];
  const file = extendedValue(parameters.get('filename*')) ?? (filename === undefined ? null : textOf(filename));
  return {
    name: name === undefined ? null : textOf(name),
    filename: file === null ? null : file.slice(file.lastIndexOf('\\') + 1).normalize('NFC'),
  };
}
