import Type from 'typebox';
import { fileUrlOf } from '../../src/domain/storyboards/files.js';
import { DECK_TYPE } from '../../src/domain/pitch-decks/deck-type.js';
import type { GatedDeck } from '../../src/domain/pitch-decks/deck-gates.js';
import { boardOf, stageOf } from '../../src/domain/pitch-decks/deck-model.js';
import { listVersions } from '../../src/domain/pitch-decks/deck-store.js';
import { DECK_FORMATS, DOCUMENT_FORMATS } from '../../src/domain/pitch-decks/files/deck-files-store.js';
import { FILE_STATUSES, orderFile, viewFile, type OrderedFile, type WantedFile } from '../../src/domain/pitch-decks/files/order-file.js';
import { RESOLUTIONS } from '../../src/domain/artifacts/film/film-choice.js';
import { closed, model, nullable, oneOf } from '../../src/kernel/contract/models.js';
import { Next, withNext } from '../../src/kernel/contract/next-step.js';
import { ApiError } from '../../src/kernel/errors/api-error.js';
import { accepted, ok } from '../../src/kernel/http/operations/answers.js';
import type { Operation } from '../../src/kernel/http/operations/operation.js';
import type { Services } from '../../src/kernel/services.js';
import { familyOperation, WRITE_ACCESS } from '../families/subject.js';
import { deckAnswer, deckPath } from './deck-path.js';

const POLL_MS = 2_000;
const Count = Type.Integer({ minimum: 0 });
const Url = Type.String({ format: 'uri', description: 'Takes no key; holds for a day or two' });

/** A file of a deck: finished, being made, or failed. */
export const PitchDeckFileEnvelope = model('PitchDeckFileEnvelope', 'A document of a pitch deck, or the archive of a version.', closed({
  file: closed({
    format: oneOf(DECK_FORMATS), version: nullable(Type.Integer({ minimum: 1 }), { description: 'Of the archive; null for a document of the deck as it is' }), status: oneOf(FILE_STATUSES),
    url: nullable(Url), fileName: Type.String(), byteSize: nullable(Count), sha256: nullable(Type.String()), pages: nullable(Count),
    revision: nullable(Count, { description: 'Of the storyboard that it shows' }), failureMessage: nullable(Type.String()),
  }),
  next: Next,
}));

const PitchDeckPdfRequest = model('PitchDeckPdfRequest', 'Which document to make.', closed({
  format: Type.Optional(oneOf(DOCUMENT_FORMATS, { description: 'Default: `pdf`' })),
}), { format: 'pdf' });

const PitchDeckVideoExport = model('PitchDeckVideoExport', 'The finished film of a pitch deck.', closed({
  export: closed({
    format: Type.Literal('mp4'), url: Url, fileName: Type.String(), version: Type.Integer({ minimum: 1 }), byteSize: Count, sha256: Type.String(), durationMs: Count,
    resolution: oneOf(RESOLUTIONS), lufs: Type.Number({ description: 'Loudness of the whole' }),
  }),
}));

export const fileName = (title: string, ending: string): string => `${title.replaceAll(/[^\p{L}\p{N} ,.'-]+/gu, ' ').trim().slice(0, 80) || 'Pitch deck'}.${ending}`;

/** The answer about a file: 200 when it is there, 202 while it is made. */
export function fileAnswer(services: Services, row: GatedDeck, { format, version }: WantedFile, { status, file, failureMessage }: OrderedFile) {
  const made = file && viewFile(services, row, file);
  const path = version === null ? `/pitch-decks/${row.id}/storyboard` : `/pitch-decks/${row.id}/versions/${version}`;
  const next = status === 'rendering' ? { method: 'GET' as const, path, afterMs: POLL_MS, why: 'Shows the file once it is made.' } : null;
  const answer = {
    file: {
      format, version, status, url: made?.url ?? null, fileName: fileName(row.title, format),
      byteSize: made?.byteSize ?? null, sha256: made?.sha256 ?? null, pages: made?.pages ?? null,
      revision: made?.revision ?? null, failureMessage,
    }, ...withNext(next),
  };
  return status === 'rendering' ? accepted(answer) : ok(answer);
}

/** Raises `artifact_not_ready` unless the deck is finished. */
async function finishedVersion(services: Services, row: GatedDeck) {
  const { status, film } = row;
  const version = (await listVersions(services.db, row.id)).find((one) => one.film.sha256 === film?.sha256);
  if ((status === 'finished' || status === 'published') && version) return version;
  const { next } = await deckAnswer(services, row);
  const stage = stageOf(status);
  throw new ApiError('artifact_not_ready', `a pitch deck that is ${stage} cannot be exported`, { status: stage, allowed: ['finished', 'published'], ...(next ? { next } : {}) });
}

/** Operations that make the files of pitch decks. */
export const deckFileOperations: Operation[] = [
  familyOperation(deckPath, {
    id: 'makePitchDeckPdf', method: 'POST', path: '/pdf', ...WRITE_ACCESS, summary: 'Make a document of a pitch deck', effects: { format: 'a PDF, or slides that can be edited' },
    description: 'A PDF or slides (PPTX) of the deck as it is, free: each chapter a page with its picture, its text and its quotes, and behind it in the slides where every sentence comes from. '
      + 'A document of the same storyboard is answered at once; another call has one made that failed.',
    request: { body: PitchDeckPdfRequest }, response: { 200: PitchDeckFileEnvelope, 202: PitchDeckFileEnvelope },
    async handle({ row, body, requestId }, services) {
      const wanted = { format: body['format'] === 'pptx' ? 'pptx' as const : 'pdf' as const, version: null };
      return fileAnswer(services, row, wanted, await orderFile(services, row, wanted, requestId));
    },
  }),
  familyOperation(deckPath, {
    id: 'exportPitchDeckVideo', method: 'POST', path: '/video-export', ...WRITE_ACCESS, summary: 'Export the finished film of a pitch deck',
    description: 'Its MP4 with captions and chapters, only when the deck is `finished` or `published`; before that 409 `artifact_not_ready`.', response: { 200: PitchDeckVideoExport },
    errors: ['artifact_not_ready'], ends: 'the finished file: nothing of the film comes after it',
    async handle({ row }, services) {
      const { film, number, title, board } = await finishedVersion(services, row);
      return {
        export: {
          format: 'mp4', url: fileUrlOf(services, DECK_TYPE, row, film.mediaKey), fileName: fileName(title, 'mp4'), version: number, byteSize: film.byteSize, sha256: film.sha256,
          durationMs: film.durationMs, resolution: boardOf(board).fields.resolution.resolution, lufs: Math.round(film.lufs * 10) / 10,
        },
      };
    },
  }),
];
