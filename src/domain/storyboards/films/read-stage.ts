import { packetTimeline } from '../../../craft/audio/packet-timeline.js';
import type { Film, FilmCaption, FilmFormat, FilmSound } from '../../../craft/film/film.js';
import type { Services } from '../../../kernel/services.js';
import { filmCaptions } from '../../artifacts/film/film-captions.js';
import { BACKDROP_SIZE, filmImages } from '../../artifacts/film/film-images.js';
import { stageOfRead } from '../../artifacts/film/film-of-read.js';
import { recordedTags } from '../../artifacts/finalize/recorded-tags.js';
import type { PerformedRead } from '../../artifacts/mix/performed-read.js';
import { getPerformedWords } from '../../artifacts/performance/performed-words.js';
import { languageOf } from '../../scripts/screenplay-language.js';
import type { BoardedBoard, BoardedRow } from '../boarded-film.js';
import type { FilmMaking } from './film-making.js';
import { filmStage, type FilmStage } from './stage-shots.js';

/** The stage of a performed read, for the films that are cut from it. */
export async function openStage(
  services: Services, row: Pick<BoardedRow, 'artifactId' | 'readRevision' | 'title'>, performed: PerformedRead, { items }: BoardedBoard,
  { format, signal }: { format: FilmFormat; signal: AbortSignal },
): Promise<FilmStage> {
  const filmed = { ...performed, timeline: packetTimeline(performed.timeline) };
  const words = await getPerformedWords(services.store, row.artifactId, row.readRevision);
  const paths = items.flatMap(({ image }) => (image ? [image.path] : []));
  const [read, images] = await Promise.all([
    stageOfRead(services, filmed, { format, signal, lineCaptions: filmCaptions(performed.screenplay, filmed.timeline, words) }),
    filmImages(services, paths, BACKDROP_SIZE, signal),
  ]);
  return filmStage({ read, images, title: row.title });
}

/** Puts captions in order without overlap: where two lines overlap, the first caption ends when the second begins. */
export function captionsInOrder(found: readonly FilmCaption[]): FilmCaption[] {
  const sorted = [...found].sort((one, next) => one.startMs - next.startMs);
  const ended = sorted.map((caption, at) => ({ ...caption, endMs: Math.min(caption.endMs, sorted[at + 1]?.startMs ?? Infinity) }));
  return ended.filter(({ startMs, endMs }) => endMs > startMs);
}

/** Number of PCM bytes in a duration that is a multiple of whole packets. */
export const pcmBytesOf = ({ sampleRate, channels }: FilmMaking['sound']['format'], ms: number): number => Math.round((ms * sampleRate) / 1_000) * channels * 2;

/** Builds the film with everything that films of a read have in common. `title` goes into the tags of the file. */
export async function filmWith(
  title: string, performed: PerformedRead, { sound, format }: FilmMaking,
  own: Pick<Film, 'shots' | 'captions'> & Pick<FilmSound, 'pcm' | 'parts'> & Partial<Pick<Film, 'chapters'>>,
): Promise<Film> {
  const { shots, captions, pcm, parts, chapters = [] } = own;
  const { format: heard, gainDb, ceilingDb } = sound;
  return {
    format, shots, captions, sound: { pcm, format: heard, gainDb, ceilingDb, parts }, chapters, cover: null,
    tags: { ...recordedTags(performed), title, language: await languageOf(performed.screenplay) },
  };
}
