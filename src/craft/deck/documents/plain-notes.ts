import type { DeckDocument, DeckPage, PageSentence } from '../pages.js';
import { languageOf, linkOf, linkWords, plain, quoted, speakerOf, titleOf } from './words.js';

/** Escapes a text, so that none of its characters counts as Markdown or HTML. */
const escaped = (text: string): string => plain(text).replace(/[\\`*_{}[\]<>#|~&]/gu, '\\$&').replace(/^([-+=])/, '\\$1').replace(/^(\d+)([.)])/, '$1\\$2');

/** A sentence followed by its sources in brackets, for notes. */
export const sourcedSentence = ({ text, sources }: PageSentence): string => {
  const from = sources.map(plain).filter(Boolean).join('; ');
  return `${plain(text)}${from ? ` [${from}]` : ''}`;
};

function sentenceLines({ text, sources }: PageSentence): string[] {
  if (plain(text) === '') return [];
  const from = sources.map(escaped).filter(Boolean).join('; ');
  return [`${escaped(text)}${from ? `  \n*${from}*` : ''}`];
}

function pageLines(page: DeckPage, language: string): string[] {
  const { kind, kicker, sentences, quotes, picture, url } = page;
  const link = linkOf(url);
  return [
    ...(kind === 'title' ? [] : [`## ${escaped(titleOf(page))}`]),
    ...(kicker !== null && plain(kicker) ? [`**${escaped(kicker)}**`] : []),
    ...sentences.flatMap(sentenceLines),
    ...quotes.filter(({ text }) => plain(text) !== '').map(({ speaker, text }) => {
      const name = speakerOf(speaker);
      return `> ${escaped(quoted(text, language))}${name ? `\n>\n> — ${escaped(name)}` : ''}`;
    }),
    ...(picture && plain(picture.words) ? [`Picture: ${escaped(picture.words)}`] : []),
    // Angle brackets enclose the address, because parentheses in it would end the link.
    ...(link ? [`[${linkWords(page)}](<${link.replace(/[<>]/g, encodeURIComponent)}>)`] : []),
  ];
}

/** A deck as Markdown with titles, texts, quotations and the sources of each sentence, for people without an office program. */
export function plainNotes(document: DeckDocument): string {
  const language = languageOf(document);
  const byline = plain(document.byline ?? '');
  const lines = [`# ${escaped(titleOf(document))}`, ...(byline ? [escaped(byline)] : []), ...document.pages.flatMap((page) => pageLines(page, language))];
  return `${lines.join('\n\n')}\n`;
}
