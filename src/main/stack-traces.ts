import { existsSync, readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { fileURLToPath } from 'node:url';

/** Source maps of our compiled files by URL; null for a file without a map. */
const maps = new Map<string, SourceMap | null>();

function mapOf(url: string): SourceMap | null {
  let map = maps.get(url);
  if (map === undefined) {
    const file = fileURLToPath(`${url}.map`);
    map = existsSync(file) ? new SourceMap(JSON.parse(readFileSync(file, 'utf8')) as SourceMapPayload) : null;
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
 * Makes stack traces name lines of our sources. Loads a map when a trace through its file is first formatted; Node's
 * own flag loads all maps at each start, which takes a third of a second.
 */
export function traceToSources(): void {
  Error.prepareStackTrace = (error, sites) => {
    const head = Error.prototype.toString.call(error);
    const lines = sites.map((site) => {
      try {
        return inSources(site);
      } catch {
        // A broken map must not hide the error whose trace is formatted.
        return String(site);
      }
    });
    return [head, ...lines.map((line) => `    at ${line}`)].join('\n');
  };
}
