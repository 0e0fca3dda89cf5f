import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Account } from './account.js';
import { Artifact } from './artifact.js';
import { Project } from './project.js';

/** A trailer that is cut from a performed read. Its beats are in its storyboard. */
@Entity('trailers')
@Check('trailers_seconds', 'seconds BETWEEN 15 AND 180')
@Index('trailers_project', ['projectId', 'id'])
@Index('trailers_artifact', ['artifactId'])
export class Trailer {
  @PrimaryColumn({ name: 'id', type: 'text', primaryKeyConstraintName: 'trailers_pkey' }) id!: string;
  @ForeignKey(() => Account, { name: 'trailers_account_id_fkey' })
  @Column({ name: 'account_id', type: 'text' }) accountId!: string;
  @ForeignKey(() => Project, { name: 'trailers_project_id_fkey', onDelete: 'CASCADE' })
  @Column({ name: 'project_id', type: 'text' }) projectId!: string;
  /** The read from which the trailer is cut. */
  @ForeignKey(() => Artifact, { name: 'trailers_artifact_id_fkey', onDelete: 'CASCADE' })
  @Column({ name: 'artifact_id', type: 'text' }) artifactId!: string;
  /** The revision of the read whose lines the trailer uses. */
  @Column({ name: 'read_revision', type: 'int' }) readRevision!: number;
  @Column({ name: 'title', type: 'text' }) title!: string;
  @Column({ name: 'seconds', type: 'int' }) seconds!: number;
  @Column({ name: 'aspect', type: 'text' }) aspect!: string;
  @Column({ name: 'intent', type: 'text', nullable: true }) intent!: string | null;
  @Column({ name: 'status', type: 'text' }) status!: string;
  /** The approved resolution of the finished film. */
  @Column({ name: 'resolution', type: 'text', nullable: true }) resolution!: string | null;
  /** The last approved revision of the storyboard. */
  @Column({ name: 'approved_revision', type: 'int', nullable: true }) approvedRevision!: number | null;
  /** Files of the last film for review (`draft`) and of the finished film (`film`). */
  @Column({ name: 'draft', type: 'jsonb', nullable: true }) draft!: object | null;
  @Column({ name: 'film', type: 'jsonb', nullable: true }) film!: object | null;
  @Column({ name: 'created_by', type: 'text' }) createdBy!: string;
  @Column({ name: 'request_id', type: 'text' }) requestId!: string;
  @Column({ name: 'failure_code', type: 'text', nullable: true }) failureCode!: string | null;
  @Column({ name: 'failure_message', type: 'text', nullable: true }) failureMessage!: string | null;
  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' }) createdAt!: Date;
  @Column({ name: 'updated_at', type: 'timestamptz', default: () => 'now()' }) updatedAt!: Date;
}
