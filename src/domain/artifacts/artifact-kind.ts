import type { Db } from '../../kernel/db/database.js';
import type { Services } from '../../kernel/services.js';
import type { PlanType } from '../plans/types/plan-type.js';
import type { ArtifactRow } from './artifact-store.js';
import type { Overlays } from './overlays/overlay.js';

/** A type of artifact: how its first revision is loaded and published, its overlays and its manifest. */
export interface ArtifactKind<Made = unknown, Loaded = unknown, Manifest extends object = object, Over extends Overlays = Overlays> {
  /** What plans know of the type: how it is asked for, quoted and shown. */
  plan: PlanType;
  /** They hold for every revision, go with the artifact, and are in its manifest. */
  overlays: Over;
  /** Reads what the run only names by key. */
  load(services: Services, made: Made): Promise<Loaded>;
  /** Makes revision 1 visible; the artifact is RUNNING and its job's row is locked. False: it had ended before. */
  publish(tx: Db, artifact: { artifactId: string; workId: string }, loaded: Loaded): Promise<boolean>;
  /** Everything the manifest of this type holds beside its overlays; null until the artifact is READY. */
  manifest(services: Pick<Services, 'config' | 'tokens'>, row: ArtifactRow): Manifest | null;
}
