const MEBIBYTE = 1024 * 1024;

/** A number of bytes for people: `50 MB`, `256 KB`, `300 bytes`. */
export function bytesInWords(bytes: number): string {
  const [kilo, mega] = bytes % 1024 === 0 ? [1024, MEBIBYTE] : [1_000, 1_000_000];
  const rounded = (unit: number): string => String(Math.round((bytes / unit) * 10) / 10);
  if (bytes >= mega) return `${rounded(mega)} MB`;
  return bytes >= kilo ? `${rounded(kilo)} KB` : `${bytes} bytes`;
}
