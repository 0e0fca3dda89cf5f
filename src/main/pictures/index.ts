import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { cardSvg, coverSvg, posterSvg } from '../../craft/images/compose.js';
import { frameSvg } from '../../craft/images/frame.js';
import { castLooks } from '../../craft/images/person/cast.js';
import { drawBody, drawSheet } from '../../craft/images/person/figure.js';
import { EXPRESSIONS, type Look } from '../../craft/images/person/look.js';
import { drawBust, drawFace } from '../../craft/images/person/portrait.js';
import { describePlace, parsePlace } from '../../craft/images/places/place.js';
import { smallPng } from '../../craft/images/raster.js';
import { drawScene } from '../../craft/images/scenes/index.js';
import type { Config } from '../../kernel/config/index.js';
import { contentOf, p } from '../../craft/images/svg.js';
import { RENDERER_VERSION } from '../../craft/images/version.js';
import { SAMPLE_CAST, SAMPLE_HEADINGS, VARIANT_HEADINGS } from './samples.js';

const SEED = 'contact-sheet';
const GAP = 6;

interface Cell { svg: string; view: string }

/** One SVG with the pictures in rows. */
function contactSheet(cells: readonly Cell[], columns: number, width: number, height: number): string {
  const rows = Math.ceil(cells.length / columns);
  const [sheetWidth, sheetHeight] = [columns * (width + GAP) + GAP, rows * (height + GAP) + GAP];
  const placed = cells.map(({ svg, view }, index) => {
    const [x, y] = [GAP + (index % columns) * (width + GAP), GAP + Math.floor(index / columns) * (height + GAP)];
    return p`<svg x="${x}" y="${y}" width="${width}" height="${height}" viewBox="${view}">${contentOf(svg, `n${index}_`)}</svg>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${sheetWidth} ${sheetHeight}">`
    + `<rect width="${sheetWidth}" height="${sheetHeight}" fill="#3f4754"/>${placed.join('')}</svg>`;
}

const places = (headings: readonly string[], palette: readonly string[] = []): Cell[] =>
  headings.map((heading) => ({ svg: drawScene({ place: parsePlace(heading), seed: SEED, palette }), view: '0 0 1600 900' }));

function people(looks: readonly Look[]): Cell[] {
  return looks.map((look, index) => ({ svg: drawBust(look, { facing: ([1, -1, 0] as const)[index % 3]! }), view: '0 0 600 760' }));
}

const expressions = (looks: readonly Look[]): Cell[] => looks.slice(0, 8).flatMap((look) =>
  EXPRESSIONS.map((expression, index) => ({ svg: drawFace(look, { expression, facing: index % 2 ? 1 : -1 }), view: '0 0 600 600' })));

async function sheets(): Promise<Record<string, { svg: string; widthPx: number }>> {
  const looks = castLooks(SEED, SAMPLE_CAST);
  const scene = { place: parsePlace('EXT. ALDERMERE STATION - PLATFORM - DUSK'), seed: SEED };
  const cover = { title: 'Last Train to Aldermere', kicker: 'A table read', byline: 'by Ines Okafor-Lund', scene, looks: looks.slice(0, 3) };
  return {
    'backdrops-36': { svg: contactSheet(places(SAMPLE_HEADINGS), 4, 480, 270), widthPx: 1_960 },
    'backdrops-compositions': { svg: contactSheet(places(VARIANT_HEADINGS), 4, 480, 270), widthPx: 1_960 },
    'backdrops-by-palette': {
      svg: contactSheet([['#2f6f8f', '#e8d7b0'], ['#8a2f5a', '#3a2a4a', '#f0c8a0'], ['#4f7a3a', '#d8b04a']].flatMap((palette) =>
        places(['INT. LIVING ROOM - DAY', 'EXT. CITY STREET - DUSK', 'INT. THEATRE - NIGHT', 'SOMEWHERE'], palette)), 4, 480, 270),
      widthPx: 1_960,
    },
    'portraits-24': { svg: contactSheet(people(looks), 8, 240, 304), widthPx: 1_980 },
    expressions: { svg: contactSheet(expressions(looks), 12, 150, 150), widthPx: 1_878 },
    bodies: { svg: contactSheet(looks.slice(0, 12).map((look) => ({ svg: drawBody(look), view: '0 0 800 1200' })), 6, 300, 450), widthPx: 1_842 },
    sheet: { svg: drawSheet(looks[2]!), widthPx: 1_600 },
    cover: { svg: await coverSvg(cover), widthPx: 1_400 },
    card: { svg: await cardSvg(cover, { width: 1_920, height: 1_080 }), widthPx: 1_920 },
    preview: { svg: await cardSvg(cover, { width: 1_200, height: 630 }), widthPx: 1_200 },
    poster: { svg: await posterSvg(cover, { width: 1_080, height: 1_920 }), widthPx: 1_080 },
    frame: {
      svg: frameSvg({
        width: 1_600, height: 900, scene, background: 'drawn', view: { x: 160, y: 90, width: 1_280, height: 720 }, air: 0.1, grades: [],
        people: looks.slice(0, 3).map((look, at) => ({
          look, pose: { expression: at === 1 ? 'speaking' : 'neutral', facing: ([1, -1, -1] as const)[at]! }, presence: at === 1 ? 'speaking' : 'listening', x: 60 + at * 450, y: 220, scale: 0.92,
        })),
      }),
      widthPx: 1_280,
    },
  };
}

/**
 * Draws the contact sheets: `proscenium pictures [--out DIR]`, or with `--film READ` those of a film. They are for people to look at, because no measurement
 * says whether pictures are handsome.
 */
export async function runPictures(argv: string[], config: Config): Promise<void> {
  const { values } = parseArgs({
    args: argv, options: { out: { type: 'string', default: 'pictures' }, film: { type: 'string' }, upright: { type: 'boolean', default: false } },
  });
  const folder = path.resolve(values.out);
  if (values.film !== undefined) {
    const { writeFilmSheet } = await import('./film-sheet.js');
    process.stdout.write(`${await writeFilmSheet(config, values.film, { folder, upright: values.upright })}\n`);
    return;
  }
  await mkdir(folder, { recursive: true });
  const names: string[] = [];
  for (const [name, { svg, widthPx }] of Object.entries(await sheets())) {
    await writeFile(path.join(folder, `${name}.png`), smallPng(svg, widthPx));
    names.push(name);
  }
  const captions = [...SAMPLE_HEADINGS, ...VARIANT_HEADINGS].map((heading) => `<li>${heading.replace(/&/g, '&amp;')}: ${describePlace(parsePlace(heading))}</li>`);
  await writeFile(path.join(folder, 'index.html'), `<!doctype html><meta charset="utf-8"><title>${RENDERER_VERSION}</title>`
    + '<style>body{background:#222;color:#eee;font:16px system-ui;margin:24px}img{max-width:100%}</style>'
    + `${names.map((name) => `<h2>${name}</h2><img src="${name}.png" alt="">`).join('')}<h2>What was read</h2><ol>${captions.join('')}</ol>`);
  process.stdout.write(`${names.length} contact sheets of ${RENDERER_VERSION} and a page to look at them: ${path.join(folder, 'index.html')}\n`);
}
