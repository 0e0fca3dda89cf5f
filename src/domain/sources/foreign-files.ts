/** A file that cannot be a source. `words` names its format and says how to make a source of it; `fits` recognises its first bytes. */
interface ForeignFile { words: string; fits(start: string): boolean }

const begins = (...starts: readonly string[]) => (start: string): boolean => starts.some((each) => start.startsWith(each));
const SOUND = 'speech in recordings is not recognised; send its transcript as text';
const PICTURE = 'writing in pictures is not recognised; send the text itself, or a PDF with a text layer';
const TEXT_ZIP = /^PK\x03\x04.{26}mimetypeapplication\/vnd\.oasis\.opendocument\.(\w+)/s;

/** Recognises UTF-16 without a byte order mark: in Latin text, every second byte is zero. */
const isUtf16 = (start: string): boolean => /^(?:[^\0]\0){8}|^(?:\0[^\0]){8}/.test(start);

const FOREIGN: readonly ForeignFile[] = [
  { words: 'an OpenDocument text (.odt); save it as .docx or PDF', fits: (start) => TEXT_ZIP.exec(start)?.[1] === 'text' },
  { words: 'an OpenDocument file that is no text; save it as PDF', fits: (start) => TEXT_ZIP.test(start) },
  { words: 'an older or encrypted Office document; save it as .docx without a password', fits: begins('\xd0\xcf\x11\xe0') },
  { words: 'Rich Text (.rtf); save it as .docx or as plain text', fits: begins('{\\rtf') },
  { words: `a picture (PNG); ${PICTURE}`, fits: begins('\x89PNG') },
  { words: `a picture (JPEG); ${PICTURE}`, fits: begins('\xff\xd8\xff') },
  { words: `a picture (GIF); ${PICTURE}`, fits: begins('GIF87a', 'GIF89a') },
  { words: `a picture (WebP); ${PICTURE}`, fits: (start) => start.startsWith('RIFF') && start.slice(8, 12) === 'WEBP' },
  { words: `sound (WAV); ${SOUND}`, fits: (start) => start.startsWith('RIFF') && start.slice(8, 12) === 'WAVE' },
  { words: `sound (MP3); ${SOUND}`, fits: (start) => start.startsWith('ID3') || /^\xff[\xe2-\xfd]/.test(start) },
  { words: `sound (Ogg or FLAC); ${SOUND}`, fits: begins('OggS', 'fLaC') },
  { words: `a recording (MP4 or MOV); ${SOUND}`, fits: (start) => start.slice(4, 8) === 'ftyp' },
  { words: `a recording (WebM); ${SOUND}`, fits: begins('\x1a\x45\xdf\xa3') },
  { words: 'text in UTF-16 without a mark that says so; save it as UTF-8', fits: isUtf16 },
];

/** Names the format of a file that cannot be a source, and says how to make a source of it; null for an unknown format. `start` has one character per byte. */
export const foreignFile = (start: string): string | null => FOREIGN.find(({ fits }) => fits(start))?.words ?? null;
