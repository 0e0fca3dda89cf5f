import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Project } from './project.js';
import { Plan } from './plan.js';

/**
 * Specification 2.5. `epoch` rises with every resume; holds and ledger entries carry it. A job is made from a plan, or is the one
 * read of a version of a script (4.6, `table-read/prepare`).
 */
@Entity('jobs')
@Check('jobs_made_from', 'plan_id IS NOT NULL OR (script_upload_id IS NOT NULL AND screenplay_key IS NOT NULL)')
@Check('jobs_status_known', `status IN ('PENDING','RESERVED','RUNNING','READY','PARTIAL','FAILED','CANCELED')`)
@Index('jobs_account', ['accountId', 'id'])
@Index('jobs_plan', ['planId'])
@Index('jobs_status', ['status'])
@Index('jobs_script', ['scriptUploadId'])
@Index('jobs_read_of_version', ['scriptUploadId'], { unique: true, where: `plan_id IS NULL AND status <> 'CANCELED'` })
export class Job {
  @PrimaryColumn({ name: 'id', type: 'text', primaryKeyConstraintName: 'jobs_pkey' }) id!: string;
  @Column({ name: 'account_id', type: 'text' }) accountId!: string;
  @ForeignKey(() => Project, { name: 'jobs_project_id_fkey', onDelete: 'CASCADE' })
  @Column({ name: 'project_id', type: 'text' }) projectId!: string;
  @ForeignKey(() => Plan, { name: 'jobs_plan_id_fkey', onDelete: 'CASCADE' })
  @Column({ name: 'plan_id', type: 'text', nullable: true }) planId!: string | null;
  @Column({ name: 'script_upload_id', type: 'text', nullable: true }) scriptUploadId!: string | null;
  /** The adopted screenplay as it was when the job was made; null when the job writes its own. */
  @Column({ name: 'screenplay_key', type: 'text', nullable: true }) screenplayKey!: string | null;
  @Column({ name: 'status', type: 'text' }) status!: string;
  @Column({ name: 'epoch', type: 'int' }) epoch!: number;
  @Column({ name: 'progress', type: 'jsonb' }) progress!: object;
  @Column({ name: 'quote', type: 'jsonb' }) quote!: object;
  @Column({ name: 'voice_map', type: 'jsonb' }) voiceMap!: object;
  @Column({ name: 'request_id', type: 'text' }) requestId!: string;
  @Column({ name: 'credits_quoted', type: 'int' }) creditsQuoted!: number;
  @Column({ name: 'credits_reserved', type: 'int' }) creditsReserved!: number;
  @Column({ name: 'credits_settled', type: 'int' }) creditsSettled!: number;
  @Column({ name: 'credits_released', type: 'int' }) creditsReleased!: number;
  @Column({ name: 'failure_code', type: 'text', nullable: true }) failureCode!: string | null;
  @Column({ name: 'failure_message', type: 'text', nullable: true }) failureMessage!: string | null;
  @Column({ name: 'failure_details', type: 'jsonb', nullable: true }) failureDetails!: object | null;
  @Column({ name: 'finished_at', type: 'timestamptz', nullable: true }) finishedAt!: Date | null;
  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' }) createdAt!: Date;
  @Column({ name: 'updated_at', type: 'timestamptz', default: () => 'now()' }) updatedAt!: Date;
}
