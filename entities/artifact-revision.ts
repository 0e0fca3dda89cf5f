import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Artifact } from './artifact.js';

/** One revision of an artifact. `content` depends on the type: object keys, voices, counts, but never text or media. */
@Entity('artifact_revisions')
@Check('artifact_revisions_from_one', 'revision >= 1')
export class ArtifactRevision {
  @ForeignKey(() => Artifact, { name: 'artifact_revisions_artifact_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn({ name: 'artifact_id', type: 'text', primaryKeyConstraintName: 'artifact_revisions_pkey' }) artifactId!: string;
  @PrimaryColumn({ name: 'revision', type: 'int', primaryKeyConstraintName: 'artifact_revisions_pkey' }) revision!: number;
  @Column({ name: 'title', type: 'text' }) title!: string;
  /** Why it was made: `initial`, or the operation that changed the one before. */
  @Column({ name: 'cause', type: 'text' }) cause!: string;
  /** The work that made it. */
  @Column({ name: 'work_id', type: 'text' }) workId!: string;
  @Column({ name: 'content', type: 'jsonb' }) content!: object;
  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' }) createdAt!: Date;
}
