import type { Db } from '../../db/database.js';
import type { Services } from '../../services.js';

/** What a type of artifact adds: how a first revision is read and published. */
export interface ArtifactKind<Made = unknown, Loaded = unknown> {
  type: string;
  /** Reads what the run only names by key. */
  load(services: Services, made: Made): Promise<Loaded>;
  /** Makes revision 1 visible; the artifact is RUNNING and its job's row is locked. False: it had ended before. */
  publish(tx: Db, artifactId: string, loaded: Loaded): Promise<boolean>;
}
