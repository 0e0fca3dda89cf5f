import { exampleOf, type ApiDocument, type Content, type Place, type Schema } from './document.js';

/** The code of one call in one language. */
export interface CodeSample { language: string; code: string }

/** The parts of a request. `files` are the file fields of a form; `raw` is the content type when the body is a file. */
interface Sent { method: string; url: string; needsKey: boolean; json?: unknown; form?: Record<string, string>; files: string[]; raw?: string }

const FILE = 'the-lighthouse.pdf';

const exampleId = ({ document, name }: { document: ApiDocument; name: string }): string => {
  // The examples of the document contain an id of the right kind.
  const text = JSON.stringify(document.components.examples);
  return new RegExp(`"${name}":"([^"]+)"`).exec(text)?.[1] ?? name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
};

const isFile = ({ contentMediaType, format }: Schema): boolean => contentMediaType !== undefined || format === 'binary';

function formOf({ schema, example }: Content): Pick<Sent, 'form' | 'files'> {
  const files = Object.entries(schema?.properties ?? {}).filter(([, property]) => isFile(property)).map(([name]) => name);
  const fields = Object.entries((example ?? {}) as Record<string, unknown>).filter(([name]) => !files.includes(name));
  return { files, form: Object.fromEntries(fields.map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)])) };
}

function sentOf({ method, path, operation }: Place, document: ApiDocument): Sent {
  const { parameters = [], requestBody } = operation;
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => exampleId({ document, name }));
  const query = parameters.filter(({ in: place, required }) => place === 'query' && required).map(({ name }) => `${name}=${exampleId({ document, name })}`);
  const sent: Sent = {
    method, url: `${document.servers[0]!.url}${filled}${query.length > 0 ? `?${query.join('&')}` : ''}`, files: [],
    needsKey: parameters.some(({ name, required }) => name === 'Idempotency-Key' && required),
  };
  const content = requestBody?.content ?? {};
  const json = content['application/json'];
  if (json) return { ...sent, json: exampleOf(json, document) };
  const form = content['multipart/form-data'];
  if (form) return { ...sent, ...formOf(form) };
  const [raw] = Object.keys(content);
  return raw ? { ...sent, raw } : sent;
}

const quoted = (text: string): string => `'${text.replaceAll(`'`, `'\\''`)}'`;

function curlOf({ method, url, needsKey, json, form, files, raw }: Sent): string {
  return [
    method === 'GET' ? `curl -sS "${url}"` : `curl -sS -X ${method} "${url}"`,
    '-H "Authorization: Bearer $PROSCENIUM_API_KEY"',
    ...(needsKey ? ['-H "Idempotency-Key: $(uuidgen)"'] : []),
    ...(json === undefined ? [] : [`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(json, null, 2))}`]),
    ...Object.entries(form ?? {}).map(([name, value]) => `-F ${quoted(`${name}=${value}`)}`), ...files.map((name) => `-F '${name}=@${FILE}'`),
    ...(raw ? [`-H 'Content-Type: ${raw}'`, `--data-binary @${FILE}`] : []),
  ].join(' \\\n  ');
}

const indented = (text: string, by: string): string => text.replaceAll('\n', `\n${by}`);

function typescriptOf({ method, url, needsKey, json, form, files, raw }: Sent): string {
  const hasForm = form !== undefined;
  const headers = [
    'Authorization: `Bearer ${process.env.PROSCENIUM_API_KEY}`', ...(needsKey ? [`'Idempotency-Key': crypto.randomUUID()`] : []),
    ...(json === undefined ? [] : [`'Content-Type': 'application/json'`]), ...(raw ? [`'Content-Type': '${raw}'`] : []),
  ];
  const body = json !== undefined ? `JSON.stringify(${indented(JSON.stringify(json, null, 2), '  ')})` : hasForm ? 'form' : raw ? `await openAsBlob('${FILE}')` : null;
  return [
    ...(files.length > 0 || raw ? [`import { openAsBlob } from 'node:fs';`, ''] : []),
    ...(hasForm ? ['const form = new FormData();', ...Object.entries(form).map(([name, value]) => `form.append('${name}', ${JSON.stringify(value)});`),
      ...files.map((name) => `form.append('${name}', await openAsBlob('${FILE}'), '${FILE}');`)] : []),
    `const response = await fetch('${url}', {`, ...(method === 'GET' ? [] : [`  method: '${method}',`]), `  headers: { ${headers.join(', ')} },`,
    ...(body ? [`  body: ${body},`] : []), '});', 'const answer = await response.json();',
    'if (!response.ok) throw new Error(`${answer.error.code}: ${answer.error.message}`);', 'console.log(answer);',
  ].join('\n');
}

/** JSON as Python writes it. */
function python(value: unknown, margin = ''): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  const inner = `${margin}    `;
  const isList = Array.isArray(value);
  const parts = isList ? value.map((item) => inner + python(item, inner))
    : Object.entries(value).map(([name, item]) => `${inner}${JSON.stringify(name)}: ${python(item, inner)}`);
  const [open, close] = isList ? '[]' : '{}';
  return parts.length === 0 ? `${open}${close}` : `${open}\n${parts.join(',\n')},\n${margin}${close}`;
}

function pythonOf({ method, url, needsKey, json, form, files, raw }: Sent): string {
  const headers = [
    '"Authorization": f"Bearer {os.environ[\'PROSCENIUM_API_KEY\']}"', ...(needsKey ? ['"Idempotency-Key": str(uuid.uuid4())'] : []), ...(raw ? [`"Content-Type": "${raw}"`] : []),
  ];
  return [
    'import os', ...(needsKey ? ['import uuid'] : []), 'import requests', '', 'response = requests.request(', `    "${method}",`, `    "${url}",`, `    headers={${headers.join(', ')}},`,
    ...(json === undefined ? [] : [`    json=${python(json, '    ')},`]),
    ...(form && Object.keys(form).length > 0 ? [`    data=${python(form, '    ')},`] : []),
    ...(files.length > 0 ? [`    files={${files.map((name) => `"${name}": open("${FILE}", "rb")`).join(', ')}},`] : []),
    ...(raw ? [`    data=open("${FILE}", "rb"),`] : []), ')', 'response.raise_for_status()', 'print(response.json())',
  ].join('\n');
}

/** The same call in curl, TypeScript and Python, with the example of its body. Each reads the key from PROSCENIUM_API_KEY. */
export function samplesOf(place: Place, document: ApiDocument): CodeSample[] {
  const sent = sentOf(place, document);
  return [{ language: 'curl', code: curlOf(sent) }, { language: 'TypeScript', code: typescriptOf(sent) }, { language: 'Python', code: pythonOf(sent) }];
}
