import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Film, Picture } from '../../../src/craft/film/film.js';
import { FilmRejected } from '../../../src/craft/film/failures.js';
import { makeFilm } from '../../../src/craft/film/make-film.js';
import { readMp4 } from '../../../src/craft/film/mp4-facts.js';
import { FfmpegCancelled, type Ffmpeg } from '../../../src/craft/ffmpeg/run.js';
import { rasterise } from '../../../src/craft/images/raster.js';
import { ffmpegForTests } from '../../support/ffmpeg.js';
import { clicks, coloured, crossFade, filmOf, FolderPieces, formatOf, held, outputOf, PACKET_MS } from './small-films.js';

const ffmpeg = await ffmpegForTests();
let root: string;
let number = 0;
beforeAll(async () => { root = await mkdtemp(path.join(tmpdir(), 'whole-film-')); });
afterAll(async () => { await rm(root, { recursive: true, force: true }); });

const newFolder = async (name: string): Promise<string> => {
  const folder = path.join(root, `${name}-${++number}`);
  await mkdir(folder);
  return folder;
};

interface Place { folder: string; pieces: FolderPieces; outputPath: string }
async function newPlace(): Promise<Place> {
  const folder = await newFolder('work');
  return { folder, pieces: new FolderPieces(await newFolder('pieces')), outputPath: path.join(root, `film-${++number}.mp4`) };
}

const [RED, BLUE] = [coloured('red', '#c00000', { mark: '#ffffff' }), coloured('blue', '#0000c0')];
const NEAR = { x: 0.6, y: 0.5, zoom: 1.2 };
const PACKETS = 141;

function everything(more: Partial<Film> = {}): Film {
  const shots = [held(RED, 1_000, { to: NEAR, fadeInMs: 200 }), crossFade(RED, BLUE, 400), held(BLUE, 1_600, { fadeOutMs: 300 })];
  return filmOf('cinema', shots, clicks(PACKETS * PACKET_MS, [500, 2_000], [70, 71]), {
    captions: [
      { startMs: 200.4, endMs: 900, speaker: 'Mara', text: 'Did you wind\nthe weights?' },
      { startMs: 1_000, endMs: 2_600, speaker: 'O\'Neil <i>', text: '<b>At {four} & --> a half\\N</b>' },
      { startMs: 2_400, endMs: 9_000, speaker: null, text: 'Later.' },
    ],
    chapters: [{ title: 'One = 1; #2 \\ end\\', startMs: 0, endMs: 1_400 }, { title: 'Zwei', startMs: 1_400, endMs: 3_000 }],
    tags: { title: 'The "Light"; 100% [x] = y\\', artist: 'A. Author', comment: 'made\nof lines', language: 'de-AT' }, ...more,
  });
}

const make = (film: Film, place: Place, by: Ffmpeg = ffmpeg) => makeFilm(by, film, place);

describe('a film', () => {
  it('has captions with names, chapters, tags, a cover and languages, whatever the texts hold', async () => {
    const svg = await BLUE.draw();
    const film = everything({ cover: await rasterise(ffmpeg, { svg, widthPx: 128, format: 'jpeg' }) });
    const { path: file, byteSize, durationMs, sha256 } = await make(film, await newPlace());
    expect(byteSize).toBe((await stat(file)).size);
    expect(durationMs).toBeCloseTo(3_008, 1);
    expect(sha256).toMatch(/^[0-9a-f]{64}$/);
    const captions = (await outputOf(ffmpeg, ['-i', file, '-map', '0:s:0', '-f', 'srt'])).toString();
    expect(captions).toBe('1\n00:00:00,200 --> 00:00:00,900\nMara: Did you wind the weights?\n\n'
      + '2\n00:00:01,000 --> 00:00:02,400\nO\'Neil <i>: <b>At (four) & --> a half/N</b>\n\n3\n00:00:02,400 --> 00:00:03,000\nLater.\n\n');
    const said = (await outputOf(ffmpeg, ['-i', file, '-f', 'ffmetadata'])).toString();
    expect(said).toContain('title=The "Light"\\; 100% [x] \\= y\\\\ \nartist=A. Author\ncomment=made of lines\n');
    expect(said).toContain('START=0\nEND=1400\ntitle=One \\= 1\\; \\#2 \\\\ end\\\\ \n');
    expect(said).toContain('START=1400\nEND=3000\ntitle=Zwei\n');
    const facts = await readMp4(file);
    expect(facts?.hasCover).toBe(true);
    expect(facts?.tracks.map(({ codec, language }) => [codec, language])).toEqual([['avc1', 'und'], ['mp4a', 'deu'], ['tx3g', 'deu'], ['text', 'und']]);
    // A player can begin before it has all: the index is in front of the samples.
    const bytes = await readFile(file);
    expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'));
  });

  it.each(['draft', 'still', 'cinema'] as const)('has the same bytes whenever it is made, in the grade %s', async (grade) => {
    const film = (): Film => everything({ format: formatOf(grade) });
    const [place, other] = [await newPlace(), await newPlace()];
    const first = await make(film(), place);
    const second = await make(film(), other);
    const again = await make(film(), place);
    expect([second.sha256, again.sha256]).toEqual([first.sha256, first.sha256]);
    expect(again.encoded).toEqual({ shots: 0, sound: 0 });
    expect((await readFile(second.path)).equals(await readFile(first.path))).toBe(true);
    expect(readdirSync(place.folder)).toEqual([]);
  });

  it('is made even when the store moves the files that it shall keep', async () => {
    const place = await newPlace();
    const moving = Object.assign(place.pieces, {
      keep: async (key: string, file: string) => { await writeFile(place.pieces.pathOf(key), await readFile(file)); await rm(file); },
    });
    await make(everything(), { ...place, pieces: moving });
    expect(existsSync(place.outputPath)).toBe(true);
  });

  it('notices pieces that are broken in the store and makes them again', async () => {
    const place = await newPlace();
    const first = await make(everything(), place);
    const [shot, sound] = [first.pieces.shots[0]!, first.pieces.sound[1]!];
    for (const key of [shot, sound]) await truncate(place.pieces.pathOf(key), (await stat(place.pieces.pathOf(key))).size - 5);
    const swapped = first.pieces.shots[2]!;
    await writeFile(place.pieces.pathOf(swapped), await readFile(place.pieces.pathOf(first.pieces.shots[1]!)));
    const second = await make(everything(), place);
    expect([second.sha256, second.encoded]).toEqual([first.sha256, { shots: 2, sound: 1 }]);
    expect(place.pieces.kept.filter((key) => [shot, sound, swapped].includes(key))).toHaveLength(6);
  });

  it('reports its progress', async () => {
    const seen: number[] = [];
    await makeFilm(ffmpeg, everything(), { ...await newPlace(), onProgress: (share) => seen.push(share) });
    expect(seen.at(-1)).toBe(1);
    expect(seen).toEqual(seen.toSorted((left, right) => left - right));
    expect(seen.filter((share) => share > 0.1 && share < 0.9).length).toBeGreaterThan(1);
  });
});

/** Process ids whose environment has this JOB_ID. */
const processesOf = (jobId: string): string[] => readdirSync('/proc').filter((entry) => /^\d+$/.test(entry)).filter((pid) => {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').includes(`JOB_ID=${jobId}`) && !/State:\s+Z/.test(readFileSync(`/proc/${pid}/status`, 'latin1'));
  } catch {
    return false;
  }
});

describe('a film that is not made', () => {
  it('leaves no process and no file when it is cancelled, and only whole pieces', async () => {
    const place = await newPlace();
    const cancelling = new AbortController();
    const jobId = `film-test-${process.pid}-${++number}`;
    // Large enough that the encoder is still at work when the second shot has begun.
    const long = everything({
      format: formatOf('cinema', { widthPx: 640, heightPx: 360 }),
      shots: [held(BLUE, 500), held(RED, 120_000, { to: NEAR })], sound: clicks(5_649 * PACKET_MS, [500], [3_000, 2_649]), captions: [], chapters: [],
    });
    let before = 0;
    const making = makeFilm(ffmpeg, long, { ...place, jobId, signal: cancelling.signal, onProgress: (share) => {
      if (share <= 0.03 || cancelling.signal.aborted) return;
      before = processesOf(jobId).length;
      cancelling.abort(new Error('the owner cancelled'));
    } });
    await expect(making).rejects.toThrow(FfmpegCancelled);
    expect(before).toBeGreaterThan(0);
    expect(processesOf(jobId)).toEqual([]);
    expect([readdirSync(place.folder), existsSync(place.outputPath), existsSync(`${place.outputPath}.part`)]).toEqual([[], false, false]);
    for (const key of place.pieces.kept.filter((each) => readFileSync(place.pieces.pathOf(each)).includes('moov'))) {
      expect((await readMp4(place.pieces.pathOf(key)))?.tracks[0]?.timesMs).toHaveLength(12);
    }
  });

  it('does not begin after a cancellation', async () => {
    const place = await newPlace();
    await expect(makeFilm(ffmpeg, everything(), { ...place, signal: AbortSignal.abort(new Error('stopped')) })).rejects.toThrow(FfmpegCancelled);
    expect(place.pieces.kept).toEqual([]);
  });

  it.each(['picture', 'sound'])('says that it was cancelled while it waits for a %s', async (awaited) => {
    const place = await newPlace();
    const cancelling = new AbortController();
    const late = async (): Promise<never> => {
      cancelling.abort();
      throw new Error('it came too late');
    };
    const sound = { ...everything().sound, pcm: () => ({ async* [Symbol.asyncIterator]() { yield new Uint8Array(8); await late(); } }) };
    const shots = [held({ key: 'late', draw: late }, 3_000)];
    await expect(makeFilm(ffmpeg, everything(awaited === 'sound' ? { sound } : { shots }), { ...place, signal: cancelling.signal })).rejects.toThrow(FfmpegCancelled);
    expect(readdirSync(place.folder)).toEqual([]);
  });

  /** An ffmpeg that calls `spoil` on each result whose file has this ending. */
  const spoiling = (ending: string, spoil: (file: string, args: readonly string[]) => Promise<unknown>): Ffmpeg => ({
    path: ffmpeg.path, version: () => ffmpeg.version(), probe: () => ffmpeg.probe(),
    compose: (run) => ffmpeg.compose(run), open: (...call) => ffmpeg.open(...call),
    run: async (args, options) => {
      const result = await ffmpeg.run(args, options);
      if (args.at(-1)!.endsWith(ending)) await spoil(args.at(-1)!, args);
      return result;
    },
  });
  const cut = async (file: string): Promise<void> => truncate(file, Math.floor((await stat(file)).size * 0.7));

  it.each([
    ['a shot that is not complete', '.mp4', cut],
    ['a sound that is not complete', '.aac', cut],
    ['a film that is not complete', '.part', cut],
    ['a shot with too few frames', '.mp4', (file: string, args: readonly string[]) =>
      ffmpeg.run([...args.slice(0, -1).map((value, at) => (args[at - 1] === '-frames:v' ? '3' : value)), file])],
    ['a film without sound', '.part', (file: string, args: readonly string[]) =>
      ffmpeg.run(args.filter((value, at) => !(value === '-map' && args[at + 1] === '1:a') && !(value === '1:a' && args[at - 1] === '-map')))],
    ['a film whose frames are shown at other times', '.part', (file: string, args: readonly string[]) =>
      ffmpeg.run(args.map((value) => value.replace('pts=PTS', 'pts=PTS+9*eq(N\\,30)')))],
  ] as const)('is not made of %s', async (_, ending, spoil) => {
    const place = await newPlace();
    await expect(make(everything(), place, spoiling(ending, spoil))).rejects.toThrow(FilmRejected);
    expect([readdirSync(place.folder), existsSync(place.outputPath), existsSync(`${place.outputPath}.part`)]).toEqual([[], false, false]);
    // Nothing broken was kept: a film made with this store equals one made with an empty store.
    expect((await make(everything(), place)).sha256).toBe((await make(everything(), await newPlace())).sha256);
  });

  it('raises the error of a picture or of the sound, and stops the other one', async () => {
    const broken: Picture = { key: 'broken', draw: () => Promise.reject(new Error('the picture cannot be drawn')) };
    const place = await newPlace();
    await expect(make(everything({ shots: [held(broken, 3_000)] }), place)).rejects.toThrow('the picture cannot be drawn');
    const sound = { ...everything().sound, pcm: () => ({ async* [Symbol.asyncIterator]() { yield new Uint8Array(8); throw new Error('the sound cannot be read'); } }) };
    await expect(make(everything({ sound }), place)).rejects.toThrow('the sound cannot be read');
    expect(readdirSync(place.folder)).toEqual([]);
  });

  it.each<[string, Partial<Film>]>([
    ['an odd size', { format: formatOf('still', { widthPx: 321 }) }],
    ['no whole number of frames a second', { format: formatOf('still', { framesPerSecond: 23.976 }) }],
    ['no shots', { shots: [] }],
    ['a shot without time', { shots: [held(RED, 3_000), held(BLUE, 0)] }],
    ['a view from outside', { shots: [held(RED, 3_000, { to: { x: 0.5, y: 0.5, zoom: 0.9 } })] }],
    ['sound of another length', { shots: [held(RED, 3_300)] }],
    ['a picture in another aspect', { shots: [held(coloured('square', '#ffffff', { width: 300, height: 300 }), 3_000)] }],
  ])('is refused for %s', async (_, more) => {
    await expect(make(everything(more), await newPlace())).rejects.toThrow(RangeError);
  });
});
