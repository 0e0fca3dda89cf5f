/** Pieces that make a hostile text when they are repeated: each is the beginning, the middle or the end of something that a pattern looks for. */
const PIECES = [
  ' ', '\n', '\t', '\n ', '\n\n', '\r', '\u00a0', '\u2028', '.', '. ', '…', '… ', '-', '- ', '--', '—', ',', ', ', '; ', ': ', '!', '? ', '" ', '“', '”', '“a” ', '\'', '’', '\u2019s ',
  '(', '(a) ', ')', '[', '[[', '[[a]] ', ']', '<', '<a ', '&a ', '{', '/', '/ ', '/*', '*/', '\\', '*', '*a ', '_', '_a ', '~ ', '#', '# ', ' #a', '@', 'a@', '|', '| ', '=', '= ', '^', '$', '%',
  '0', '0,', '1 ', '1/', '1:', '1,000 ', '1.1', 'a', 'A', 'a ', 'A ', 'A.', 'A. ', 'a.', 'a.b', 'Aa ', 'Aa-', 'a\'', 'I ', 'IV ', 'XX', 'and ', 'of Aa ', 'Mr. Aa ', 'No. ', 'e.g. ',
  '\u0301', 'a\u0301', '\u200f', '\u202e', '\u00ad', '\ufeff', '字', '。', '「字」', 'ש', '😀', 'A: b\n', 'A\nB\n\n', 'INT. A - DAY\n', '“I,” said Aa. ', 'http://', 'www.a', '```\n', '- a\n',
] as const;

/** Hostile texts of about this many characters, with the piece that they repeat: alone, and with something around it that keeps the whole from matching. */
export function* hostileTexts(characters: number): Generator<{ piece: string; text: string }> {
  for (const piece of PIECES) {
    const text = piece.repeat(Math.ceil(characters / piece.length));
    yield { piece: JSON.stringify(piece), text };
    yield { piece: JSON.stringify(`Aa ${piece}… x`), text: `Aa ${text}x` };
  }
}
