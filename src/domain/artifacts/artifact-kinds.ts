import { ApiError } from '../../kernel/errors/api-error.js';
import type { Services } from '../../kernel/services.js';
import type { ArtifactKind } from './artifact-kind.js';
import type { ArtifactRow } from './artifact-store.js';
import { overlayValues, type OverlayValues } from './overlays/overlay.js';
import { tableReadKind } from './table-read-kind.js';

const KINDS = { table_read: tableReadKind };

/** Every type of artifact that can be produced, by name. */
export const ARTIFACT_KINDS: Readonly<Record<string, ArtifactKind>> = KINDS;

/** The kind of an artifact type. Throws when the type cannot be produced. */
export function getArtifactKind(type: string): ArtifactKind {
  const kind = ARTIFACT_KINDS[type];
  if (!kind) throw new Error(`artifacts of type ${type} cannot be made`);
  return kind;
}

type Kind = (typeof KINDS)[keyof typeof KINDS];
type OwnManifest = NonNullable<ReturnType<Kind['manifest']>>;
export type ArtifactManifest = OwnManifest & { overlays: OverlayValues<Kind['overlays']> };

/** The manifest of an artifact, by its type; null until it is READY. */
export function manifestOf(services: Pick<Services, 'config' | 'tokens'>, row: ArtifactRow): ArtifactManifest | null {
  const kinds: Readonly<Record<string, Pick<ArtifactKind<never, never, OwnManifest, Kind['overlays']>, 'manifest' | 'overlays'>>> = KINDS;
  const kind = kinds[row.type];
  const manifest = kind?.manifest(services, row);
  return kind && manifest ? { ...manifest, overlays: overlayValues(kind.overlays, row.overlays) } : null;
}

/** Raises `artifact_not_ready` unless the artifact is READY and its type has an overlay of this key. */
export function requireOverlay({ type, status }: Pick<ArtifactRow, 'type' | 'status'>, key: string): void {
  const overlays = Object.values(ARTIFACT_KINDS[type]?.overlays ?? {});
  const known = overlays.some((overlay) => overlay.key === key);
  if (known && status === 'READY') return;
  const name = type.replaceAll('_', ' ');
  throw new ApiError('artifact_not_ready', known ? `the ${name} is ${status}` : `a ${name} has no ${key}`, { status });
}
