import { zipOf, type ZipEntry } from './archive.js';

/** A part of a document, as text. */
export interface Member { name: string; data: string; stored?: boolean }

export const packed = (members: readonly Member[]): ZipEntry[] => members.map(({ data, ...member }) => ({ ...member, content: Buffer.from(data) }));

export interface Chapter { title: string; html: string }

const CONTAINER = `<?xml version="1.0"?><container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>
  <rootfile full-path="OEBPS/package.opf" media-type="application/oebps-package+xml"/></rootfiles></container>`;

const page = (body: string): string => `<?xml version="1.0" encoding="utf-8"?><!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>x</title></head><body>${body}</body></html>`;

/** The members of an EPUB 3 with a cover page, a table of contents and these chapters. */
export function epubMembers(title: string, author: string, chapters: readonly Chapter[]): Member[] {
  const items = chapters.map((_, at) => `<item id="c${at}" href="text/chapter%20${at}.xhtml" media-type="application/xhtml+xml"/>`).join('');
  const spine = chapters.map((_, at) => `<itemref idref="c${at}"/>`).join('');
  const links = chapters.map((chapter, at) => `<li><a href="text/chapter%20${at}.xhtml">${chapter.title}</a></li>`).join('');
  return [
    { name: 'mimetype', data: 'application/epub+zip', stored: true },
    { name: 'META-INF/container.xml', data: CONTAINER },
    {
      name: 'OEBPS/package.opf', data: `<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0">
        <metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${title}</dc:title><dc:creator>${author}</dc:creator><dc:language>en-GB</dc:language></metadata>
        <manifest><item id="nav" href="nav.xhtml" properties="nav" media-type="application/xhtml+xml"/>
        <item id="cover" href="cover.xhtml" media-type="application/xhtml+xml"/>${items}</manifest>
        <spine><itemref idref="cover"/><itemref idref="nav"/>${spine}</spine></package>`,
    },
    { name: 'OEBPS/nav.xhtml', data: page(`<nav epub:type="toc"><ol>${links}</ol></nav>`) },
    { name: 'OEBPS/cover.xhtml', data: page(`<section epub:type="cover"><p>${title}</p></section>`) },
    ...chapters.map(({ title: heading, html }, at) => ({ name: `OEBPS/text/chapter ${at}.xhtml`, data: page(`<h1>${heading}</h1>${html}`) })),
  ];
}

export const epubOf = (title: string, author: string, chapters: readonly Chapter[]): Buffer => zipOf(packed(epubMembers(title, author, chapters)));

const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const RELATED = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const style = (id: string, name: string): string => `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/></w:style>`;

/** The members of a Word document; a paragraph that begins with `# ` is a heading. */
export function docxMembers(title: string, author: string, paragraphs: readonly string[]): Member[] {
  const body = paragraphs.map((paragraph) => {
    const isHeading = paragraph.startsWith('# ');
    return `<w:p>${isHeading ? '<w:pPr><w:pStyle w:val="Heading1"/></w:pPr>' : ''}<w:r><w:t xml:space="preserve">${isHeading ? paragraph.slice(2) : paragraph}</w:t></w:r></w:p>`;
  }).join('');
  return [
    {
      name: '[Content_Types].xml', data: `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
        <Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>
        <Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    },
    {
      name: '_rels/.rels', data: `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
        <Relationship Id="r1" Type="${RELATED}/officeDocument" Target="word/document.xml"/></Relationships>`,
    },
    {
      name: 'word/_rels/document.xml.rels', data: `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
        <Relationship Id="r1" Type="${RELATED}/styles" Target="styles.xml"/></Relationships>`,
    },
    { name: 'word/styles.xml', data: `<?xml version="1.0"?><w:styles xmlns:w="${WORD}">${style('Heading1', 'heading 1')}</w:styles>` },
    { name: 'word/document.xml', data: `<?xml version="1.0"?><w:document xmlns:w="${WORD}"><w:body>${body}</w:body></w:document>` },
    {
      name: 'docProps/core.xml', data: `<?xml version="1.0"?><cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties"
        xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${title}</dc:title><dc:creator>${author}</dc:creator></cp:coreProperties>`,
    },
  ];
}

export const docxOf = (title: string, author: string, paragraphs: readonly string[]): Buffer => zipOf(packed(docxMembers(title, author, paragraphs)));
