import { Check, Column, Entity, ForeignKey, PrimaryColumn, Unique } from 'typeorm';
import { Artifact } from './artifact.js';

/**
 * One state of an artifact, counted by `revision`; recordings and links belong to one state. Callers see `version`, which counts changes of the words, and
 * `edition`, which counts from 0 how often the sound of these words changed. `content` depends on the type: object keys, voices, counts, but never text or
 * media.
 */
@Entity('artifact_revisions')
@Check('artifact_revisions_from_one', 'revision >= 1')
@Unique('artifact_revisions_edition', ['artifactId', 'version', 'edition'])
export class ArtifactRevision {
  @ForeignKey(() => Artifact, { name: 'artifact_revisions_artifact_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn({ name: 'artifact_id', type: 'text', primaryKeyConstraintName: 'artifact_revisions_pkey' }) artifactId!: string;
  @PrimaryColumn({ name: 'revision', type: 'int', primaryKeyConstraintName: 'artifact_revisions_pkey' }) revision!: number;
  @Column({ name: 'version', type: 'int' }) version!: number;
  @Column({ name: 'edition', type: 'int', default: 0 }) edition!: number;
  @Column({ name: 'title', type: 'text' }) title!: string;
  /** Why it was made: `initial`, or the operation that changed the previous state. */
  @Column({ name: 'cause', type: 'text' }) cause!: string;
  /** The work that made it. */
  @Column({ name: 'work_id', type: 'text' }) workId!: string;
  @Column({ name: 'content', type: 'jsonb' }) content!: object;
  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' }) createdAt!: Date;
}
