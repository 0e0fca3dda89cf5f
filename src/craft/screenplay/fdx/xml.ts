import { ScriptRefused } from '../failures.js';
import type { ParsingBudget } from '../limits.js';

export interface XmlElement {
  name: string;
  attributes: ReadonlyMap<string, string>;
  children: (XmlElement | string)[];
}

const NAME = /[\p{L}_:][\p{L}\p{N}_:.\-]*/uy;
const BLANKS = /[ \t\n]*/y;
/** Code of a space. No other white space of XML has a higher code. */
const BLANK_CODE = 0x20;
const MAX_NAME = 200;
const MAX_ATTRIBUTES = 200;
const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
const MAX_REFERENCE = 12;

/**
 * Parses a well-formed XML document and returns its root element. Refuses document types and custom entities, so that
 * no reference expands to more than one character and nothing is fetched. Throws `ScriptRefused` (`doctype`,
 * `malformed`, `too_complex`, `timeout`).
 */
export function parseXml(text: string, budget: ParsingBudget): XmlElement {
  return new XmlParser(text, budget).document();
}

class XmlParser {
  private at = 0;
  private elements = 0;
  constructor(private readonly text: string, private readonly budget: ParsingBudget) {}

  document(): XmlElement {
    const open: XmlElement[] = [];
    let root: XmlElement | null = null;
    while (this.at < this.text.length) {
      this.budget.step();
      const tag = this.text.indexOf('<', this.at);
      this.readText(tag < 0 ? this.text.length : tag, open.at(-1));
      if (tag < 0) break;
      if (this.skipOrCharacters(open.at(-1))) continue;
      if (this.text[this.at + 1] === '/') {
        this.closeTag(open.pop());
        continue;
      }
      const { element, closed } = this.openTag();
      if (open.length === 0 && root) this.fail('it has more than one root element');
      if (open.length === 0) root = element;
      else open.at(-1)!.children.push(element);
      if (!closed) open.push(element);
      if (open.length > this.budget.limits.depth) {
        throw new ScriptRefused('too_complex', `The XML is nested more than ${this.budget.limits.depth} deep.`,
          this.line());
      }
    }
    if (open.length > 0) this.fail(`<${open.at(-1)!.name}> is never closed`);
    return root ?? this.fail('it has no element');
  }

  private readText(end: number, parent: XmlElement | undefined): void {
    const raw = this.text.slice(this.at, end);
    if (parent) {
      if (raw !== '') parent.children.push(this.resolve(raw));
    } else if (raw.trim() !== '') this.fail('it holds text outside its root element');
    this.at = end;
  }

  /** Skips comments and processing instructions, and adds CDATA as text. Returns false at a tag. */
  private skipOrCharacters(parent: XmlElement | undefined): boolean {
    const { text, at } = this;
    if (text.startsWith('<!--', at)) this.skipTo('-->', 4);
    else if (text.startsWith('<?', at)) this.skipTo('?>', 2);
    else if (text.startsWith('<![CDATA[', at)) {
      this.skipTo(']]>', 9);
      if (!parent) this.fail('it holds text outside its root element');
      parent.children.push(text.slice(at + 9, this.at - 3));
    } else if (text.startsWith('<!', at)) {
      throw new ScriptRefused('doctype', 'The XML declares a document type or entities, which are not allowed.',
        this.line());
    } else return false;
    return true;
  }

  private skipTo(sign: string, from: number): void {
    const end = this.text.indexOf(sign, this.at + from);
    if (end < 0) this.fail(`"${sign}" is missing`);
    this.at = end + sign.length;
  }

  private closeTag(element: XmlElement | undefined): void {
    this.at += 2;
    const name = this.name();
    this.blanks();
    if (this.text[this.at] !== '>') this.fail(`the closing tag of ${name} is broken`);
    this.at += 1;
    if (element?.name !== name) this.fail(`</${name}> closes ${element ? `<${element.name}>` : 'nothing'}`);
  }

  private openTag(): { element: XmlElement; closed: boolean } {
    this.at += 1;
    this.elements += 1;
    if (this.elements > this.budget.limits.elements * 4) {
      throw new ScriptRefused('too_complex', 'The XML has too many elements.', this.line());
    }
    const name = this.name();
    const attributes = new Map<string, string>();
    for (;;) {
      const from = this.at;
      this.blanks();
      const next = this.text[this.at];
      if (next === '>') break;
      if (next === '/' && this.text[this.at + 1] === '>') {
        this.at += 2;
        return { element: { name, attributes, children: [] }, closed: true };
      }
      if (from === this.at) this.fail(`the tag <${name}> is broken`);
      this.attribute(attributes);
    }
    this.at += 1;
    return { element: { name, attributes, children: [] }, closed: false };
  }

  private attribute(attributes: Map<string, string>): void {
    const name = this.name();
    this.blanks();
    if (this.text[this.at] !== '=') this.fail(`the attribute ${name} has no value`);
    this.at += 1;
    this.blanks();
    const quote = this.text[this.at];
    if (quote !== '"' && quote !== "'") this.fail(`the value of ${name} is not quoted`);
    const end = this.text.indexOf(quote, this.at + 1);
    if (end < 0) this.fail(`the value of ${name} is not closed`);
    const raw = this.text.slice(this.at + 1, end);
    if (raw.includes('<')) this.fail(`the value of ${name} contains "<"`);
    if (attributes.has(name)) this.fail(`the attribute ${name} occurs twice`);
    attributes.set(name, this.resolve(raw));
    if (attributes.size > MAX_ATTRIBUTES) {
      throw new ScriptRefused('too_complex', `An XML element has more than ${MAX_ATTRIBUTES} attributes.`, this.line());
    }
    this.at = end + 1;
  }

  private name(): string {
    NAME.lastIndex = this.at;
    const name = NAME.exec(this.text)?.[0] ?? this.fail('a tag has no name');
    if (name.length > MAX_NAME) this.fail('a name is too long');
    this.at += name.length;
    return name;
  }

  private blanks(): void {
    if (this.text.charCodeAt(this.at) > BLANK_CODE) return;
    BLANKS.lastIndex = this.at;
    this.at += BLANKS.exec(this.text)![0].length;
  }

  private resolve(raw: string): string {
    if (!raw.includes('&')) return raw;
    let resolved = '';
    let from = 0;
    for (let sign = raw.indexOf('&'); sign >= 0; sign = raw.indexOf('&', from)) {
      const end = raw.slice(sign, sign + MAX_REFERENCE).indexOf(';');
      const reference = end < 0 ? '' : raw.slice(sign + 1, sign + end);
      resolved += raw.slice(from, sign) + (characterOf(reference)
        ?? this.fail(`"&${reference.slice(0, 10)}" is not an allowed character reference`));
      from = sign + end + 1;
    }
    return resolved + raw.slice(from);
  }

  private line(): number {
    return this.text.slice(0, this.at).split('\n').length;
  }

  private fail(why: string): never {
    throw new ScriptRefused('malformed', `The XML is not well formed: ${why}.`, this.line());
  }
}

function characterOf(reference: string): string | null {
  if (Object.hasOwn(ENTITIES, reference)) return ENTITIES[reference]!;
  const number = /^#(?:x([0-9a-fA-F]{1,6})|([0-9]{1,7}))$/.exec(reference);
  if (!number) return null;
  const code = number[1] ? parseInt(number[1], 16) : parseInt(number[2]!, 10);
  const allowed = code === 9 || code === 10 || code === 13 || (code >= 0x20 && code <= 0xd7ff)
    || (code >= 0xe000 && code <= 0xfffd) || (code >= 0x10000 && code <= 0x10ffff);
  return allowed ? String.fromCodePoint(code).replace('\r', '\n') : null;
}

/** The first child of this name, or null. */
export const childOf = (element: XmlElement | null, name: string): XmlElement | null =>
  element?.children.find((child): child is XmlElement => typeof child === 'object' && child.name === name) ?? null;

/** The direct children of this name, in order. */
export const childrenOf = (element: XmlElement | null, name: string): XmlElement[] =>
  (element?.children ?? []).filter((child): child is XmlElement => typeof child === 'object' && child.name === name);

/** The character data directly inside the element. */
export const textOf = (element: XmlElement): string =>
  element.children.filter((child) => typeof child === 'string').join('');
