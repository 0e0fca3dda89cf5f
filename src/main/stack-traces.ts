import { existsSync, readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { fileURLToPath } from 'node:url';

/** The maps of our compiled files by URL; null for a file without one. */
const maps = new Map<string, SourceMap | null>();

function mapOf(url: string): SourceMap | null {
  let map = maps.get(url);
  if (map === undefined) {
    const beside = fileURLToPath(`${url}.map`);
    map = existsSync(beside) ? new SourceMap(JSON.parse(readFileSync(beside, 'utf8')) as SourceMapPayload) : null;
    maps.set(url, map);
  }
  return map;
}

const isPackage = (file: string): boolean => file.includes('/node_modules/');

function inSources(site: NodeJS.CallSite): string {
  const text = String(site);
  const [url, line, column] = [site.getFileName(), site.getLineNumber(), site.getColumnNumber()];
  if (!url?.startsWith('file://') || isPackage(url) || line === null || column === null) return text;
  const place = mapOf(url)?.findEntry(line - 1, column - 1);
  if (!place || !('originalSource' in place) || !place.originalSource || isPackage(place.originalSource)) return text;
  const source = new URL(place.originalSource, url).href;
  return text.replace(`${url}:${line}:${column}`, () => `${source}:${place.originalLine + 1}:${place.originalColumn + 1}`);
}

/**
 * Lets stack traces name lines of our sources. A map is read when a trace through its file is first looked at; Node's own flag reads
 * the maps of everything at each start, for a third of a second.
 */
export function traceToSources(): void {
  Error.prepareStackTrace = (error, sites) => {
    const head = Error.prototype.toString.call(error);
    const lines = sites.map((site) => {
      try {
        return inSources(site);
      } catch {
        // A trace is for somebody who looks for a fault already: a broken map must not become another one.
        return String(site);
      }
    });
    return [head, ...lines.map((line) => `    at ${line}`)].join('\n');
  };
}
