#!/usr/bin/env node
// The launcher: builds if the sources are installed and changed, then runs the compiled command line.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const HERE = path.dirname(fileURLToPath(import.meta.url));
const CLI = path.resolve(HERE, '../../dist/src/main/cli.js');
const [major, minor] = process.versions.node.split('.').map(Number);

async function prepare() {
  if (major < 20 || (major === 20 && minor < 19)) {
    throw new Error(`Proscenium needs Node 20.19 or newer; this is ${process.versions.node}.`);
  }
  if (existsSync(path.join(HERE, 'build.mjs'))) {
    const { buildIfStale } = await import('./build.mjs');
    await buildIfStale();
  }
  if (existsSync(CLI)) return;
  throw new Error('There is no build, and sources or compilers are missing: run npm install.');
}

try {
  await prepare();
  const { main } = await import(pathToFileURL(CLI).href);
  await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
