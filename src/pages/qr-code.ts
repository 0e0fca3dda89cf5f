import qrcode from 'qrcode-generator';

/** Width of the free margin around a code, in modules, that scanners expect. */
const QUIET_MODULES = 4;
/** Capacity of the largest version at the lowest level of error correction, which is sufficient for a code on a screen. */
const MAX_BYTES = 2_953;

/** The modules of a code, by row. Throws `RangeError` for a text of more than 2,953 bytes. */
export function qrModules(text: string): boolean[][] {
  const bytes = Buffer.from(text, 'utf8');
  if (bytes.length > MAX_BYTES) throw new RangeError('the text is too long for a QR code');
  const code = qrcode(0, 'L');
  // The library writes one byte for each character.
  code.addData(bytes.toString('latin1'), 'Byte');
  code.make();
  const side = Array.from({ length: code.getModuleCount() }, (_, at) => at);
  return side.map((row) => side.map((column) => code.isDark(row, column)));
}

/** An SVG document of the code, dark on white, with the free margin that scanners expect. */
export function qrSvg(text: string): string {
  const modules = qrModules(text);
  const side = modules.length + QUIET_MODULES * 2;
  const path = modules.flatMap((row, y) => row.flatMap((dark, x) => {
    if (!dark || row[x - 1]) return [];
    const end = row.indexOf(false, x);
    return [`M${x + QUIET_MODULES} ${y + QUIET_MODULES}h${(end < 0 ? row.length : end) - x}v1h-${(end < 0 ? row.length : end) - x}z`];
  })).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges"><rect width="${side}" height="${side}" fill="#fff"/>`
    + `<path d="${path}"/></svg>`;
}
