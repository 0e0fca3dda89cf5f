import { requireLockedArtifact, touchArtifact, type ArtifactRow } from '../../src/domain/artifacts/artifact-store.js';
import { requireOverlay } from '../../src/domain/artifacts/artifact-kinds.js';
import { ARTIFACT_SUBJECT } from '../../src/domain/artifacts/overlays/overlay.js';
import { theater } from '../../src/domain/artifacts/overlays/theater.js';
import { settings, type SettingsOptions } from '../families/settings.js';
import type { SubjectPath } from '../families/subject.js';
import { subjects } from '../subjects.js';

export const artifactPath: SubjectPath<ArtifactRow> = {
  type: ARTIFACT_SUBJECT, name: 'Artifact', words: 'an artifact', area: 'artifacts', base: '/artifacts/{artifactId}',
  notFound: subjects.artifactId.notFound,
  load: async (...call) => (await subjects.artifactId.load(...call)).artifact,
};

const OPTIONS: SettingsOptions<ArtifactRow> = {
  errors: ['artifact_not_ready'], mayChange: requireOverlay,
  lock: (tx, { id }) => requireLockedArtifact(tx, id), onChange: (tx, { id }) => touchArtifact(tx, id),
};

/** An overlay that is declared by its artifact kind is a row here; the operations of each say whether they take a key. */
export const overlayOperations = [
  ...settings(artifactPath, [theater], {
    ...OPTIONS,
    read: { scopes: ['artifact:read'], idempotency: 'accepted' }, write: { scopes: ['artifact:publish'], idempotency: 'accepted' },
  }),
];
