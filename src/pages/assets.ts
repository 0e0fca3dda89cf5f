import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

/** A file that never changes under its URL. */
export interface Asset { path: string; contentType: string; body: Buffer; gzipped: Buffer | null }

/** Static files of the pages, by name (`pages.css`, `player.js`, `fraunces-600.woff2`, …). */
export interface PageAssets {
  /** The URL path of a file; throws for a name that does not exist, which is a programming error. */
  url(name: string): string;
  /** The file at a URL path, or null. */
  at(path: string): Asset | null;
}

/** Folders of the bundled clients and of their sources, relative to this module, compiled or not. */
const FOLDERS = {
  bundles: ['./assets/'],
  clients: ['./client/', '../../../src/pages/client/'],
  styles: ['./styles/', '../../../src/pages/styles/'],
  icons: ['./icons/', '../../../src/pages/icons/'],
};

const CLIENTS = ['player', 'staging', 'waiting', 'workplace', 'episode', 'reference', 'deck'] as const;
const SVG_POLICY = 'image/svg+xml; charset=utf-8';

const FONTS: Record<string, string> = {
  'atkinson.woff2':
    '@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2',
  'atkinson-ext.woff2':
    '@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-ext-wght-normal.woff2',
  'fraunces-600.woff2': '@fontsource/fraunces/files/fraunces-latin-600-normal.woff2',
  'fraunces-600-ext.woff2': '@fontsource/fraunces/files/fraunces-latin-ext-600-normal.woff2',
  'fraunces-400-italic.woff2': '@fontsource/fraunces/files/fraunces-latin-400-italic.woff2',
  'fraunces-400-italic-ext.woff2': '@fontsource/fraunces/files/fraunces-latin-ext-400-italic.woff2',
  'courier-prime.woff2': '@fontsource/courier-prime/files/courier-prime-latin-400-normal.woff2',
};

/** Sizes in pixels of the rasters of `ICON`, for browsers and phones that do not support SVG icons. */
export const ICON_SIZES = [32, 180, 192, 512] as const;

const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#16121a"/>
<path d="M5 27V10.5C5 7.5 7.5 5 10.5 5h11C24.5 5 27 7.5 27 10.5V27h-3.7V14.8a7.3 7.3 0 0 0-14.6 0V27Z" fill="#f5efe6"/>
<path d="M11.4 27v-4.6a4.6 4.6 0 0 1 9.2 0V27Z" fill="#f0bf5c"/></svg>`;

/** Loads, hashes and compresses everything once. Clients come from the build, or are bundled here when run from source. */
export async function loadPageAssets(): Promise<PageAssets> {
  const byPath = new Map<string, Asset>();
  const urls = new Map<string, string>();
  const add = (name: string, contentType: string, body: Buffer): void => {
    const hash = createHash('sha256').update(body).digest('hex').slice(0, 16);
    const path = `/assets/${hash}/${name}`;
    const gzipped = /^(?:font|audio|image\/png)/.test(contentType) ? null : gzipSync(body, { level: 9 });
    byPath.set(path, { path, contentType, body, gzipped });
    urls.set(name, path);
  };
  const url = (name: string): string => {
    const path = urls.get(name);
    if (!path) throw new Error(`pages have no asset called ${name}`);
    return path;
  };

  const require = createRequire(import.meta.url);
  for (const [name, specifier] of Object.entries(FONTS)) add(name, 'font/woff2', await readFile(require.resolve(specifier)));
  add('icon.svg', SVG_POLICY, Buffer.from(ICON));
  const icons = folder(FOLDERS.icons);
  if (!icons) throw new Error('the icons of the pages are missing from this installation');
  for (const widthPx of ICON_SIZES) add(`icon-${widthPx}.png`, 'image/png', await readFile(`${icons}icon-${widthPx}.png`));
  add('silence.wav', 'audio/wav', silence());
  for (const [name, css] of await readStyles()) {
    const linked = css.replace(/url\(asset:([a-z0-9.-]+)\)/g, (_all, file: string) => `url(${url(file)})`);
    add(name, 'text/css; charset=utf-8', Buffer.from(linked));
  }
  for (const client of CLIENTS) add(`${client}.js`, 'text/javascript; charset=utf-8', await readClient(client));
  return { url, at: (path) => byPath.get(path) ?? null };
}

function folder(candidates: readonly string[]): string | null {
  for (const candidate of candidates) {
    const path = fileURLToPath(new URL(candidate, import.meta.url));
    if (existsSync(path)) return path;
  }
  return null;
}

/**
 * The stylesheets: `pages.css` for every page, `player.css` for the players, `workplace.css` for forms, `series.css`
 * for published series, `docs.css` for the reference, `staging.css` for stages that move, and `print.css`, which only a printer needs. A folder's
 * parts are joined in the order of their names. Comments and layout are for their authors only.
 */
async function readStyles(): Promise<[name: string, css: string][]> {
  const styles = folder(FOLDERS.styles);
  if (!styles) throw new Error('the stylesheets of the pages are missing from this installation');
  const partsOf = async (name: string): Promise<string[]> => (await readdir(styles + name)).sort().map((part) => `${name}/${part}`);
  const read = async (names: readonly string[]): Promise<string> => {
    const css = await Promise.all(names.map((name) => readFile(`${styles}${name}`, 'utf8')));
    return css.join('\n').replace(/\/\*[^]*?\*\//g, '').replace(/\s+/g, ' ').replace(/ ?([{};,]) ?/g, '$1').replace(/: /g, ':').replace(/;}/g, '}');
  };
  return [
    ['pages.css', await read(await partsOf('page'))], ['player.css', await read(await partsOf('player'))],
    ['workplace.css', await read(await partsOf('workplace'))], ['series.css', await read(await partsOf('series'))], ['docs.css', await read(await partsOf('docs'))],
    ['staging.css', await read(await partsOf('staging'))],
    ['print.css', await read(['print.css'])],
  ];
}

async function readClient(name: string): Promise<Buffer> {
  const bundles = folder(FOLDERS.bundles);
  if (bundles && existsSync(`${bundles}${name}.js`)) return readFile(`${bundles}${name}.js`);
  const clients = folder(FOLDERS.clients);
  if (!clients) throw new Error(`the page client ${name}.js is missing from this installation: run the build`);
  const { build } = await import('esbuild');
  const result = await build({
    entryPoints: [`${clients}${name}.ts`], bundle: true, format: 'esm', target: 'es2020', minify: true, write: false,
  });
  const [output] = result.outputFiles;
  if (!output) throw new Error(`the page client ${name}.ts produced nothing`);
  return Buffer.from(output.contents);
}

/** A tenth of a second of silence (8-bit PCM WAV): played inside the click that starts a live read, to keep the right to play. */
function silence(): Buffer {
  const sampleRateHz = 8000;
  const samples = Buffer.alloc(sampleRateHz / 10, 0x80);
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + samples.length, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(sampleRateHz, 24);
  header.writeUInt32LE(sampleRateHz, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write('data', 36);
  header.writeUInt32LE(samples.length, 40);
  return Buffer.concat([header, samples]);
}
