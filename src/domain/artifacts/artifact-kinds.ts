import type { ArtifactKind } from './artifact-kind.js';
import { tableReadKind } from './table-read-kind.js';

/** Every type of artifact that can be made. */
export const ARTIFACT_KINDS: Readonly<Record<string, ArtifactKind>> = { table_read: tableReadKind };

/** Raises when the type is not one that can be made. */
export function getArtifactKind(type: string): ArtifactKind {
  const kind = ARTIFACT_KINDS[type];
  if (!kind) throw new Error(`artifacts of type ${type} cannot be made`);
  return kind;
}
