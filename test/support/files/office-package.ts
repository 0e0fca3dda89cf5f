import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fromBufferPromise } from 'yauzl';
import { parseStrictly, type XmlNode } from '../publishing/strict-xml.js';

export type PackageParts = Map<string, Buffer>;

/** The parts of an Office document. */
export async function packageParts(bytes: Uint8Array): Promise<PackageParts> {
  const archive = await fromBufferPromise(Buffer.from(bytes), { lazyEntries: true, autoClose: false });
  const parts: PackageParts = new Map();
  for await (const entry of archive.eachEntry()) parts.set(entry.fileName, await buffer(await archive.openReadStreamPromise(entry)));
  return parts;
}

const SLIDE = { cx: 12_192_000, cy: 6_858_000 };
const ORDER = ['p:sldMasterIdLst', 'p:notesMasterIdLst', 'p:sldIdLst', 'p:sldSz', 'p:notesSz', 'p:defaultTextStyle', 'p:extLst'];
const SIGNATURES: Readonly<Record<string, string>> = { jpeg: 'ffd8ff', jpg: 'ffd8ff', png: '89504e47' };

/** All elements of these names, at any depth. */
export function elementsOf(node: XmlNode, ...names: string[]): XmlNode[] {
  return node.children.flatMap((child) => [...(names.includes(child.name) ? [child] : []), ...elementsOf(child, ...names)]);
}
const child = (node: XmlNode | undefined, name: string): XmlNode | undefined => node?.children.find((one) => one.name === name);
const repeated = (values: readonly string[]): string[] => [...new Set(values.filter((value, at) => values.indexOf(value) !== at))];

interface Package { parts: PackageParts; documents: ReadonlyMap<string, XmlNode> }

/** What office programs complain about in a presentation, by rules of our own; none for a sound one. */
export async function packageFaults(bytes: Uint8Array): Promise<string[]> {
  return faultsOf(await packageParts(bytes));
}

/** The same as `packageFaults`, for parts that a test has changed. */
export function faultsOf(parts: PackageParts): string[] {
  const faults: string[] = [];
  const documents = new Map<string, XmlNode>();
  for (const [name, content] of parts) {
    if (!/\.(?:xml|rels)$/.test(name)) continue;
    try {
      documents.set(name, parseStrictly(content.toString('utf8')));
    } catch (error) {
      faults.push(`${name} is no XML: ${String(error)}`);
    }
  }
  const whole: Package = { parts, documents };
  return [...faults, ...typeFaults(whole), ...mediaFaults(whole), ...relationFaults(whole), ...orderFaults(whole), ...notesFaults(whole),
    ...[...documents].flatMap(([name, document]) => shapeFaults(name, document))];
}

function typeFaults({ parts, documents }: Package): string[] {
  const types = documents.get('[Content_Types].xml');
  if (!types) return ['there is no list of content types'];
  const overrides = types.children.filter(({ name }) => name === 'Override').map(({ attributes }) => attributes['PartName']!);
  const defaults = types.children.filter(({ name }) => name === 'Default');
  const extensions = defaults.map(({ attributes }) => attributes['Extension']!.toLowerCase());
  const untyped = [...parts.keys()].filter((name) => name !== '[Content_Types].xml' && !overrides.includes(`/${name}`)
    && (name.endsWith('.xml') || !extensions.includes(name.split('.').at(-1)!.toLowerCase())));
  return [
    ...overrides.filter((name) => !parts.has(name.slice(1))).map((name) => `the type of ${name}, which is not there`),
    ...repeated(overrides).map((name) => `two types of ${name}`), ...repeated(extensions).map((name) => `two types of *.${name}`),
    ...untyped.map((name) => `no type of ${name}`),
    ...defaults.filter(({ attributes }) => attributes['ContentType'] === 'image/jpg').map(() => 'image/jpg is no type'),
  ];
}

function mediaFaults({ parts }: Package): string[] {
  return [...parts].filter(([name, content]) => {
    const signature = SIGNATURES[path.extname(name).slice(1)];
    return signature !== undefined && !content.toString('hex', 0, 8).startsWith(signature);
  }).map(([name]) => `${name} is another kind of picture`);
}

/** The part that a list of relationships belongs to. */
const ownerOf = (name: string): string => path.posix.join(path.posix.dirname(path.posix.dirname(name)), path.posix.basename(name, '.rels'));

function relationFaults({ parts, documents }: Package): string[] {
  const faults: string[] = [];
  for (const [name, document] of documents) {
    if (!name.endsWith('.rels')) continue;
    const owner = ownerOf(name);
    const ids = document.children.map(({ attributes }) => attributes['Id']!);
    faults.push(...repeated(ids).map((id) => `${name} has ${id} twice`));
    for (const { attributes } of document.children) {
      if (attributes['TargetMode'] === 'External') continue;
      const target = path.posix.join(path.posix.dirname(owner), attributes['Target']!);
      if (!parts.has(target.replace(/^\//, ''))) faults.push(`${name} leads to ${target}, which is not there`);
    }
    const used = documents.has(owner) ? referencesOf(documents.get(owner)!) : [];
    faults.push(...used.filter((id) => !ids.includes(id)).map((id) => `${owner} uses ${id}, which leads nowhere`));
  }
  return faults;
}

function referencesOf(node: XmlNode): string[] {
  const own = Object.entries(node.attributes).filter(([name, value]) => /^r:(?:id|embed|link)$/.test(name) && value !== '').map(([, value]) => value);
  return [...own, ...node.children.flatMap(referencesOf)];
}

function orderFaults({ documents }: Package): string[] {
  const names = documents.get('ppt/presentation.xml')?.children.map(({ name }) => name) ?? [];
  const places = names.map((name) => ORDER.indexOf(name));
  return places.some((place, at) => place < (places[at - 1] ?? 0)) ? [`the presentation has ${names.join(', ')}`] : [];
}

function notesFaults({ documents }: Package): string[] {
  const themes = [...documents].filter(([name]) => /^ppt\/(?:slideMasters|notesMasters)\/_rels\//.test(name))
    .flatMap(([, document]) => document.children).map(({ attributes }) => attributes['Target']!).filter((target) => target.includes('/theme/'));
  const master = documents.get('ppt/notesMasters/notesMaster1.xml');
  const placeholders = new Set(master ? elementsOf(master, 'p:ph').map(({ attributes }) => `${attributes['type']} ${attributes['idx']}`) : []);
  const strangers = [...documents].filter(([name]) => /^ppt\/notesSlides\/[^/]+\.xml$/.test(name)).flatMap(([name, document]) =>
    elementsOf(document, 'p:ph').filter(({ attributes }) => !placeholders.has(`${attributes['type']} ${attributes['idx']}`)).map(() => `${name} has a place that its master lacks`));
  return [...repeated(themes).map((theme) => `two masters have ${theme}`), ...strangers];
}

function shapeFaults(name: string, document: XmlNode): string[] {
  const ids = elementsOf(document, 'p:cNvPr').map(({ attributes }) => attributes['id']!);
  const faults = [
    ...repeated(ids).map((id) => `${name} has the shape ${id} twice`),
    ...elementsOf(document, 'p:sp').filter((shape) => !child(shape, 'p:txBody')).map(() => `${name} has a shape without text body`),
    ...elementsOf(document, 'p:txBody').filter((body) => !child(body, 'a:p')).map(() => `${name} has a text body without paragraph`),
    ...elementsOf(document, 'p:bgPr').filter(({ children }) => children.at(-1)?.name !== 'a:effectLst').map(() => `${name} has a background without effects`),
  ];
  if (/^ppt\/slides\/slide\d+\.xml$/.test(name)) faults.push(...slideFaults(name, document));
  return faults;
}

function slideFaults(name: string, document: XmlNode): string[] {
  const titles = elementsOf(document, 'p:ph').filter(({ attributes }) => attributes['type'] === 'title');
  const pictures = elementsOf(document, 'p:pic').map((picture) => elementsOf(picture, 'p:cNvPr')[0]!);
  const boxes = elementsOf(document, 'p:sp', 'p:pic').flatMap((shape) => elementsOf(shape, 'a:xfrm'));
  const isOutside = (box: XmlNode): boolean => {
    const [at, size] = [child(box, 'a:off')!.attributes, child(box, 'a:ext')!.attributes];
    const [x, y, width, height] = [at['x'], at['y'], size['cx'], size['cy']].map(Number) as [number, number, number, number];
    return x < 0 || y < 0 || width <= 0 || height <= 0 || x + width > SLIDE.cx + 1 || y + height > SLIDE.cy + 1;
  };
  return [
    ...(titles.length === 1 ? [] : [`${name} has ${titles.length} titles`]),
    ...pictures.filter(({ attributes }) => !attributes['descr']?.trim()).map(() => `${name} has a picture without words`),
    ...boxes.filter(isOutside).map(() => `${name} has something outside of the slide`),
  ];
}
