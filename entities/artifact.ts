import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { Job } from './job.js';

/** A product of a job. `line` is its place in the plan and its credit line. */
@Entity('artifacts')
@Check('artifacts_status', `status IN ('PENDING','RUNNING','READY','FAILED')`)
@Unique('artifacts_job_line', ['jobId', 'line'])
@Index('artifacts_account', ['accountId', 'createdAt', 'id'])
export class Artifact {
  @PrimaryColumn({ name: 'id', type: 'text', primaryKeyConstraintName: 'artifacts_pkey' }) id!: string;
  @Column({ name: 'account_id', type: 'text' }) accountId!: string;
  @Column({ name: 'project_id', type: 'text' }) projectId!: string;
  @ForeignKey(() => Job, { name: 'artifacts_job_id_fkey', onDelete: 'CASCADE' })
  @Column({ name: 'job_id', type: 'text' }) jobId!: string;
  @Column({ name: 'line', type: 'int' }) line!: number;
  @Column({ name: 'type', type: 'text' }) type!: string;
  @Column({ name: 'title', type: 'text' }) title!: string;
  @Column({ name: 'status', type: 'text' }) status!: string;
  @Column({ name: 'current_version', type: 'int' }) currentVersion!: number;
  @Column({ name: 'refine_count', type: 'int' }) refineCount!: number;
  @Column({ name: 'share_expires_at', type: 'timestamptz', nullable: true }) shareExpiresAt!: Date | null;
  @Column({ name: 'failure_code', type: 'text', nullable: true }) failureCode!: string | null;
  @Column({ name: 'failure_message', type: 'text', nullable: true }) failureMessage!: string | null;
  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' }) createdAt!: Date;
  @Column({ name: 'updated_at', type: 'timestamptz', default: () => 'now()' }) updatedAt!: Date;
}
