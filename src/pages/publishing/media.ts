import type { Context } from 'koa';
import { mediaUrlOf, publishingPaths, type EpisodeFile } from '../../domain/publishing/addresses.js';
import type { PublicAsset } from '../../domain/publishing/releases/asset-store.js';
import { sceneName } from '../../domain/publishing/releases/episode-pictures.js';
import { getProgramme, type Programme } from '../../domain/publishing/releases/programme.js';
import { episodeFilm, episodePicture, episodeSound, findCover, findPublicAsset, parseEpisodeFile } from '../../domain/publishing/releases/public-media.js';
import { sendMedia } from '../../kernel/http/file-response.js';
import { fileOfBytes } from '../../kernel/http/operations/answers.js';
import type { Services } from '../../kernel/services.js';
import type { MediaFile } from '../../kernel/storage/media-file.js';
import { chaptersJson, srtOf, transcriptJson, vttOf } from './transcripts.js';

/** How long apps and CDNs may keep public media. A withdrawn episode may be heard that long from their copies. */
const MEDIA_CACHE = 'public, max-age=3600';

type TextFile = Exclude<EpisodeFile, 'mp3' | 'mp4'>;

const TEXT_TYPES: Record<TextFile, string> = {
  vtt: 'text/vtt; charset=utf-8', srt: 'application/x-subrip; charset=utf-8', json: 'application/json; charset=utf-8',
  'chapters.json': 'application/json+chapters; charset=utf-8',
};

/** Called when the sound of an episode was sent, completely or partly. */
export type OnSound = (ctx: Context, asset: PublicAsset, range: { start: number; end: number }, sentBytes: number) => void;

/** Lets players on other sites fetch public media. */
function allowEverywhere(ctx: Context): void {
  ctx.set({ 'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin', 'X-Content-Type-Options': 'nosniff' });
}

function refuse(ctx: Context, status: 404 | 410): void {
  ctx.status = status;
  ctx.set('Cache-Control', 'no-store');
  ctx.type = 'text/plain; charset=utf-8';
  ctx.body = status === 410 ? 'This episode was withdrawn.\n' : 'There is no such file.\n';
}

/** The byte range of the answer, from its headers. */
function sentRange(ctx: Context, byteSize: number): { start: number; end: number } {
  const [, start, end] = /^bytes (\d+)-(\d+)\//.exec(ctx.response.get('Content-Range')) ?? [];
  return start === undefined ? { start: 0, end: byteSize - 1 } : { start: Number(start), end: Number(end) };
}

async function sendSound(ctx: Context, services: Services, asset: PublicAsset, onSound: OnSound): Promise<void> {
  const { socket } = ctx.req;
  const before = socket.bytesWritten;
  try {
    await sendMedia(ctx, episodeSound(services, asset), { cacheControl: MEDIA_CACHE });
  } finally {
    if (ctx.method === 'GET' && (ctx.status === 200 || ctx.status === 206)) {
      const range = sentRange(ctx, asset.byteSize);
      onSound(ctx, asset, range, Math.min(socket.bytesWritten - before, range.end - range.start + 1));
    }
  }
}

export interface ToldEpisode { token: string; title: string; pictured: boolean }

/** The content of a text file of an episode. */
export function episodeText(
  { config }: Pick<Services, 'config'>, file: TextFile, programme: Programme, { token, title, pictured }: ToldEpisode,
): string {
  if (file === 'vtt') return vttOf(programme);
  if (file === 'srt') return srtOf(programme);
  if (file === 'json') return transcriptJson(programme);
  const pictureUrl = (scene: number): string => mediaUrlOf(config) + publishingPaths.episodePicture(token, sceneName(scene));
  return chaptersJson(programme, title, (scene) => (pictured && programme.art.places[scene] ? pictureUrl(scene) : null));
}

/** The asset at a public address. Null after answering 404 or, for a withdrawn episode, 410. */
async function openAsset(ctx: Context, services: Services, token: string | undefined): Promise<PublicAsset | null> {
  allowEverywhere(ctx);
  const asset = token === undefined ? null : await findPublicAsset(services, token);
  if (asset && asset !== 'gone') return asset;
  refuse(ctx, asset === 'gone' ? 410 : 404);
  return null;
}

/** Sends an optional file of an episode; 404 when the episode does not have it. */
const sendOwn = async (ctx: Context, file: MediaFile | null): Promise<void> => (file ? sendMedia(ctx, file, { cacheControl: MEDIA_CACHE }) : refuse(ctx, 404));

async function sendEpisodeFile(ctx: Context, services: Services, name: string, onSound: OnSound): Promise<void> {
  const wanted = parseEpisodeFile(name);
  const asset = await openAsset(ctx, services, wanted?.token);
  if (!wanted || !asset) return;
  if (wanted.file === 'mp3') return sendSound(ctx, services, asset, onSound);
  if (wanted.file === 'mp4') return sendOwn(ctx, episodeFilm(services, asset));
  const { token, releaseTitle: title, pictures, programmeKey, fedAt: lastModified } = asset;
  const programme = await getProgramme(services.store, programmeKey);
  const text = episodeText(services, wanted.file, programme, { token, title, pictured: pictures !== null });
  const file = fileOfBytes(Buffer.from(text), { contentType: TEXT_TYPES[wanted.file], lastModified });
  await sendMedia(ctx, file, { cacheControl: MEDIA_CACHE });
}

async function sendEpisodePicture(ctx: Context, services: Services, token: string, name: string): Promise<void> {
  const asset = await openAsset(ctx, services, token);
  if (asset) await sendOwn(ctx, episodePicture(services, asset, name));
}

async function sendCover(ctx: Context, services: Services, slug: string, name: string): Promise<void> {
  allowEverywhere(ctx);
  const cover = await findCover(services, slug, name);
  if (!cover) return refuse(ctx, 404);
  await sendMedia(ctx, cover, { cacheControl: MEDIA_CACHE });
}

const EPISODE_FILE = /^\/media\/episodes\/([^/]{1,60})$/;
const EPISODE_PICTURE = /^\/media\/episodes\/([A-Za-z0-9]{24})\/([a-z0-9.-]{1,40})$/;
const SERIES_FILE = /^\/media\/series\/([a-z0-9-]{1,80})\/([^/]{1,40})$/;

/** Sends public media; false when the path is not one of public media. */
export async function sendPublishedMedia(ctx: Context, services: Services, onSound: OnSound): Promise<boolean> {
  if (!ctx.path.startsWith('/media/') || (ctx.method !== 'GET' && ctx.method !== 'HEAD')) return false;
  const [, episodeFile] = EPISODE_FILE.exec(ctx.path) ?? [];
  const [, token, picture] = EPISODE_PICTURE.exec(ctx.path) ?? [];
  const [, slug, cover] = SERIES_FILE.exec(ctx.path) ?? [];
  if (episodeFile) await sendEpisodeFile(ctx, services, episodeFile, onSound);
  else if (token && picture) await sendEpisodePicture(ctx, services, token, picture);
  else if (slug && cover) await sendCover(ctx, services, slug, cover);
  else return false;
  return true;
}
