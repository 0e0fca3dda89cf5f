import { escapeXml } from '../../../escape-xml.js';

/** The facts that go into the metadata of a PDF. */
export interface PdfFacts { title: string; author: string; language: string; createdAt: Date; program: string }

const seconds = (date: Date): string => `${date.toISOString().slice(0, 19)}Z`;

/**
 * The metadata of an accessible PDF as RDF (ISO 16684-1): title, author, language, time and program, and that it keeps to PDF/UA-1 (ISO 14289-1, section 5).
 */
export function pdfMetadata({ title, author, language, createdAt, program }: PdfFacts): string {
  const creator = author === '' ? '' : `<dc:creator><rdf:Seq><rdf:li>${escapeXml(author)}</rdf:li></rdf:Seq></dc:creator>`;
  return `<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
 xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${escapeXml(title)}</rdf:li></rdf:Alt></dc:title>${creator}
<dc:language><rdf:Bag><rdf:li>${escapeXml(language)}</rdf:li></rdf:Bag></dc:language>
<xmp:CreateDate>${seconds(createdAt)}</xmp:CreateDate><xmp:CreatorTool>${program}</xmp:CreatorTool><pdf:Producer>${program}</pdf:Producer>
<pdfuaid:part>1</pdfuaid:part>
</rdf:Description>`;
}
