import { createHash } from 'node:crypto';
import type { ScriptVersion } from '../../../entities/script-version.js';
import { ID_PREFIX } from '../../kernel/db/ids.js';
import type { Known } from '../../kernel/db/rows.js';
import type { ScriptFormat } from '../../craft/screenplay/index.js';
import type { DraftStatus, ParseStatus } from '../../kernel/contract/states.js';

/** Largest screenplay text in a request, in bytes of UTF-8. */
export const MAX_CONTENT_BYTES = 2_000_000;
/** Largest uploaded screenplay file in bytes (10 MB). */
export const MAX_SCRIPT_FILE_BYTES = 10_485_760;
/** Formats that a text in a request may be sent as. */
export const TEXT_FORMATS = ['auto', 'fountain', 'fdx', 'plain'] as const;
export type TextFormat = (typeof TEXT_FORMATS)[number];
export type SourceFormat = TextFormat | 'pdf';

/** The stored subject type of reports on script versions. It must never change. */
export const SCRIPT_SUBJECT = 'script';

export const OVERRIDE_KEYS = ['avatar', 'theater', 'soundscape', 'pitchDeck', 'locations'] as const;
export type OverrideKey = (typeof OVERRIDE_KEYS)[number];
export type Overrides = Record<OverrideKey, string | null>;
export const NO_OVERRIDES: Overrides = { avatar: null, theater: null, soundscape: null, pitchDeck: null, locations: null };
export const MAX_OVERRIDE_CHARACTERS = 4_000;

export interface ParseFailure { code: string; message: string; line: number | null }

export type VersionRow = Known<ScriptVersion, {
  sourceFormat: SourceFormat; readFormat: ScriptFormat | null; status: ParseStatus; parseFailure: ParseFailure | null;
  overrides: Overrides; draftStatus: DraftStatus | null;
}>;

/** `open` is empty or partly written, `failed` stopped between two scenes, `finished` was declared finished by the writer. */
export const DRAFT_STATUSES = ['open', 'drafting', 'failed', 'finished'] as const satisfies readonly DraftStatus[];

/** A version whose text is parsed. */
export type ParsedVersion = VersionRow & { modelKey: string; linesKey: string; pageCount: number };

/** The row of an upload; its text lies in the media store under `contentKey`. */
export interface NewVersion {
  accountId: string;
  scriptId: string;
  versionId: string;
  /** The title of the version; with the first version also that of the script. */
  title: string;
  sourceFormat: SourceFormat;
  sourceId: string | null;
  contentKey: string;
  sha256: string;
  byteSize: number;
  /** Set for the first version, which is inserted together with its script. */
  script: { projectId: string; makesProject: boolean } | null;
}

const bodyOf = (id: string): string => id.slice(id.indexOf('_') + 1);

// Everything that a call creates beside its own resource has an id derived from the id of that resource, so that a repeat gets the same ids.
export const firstVersionId = (scriptId: string): string => `${ID_PREFIX.scriptVersion}_${bodyOf(scriptId)}`;
export const projectIdFor = (scriptId: string): string => `${ID_PREFIX.project}_${bodyOf(scriptId)}`;
export const sourceIdFor = (versionId: string): string => `${ID_PREFIX.source}_${bodyOf(versionId)}`;

export const sha256Of = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');

/** Object key of a text; `tail` separates the objects of two writers for the same revision. A stored object is never overwritten. */
export const contentKeyOf = (versionId: string, revision: number, tail: string): string =>
  `script-versions/${versionId}/r${revision}-${tail}`;
