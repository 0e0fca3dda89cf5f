import { SaxesParser } from 'saxes';

/** An element of a parsed document. */
export interface XmlNode { name: string; attributes: Readonly<Record<string, string>>; children: XmlNode[]; text: string }

/** Parses a document; throws for anything that is not well-formed XML 1.0 with namespaces. */
export function parseStrictly(xml: string): XmlNode {
  const top: XmlNode = { name: '', attributes: {}, children: [], text: '' };
  const open = [top];
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => { throw error; });
  parser.on('opentag', ({ name, attributes }) => {
    const node: XmlNode = {
      name, attributes: Object.fromEntries(Object.values(attributes).map((one) => [one.name, one.value])), children: [], text: '',
    };
    open.at(-1)!.children.push(node);
    open.push(node);
  });
  parser.on('closetag', () => { open.pop(); });
  parser.on('text', (text) => { open.at(-1)!.text += text; });
  parser.write(xml).close();
  return top.children[0]!;
}
