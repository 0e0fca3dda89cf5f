import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Film, Shot } from '../../craft/film/film.js';
import { smallPng } from '../../craft/images/raster.js';
import { filmOfRead } from '../../domain/artifacts/film/film-of-read.js';
import { loadPerformed } from '../../domain/artifacts/mix/performed-read.js';
import { findCurrentRead } from '../../domain/artifacts/read-store.js';
import type { Config } from '../../kernel/config/index.js';
import { UsageError } from '../commands/usage.js';
import { openServices } from '../services.js';
import { findRunningStack } from '../stack/running-stack.js';

const LANDSCAPE = { widthPx: 1_280, heightPx: 720, framesPerSecond: 24, grade: 'cinema' } as const;
const UPRIGHT = { ...LANDSCAPE, widthPx: 720, heightPx: 1_280 };
const SHOWN_PX = { landscape: 440, upright: 260 };

const STYLE = 'body{background:#222;color:#eee;font:14px system-ui;margin:12px}figure{display:inline-block;margin:4px;vertical-align:top}'
  + 'div{position:relative;overflow:hidden}img{display:block;width:100%}img+img{position:absolute;inset:0}figcaption{height:5.2em;overflow:auto}b{color:#f0c46a}i{color:#9cf}';
const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

/** The words spoken during a part of the film, as HTML with the speakers' names. */
function wordsIn({ captions }: Film, startMs: number, endMs: number): string {
  const said = captions.filter((caption) => caption.startMs < endMs && caption.endMs > startMs);
  return said.map(({ speaker, text }, at) => `${speaker && speaker !== said[at - 1]?.speaker ? `<b>${escaped(speaker)}</b> ` : ''}${escaped(text)}`).join(' ');
}

async function figureOf(film: Film, shot: Shot, startMs: number, widthPx: number): Promise<string> {
  const [picture, over] = shot.kind === 'held' ? [shot.picture, shot.over] : [shot.to.picture, null];
  const pngs = await Promise.all([picture, ...over ? [over] : []].map(async (one) => smallPng(await one.draw(), widthPx).toString('base64')));
  const images = pngs.map((png) => `<img src="data:image/png;base64,${png}" alt="">`).join('');
  return `<figure style="width:${widthPx}px"><div>${images}</div><figcaption><i>${seconds(startMs)}, ${seconds(shot.durationMs)} ${shot.kind}</i> `
    + `${wordsIn(film, startMs, startMs + shot.durationMs)}</figcaption></figure>`;
}

async function sheetOf(film: Film): Promise<string> {
  const widthPx = SHOWN_PX[film.format.heightPx > film.format.widthPx ? 'upright' : 'landscape'];
  const figures: string[] = [];
  let startMs = 0;
  for (const shot of film.shots) {
    figures.push(await figureOf(film, shot, startMs, widthPx));
    startMs += shot.durationMs;
  }
  return `<!doctype html><meta charset="utf-8"><title>${escaped(film.tags.title)}</title><style>${STYLE}</style>`
    + `<h1>${escaped(film.tags.title)}: ${film.shots.length} shots, ${seconds(startMs)}</h1>${figures.join('')}`;
}

/** Writes a page with a picture of every shot of a read's film, beside the words that are heard meanwhile. Throws `UsageError` for an unknown read. */
export async function writeFilmSheet(config: Config, artifactId: string, { folder, upright }: { folder: string; upright: boolean }): Promise<string> {
  const services = await openServices(config, 'proscenium-pictures', await findRunningStack(config.dataDir) ?? undefined);
  try {
    const read = await findCurrentRead(services.db, artifactId);
    if (!read) throw new UsageError(`there is no finished read ${artifactId}`);
    const performed = await loadPerformed(services, artifactId, read.revision);
    const film = await filmOfRead(services, performed, { format: upright ? UPRIGHT : LANDSCAPE, signal: new AbortController().signal });
    await mkdir(folder, { recursive: true });
    const file = path.join(folder, `${artifactId}${upright ? '-upright' : ''}.html`);
    await writeFile(file, await sheetOf(film));
    return file;
  } finally {
    await services.close();
  }
}
