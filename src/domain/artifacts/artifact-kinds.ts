import type { Services } from '../../services.js';
import type { ArtifactKind } from './artifact-kind.js';
import type { ArtifactRow } from './artifact-store.js';
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

export type ArtifactManifest = NonNullable<ReturnType<(typeof KINDS)[keyof typeof KINDS]['manifest']>>;

/** The manifest of an artifact, by its type; null until it is READY. */
export function manifestOf(services: Pick<Services, 'config' | 'tokens'>, row: ArtifactRow): ArtifactManifest | null {
  const kinds: Readonly<Record<string, Pick<ArtifactKind<never, never, ArtifactManifest>, 'manifest'>>> = KINDS;
  return kinds[row.type]?.manifest(services, row) ?? null;
}
