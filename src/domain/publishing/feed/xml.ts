import { isVisible } from '../../../kernel/contract/texts/visible-text.js';

/** An XML element. Text and attributes are escaped when the element is written, never before. */
export interface XmlElement { name: string; attributes: Readonly<Record<string, XmlValue>>; children: readonly XmlChild[] }
export type XmlValue = string | number | boolean | null | undefined;
/** A text, an element, or nothing. */
export type XmlChild = XmlElement | XmlValue;

/** An element. Attributes and children that are null, undefined or false are left out. */
export const element = (name: string, attributes: XmlElement['attributes'] = {}, ...children: readonly XmlChild[]): XmlElement =>
  ({ name, attributes, children });

/** An element with a text; null for a text that is missing or has no visible characters. */
export const textElement = (name: string, text: string | number | null | undefined): XmlElement | null =>
  (text === null || text === undefined || !isVisible(String(text)) ? null : element(name, {}, text));

// XML allows neither other control characters, nor lone surrogates, nor these two code points, not even as references.
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** The text without the characters that XML cannot hold; a lone surrogate becomes U+FFFD. */
export const xmlText = (text: string): string => text.toWellFormed().replace(FORBIDDEN, '');

const TEXT: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' };
// A parser turns a tab or line break in an attribute into a space, unless it is written as a reference.
const ATTRIBUTE: Record<string, string> = { ...TEXT, '"': '&quot;', '\t': '&#9;', '\n': '&#10;' };

const escapeText = (text: string): string => xmlText(text).replace(/[&<>\r]/g, (char) => TEXT[char]!);
const escapeAttribute = (text: string): string => xmlText(text).replace(/[&<>"\t\n\r]/g, (char) => ATTRIBUTE[char]!);

const NAME = /^[A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)?$/;

function checkedName(name: string): string {
  if (!NAME.test(name)) throw new RangeError(`${JSON.stringify(name)} is no XML name`);
  return name;
}

const isAbsent = (value: XmlChild): value is null | undefined | false => value === null || value === undefined || value === false;

function attributesOf({ attributes }: XmlElement): string {
  return Object.entries(attributes).map(([name, value]) =>
    (isAbsent(value) ? '' : ` ${checkedName(name)}="${escapeAttribute(String(value))}"`)).join('');
}

/** Writes a child; `indent` and `end` stand around an element. */
function write(child: XmlChild, indent: string, end: string): string {
  if (isAbsent(child)) return '';
  if (typeof child !== 'object') return escapeText(String(child));
  const name = checkedName(child.name);
  const children = child.children.filter((one) => !isAbsent(one));
  const start = `${indent}<${name}${attributesOf(child)}`;
  if (children.length === 0) return `${start}/>${end}`;
  // White space beside a text would become part of it.
  if (children.some((one) => typeof one !== 'object')) return `${start}>${children.map((one) => write(one, '', '')).join('')}</${name}>${end}`;
  return `${start}>\n${children.map((one) => write(one, `${indent}  `, '\n')).join('')}${indent}</${name}>${end}`;
}

/** The document with this root, in UTF-8. Throws `RangeError` for an invalid name. */
export const xmlDocument = (root: XmlElement): string => `<?xml version="1.0" encoding="UTF-8"?>\n${write(root, '', '\n')}`;
