import { compile } from 'html-to-text';

const MAX_LABEL_CHARACTERS = 40;
const BLOCKS = 'p,div,table,ul,ol,blockquote,pre,h1,h2,h3,h4,h5,h6,section,article';

const plain = { options: { leadingLineBreaks: 2, trailingLineBreaks: 2 } };
const row = { options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } };

/** Readable text of HTML: blocks are paragraphs; pictures, rules and link targets are dropped. */
export const textOf = compile({
  wordwrap: false,
  selectors: [
    { selector: 'a', options: { ignoreHref: true } },
    { selector: 'img', format: 'skip' },
    { selector: 'figure', format: 'block', ...plain },
    { selector: 'hr', format: 'skip' },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, format: 'block', ...plain })),
    { selector: 'blockquote', format: 'block', ...plain },
    { selector: 'ul', options: { itemPrefix: '- ' } },
    { selector: 'table', format: 'block', ...plain },
    { selector: 'tr', format: 'block', ...row },
    { selector: 'td', format: 'block', ...row },
    { selector: 'th', format: 'block', ...row },
  ],
});

/** Replaces each table row by a line of text: `label: words` for a short label and one more cell, else `a | b | c`. */
export function flattenRows(root, document) {
  for (const tableRow of [...root.querySelectorAll('tr')]) {
    const cells = [...tableRow.children].filter((cell) => /^T[DH]$/i.test(cell.tagName));
    if (cells.some((cell) => cell.querySelector('table') || cell.querySelectorAll(BLOCKS).length > 3)) continue;
    const words = cells.map((cell) => cell.textContent.replace(/\s+/g, ' ').trim()).filter(Boolean);
    const labelled = words.length === 2 && words[0].length <= MAX_LABEL_CHARACTERS && !/[.!?:]$/.test(words[0]);
    const line = document.createElement('p');
    line.textContent = words.join(labelled ? ': ' : ' | ');
    tableRow.replaceChildren(line);
  }
}
