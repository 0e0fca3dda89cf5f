import { ApiError } from '../../kernel/errors/api-error.js';
import type { Services } from '../../kernel/services.js';
import type { ArtifactKind } from './artifact-kind.js';
import type { ArtifactRow } from './artifact-store.js';
import { overlayValues, type OverlayValues } from './overlays/overlay.js';
import { deckKind } from './decks/deck-kind.js';
import type { DeckManifest } from './decks/deck-manifest.js';
import type { TableReadManifest } from './manifest.js';
import { tableReadKind } from './table-read-kind.js';

const KINDS = { table_read: tableReadKind, pitch_deck: deckKind };

/** Every type of artifact that can be produced, by name. */
export const ARTIFACT_KINDS: Readonly<Record<string, ArtifactKind>> = KINDS as unknown as Record<string, ArtifactKind>;

/** The kind of an artifact type. Throws when the type cannot be produced. */
export function getArtifactKind(type: string): ArtifactKind {
  const kind = ARTIFACT_KINDS[type];
  if (!kind) throw new Error(`artifacts of type ${type} cannot be made`);
  return kind;
}

type ReadManifest = TableReadManifest & { overlays: OverlayValues<(typeof tableReadKind)['overlays']> };
export type ArtifactManifest = ReadManifest | DeckManifest;

/** The manifest of an artifact of any type; null until it is READY. */
export function manifestOf(services: Pick<Services, 'config' | 'tokens'>, row: ArtifactRow): ArtifactManifest | null {
  const kind = ARTIFACT_KINDS[row.type];
  const manifest = kind?.manifest(services, row);
  if (!kind || !manifest) return null;
  const overlays = Object.keys(kind.overlays).length > 0 ? { overlays: overlayValues(kind.overlays, row.overlays) } : {};
  return { ...manifest, ...overlays } as ArtifactManifest;
}

/** Raises `artifact_not_ready` unless the artifact is READY and its type has an overlay of this key. */
export function requireOverlay({ type, status }: Pick<ArtifactRow, 'type' | 'status'>, key: string): void {
  const overlays = Object.values(ARTIFACT_KINDS[type]?.overlays ?? {});
  const known = overlays.some((overlay) => overlay.key === key);
  if (known && status === 'READY') return;
  const name = type.replaceAll('_', ' ');
  throw new ApiError('artifact_not_ready', known ? `the ${name} is ${status}` : `a ${name} has no ${key}`, { status });
}
