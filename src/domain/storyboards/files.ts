import { ApiError } from '../../kernel/errors/api-error.js';
import type { Services } from '../../kernel/services.js';
import type { MediaFile } from '../../kernel/storage/media-file.js';
import { fileAddress } from '../artifacts/decks/file-address.js';
import type { BoardedRow, BoardedType } from './boarded-film.js';
import { objectKeyOf } from './objects.js';

const TYPES: Readonly<Record<string, string>> = {
  mp4: 'video/mp4', m4a: 'audio/mp4', jpg: 'image/jpeg', pdf: 'application/pdf', zip: 'application/zip', vtt: 'text/vtt',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
};

/** The address of a file of a trailer or a deck. It needs no API key and expires after a day or two. */
export const fileUrlOf = (services: Pick<Services, 'config' | 'tokens'>, type: BoardedType, { id }: Pick<BoardedRow, 'id'>, key: string): string =>
  fileAddress(services, type, id, key.slice(objectKeyOf(type, { id }, '').length));

/** The file of a trailer or a deck that a token names. Raises `story_job_not_found` when there is none. */
export async function fileOf({ db, store, tokens }: Services, type: BoardedType, token: string): Promise<MediaFile> {
  const subject = tokens.read(type.token, token)?.subject ?? '';
  const id = subject.slice(0, subject.indexOf('.'));
  const name = subject.slice(id.length + 1);
  const row = id ? await type.find(db, id) : null;
  const key = row && objectKeyOf(type, row, name);
  const stored = key && await store.stat(key);
  if (!stored || !row) throw new ApiError('story_job_not_found', `the address is wrong or has expired, or its ${type.word} is gone`);
  const ending = name.split('.').at(-1)!;
  return {
    byteSize: stored.byteSize, etag: `"${name}"`, contentType: TYPES[ending] ?? 'application/octet-stream', lastModified: row.updatedAt,
    filename: `${row.title}, ${type.word}.${ending}`, open: (range) => store.stream(key, range),
  };
}
