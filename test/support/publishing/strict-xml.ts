/** An element of a parsed document. */
export interface XmlNode { name: string; attributes: Readonly<Record<string, string>>; children: XmlNode[]; text: string }

const REFERENCES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const NAME = '[A-Za-z_][\\w.-]*(?::[A-Za-z_][\\w.-]*)?';
const TOKEN = new RegExp(`<(/?)(${NAME})((?:\\s+${NAME}="[^"<]*")*)\\s*(/?)>|([^<]+)`, 'y');
const ATTRIBUTE = new RegExp(`(${NAME})="([^"]*)"`, 'g');
const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';
const FORBIDDEN = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

function plain(text: string): string {
  if (text.includes(']]>')) throw new SyntaxError('a text has the end of a CDATA section');
  return text.replace(/&([^;&\s]*)(;?)/g, (all, name: string, end: string) => {
    const [, digits] = /^#(\d+)$/.exec(name) ?? [];
    const char = digits ? String.fromCodePoint(Number(digits)) : REFERENCES[name];
    if (!end || char === undefined) throw new SyntaxError(`${all} is no reference`);
    return char;
  });
}

function attributesOf(text: string): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const { 1: name, 2: value } of text.matchAll(ATTRIBUTE)) {
    if (name! in attributes) throw new SyntaxError(`${name} is given twice`);
    attributes[name!] = plain(value!);
  }
  return attributes;
}

function checkPrefixes({ name, attributes, children }: XmlNode, known: ReadonlySet<string>): void {
  const declared = new Set([...known, ...Object.keys(attributes).flatMap((one) => /^xmlns:(.+)$/.exec(one)?.[1] ?? [])]);
  for (const one of [name, ...Object.keys(attributes)]) {
    const [prefix, local] = one.split(':');
    if (local !== undefined && prefix !== 'xmlns' && !declared.has(prefix!)) throw new SyntaxError(`the prefix of ${one} is not declared`);
  }
  for (const child of children) checkPrefixes(child, declared);
}

/** Parses a document that uses elements, attributes and texts only; throws `SyntaxError` for anything that is not well-formed XML with namespaces. */
export function parseStrictly(xml: string): XmlNode {
  if (!xml.startsWith(DECLARATION)) throw new SyntaxError('the XML declaration is missing');
  if (FORBIDDEN.test(xml)) throw new SyntaxError('a character is not allowed in XML');
  const top: XmlNode = { name: '', attributes: {}, children: [], text: '' };
  const open = [top];
  TOKEN.lastIndex = DECLARATION.length;
  while (TOKEN.lastIndex < xml.length) {
    const at = TOKEN.lastIndex;
    const [token, closing, name, attributes, empty, text] = TOKEN.exec(xml) ?? [];
    const parent = open.at(-1)!;
    if (token === undefined) throw new SyntaxError(`no XML at ${at}: ${xml.slice(at, at + 60)}`);
    if (text !== undefined) parent.text += plain(text);
    else if (closing) {
      if (parent.name !== name) throw new SyntaxError(`</${name}> ends <${parent.name}>`);
      open.pop();
    } else {
      const node: XmlNode = { name: name!, attributes: attributesOf(attributes!), children: [], text: '' };
      parent.children.push(node);
      if (!empty) open.push(node);
    }
  }
  if (open.length !== 1 || top.children.length !== 1 || top.text.trim() !== '') throw new SyntaxError('a document is one element');
  const [root] = top.children;
  checkPrefixes(root!, new Set());
  return root!;
}
