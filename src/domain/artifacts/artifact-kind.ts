import type { Db } from '../../kernel/db/database.js';
import type { Services } from '../../kernel/services.js';
import type { PlanType } from '../plans/types/plan-type.js';
import type { ArtifactRow } from './artifact-store.js';
import type { Overlays } from './overlays/overlay.js';

/** A type of artifact: how its first revision is loaded and published, its overlays and its manifest. */
export interface ArtifactKind<Made = unknown, Loaded = unknown, Manifest extends object = object, Over extends Overlays = Overlays> {
  /** The type in plans: how it is requested, quoted and shown. */
  plan: PlanType;
  /** Overlays apply to every revision, are deleted with the artifact, and appear in its manifest. */
  overlays: Over;
  /** Loads the objects that the run's result only names by key. */
  load(services: Services, made: Made): Promise<Loaded>;
  /** Makes revision 1 visible. The artifact is RUNNING and the row of its job is locked. Returns false when the artifact had already ended. */
  publish(tx: Db, artifact: { artifactId: string; workId: string }, loaded: Loaded): Promise<boolean>;
  /** The fields of the manifest for this type, without overlays; null until the artifact is READY. */
  manifest(services: Pick<Services, 'config' | 'tokens'>, row: ArtifactRow): Manifest | null;
}
