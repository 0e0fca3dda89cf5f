import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Plan } from './plan.js';
import { Project } from './project.js';
import { Work } from './work.js';

/**
 * A job and what its artifacts are made from: an approved plan, or a script version that has no other read. Status and progress are in the row of its work,
 * which has the same id.
 */
@Entity('jobs')
@Check('jobs_made_from', 'plan_id IS NOT NULL OR (script_upload_id IS NOT NULL AND screenplay_key IS NOT NULL)')
@Index('jobs_account', ['accountId', 'id'])
@Index('jobs_plan', ['planId'])
@Index('jobs_script', ['scriptUploadId'])
@Index('jobs_read_of_version', ['scriptUploadId'], { unique: true, where: 'reads_version' })
export class Job {
  @ForeignKey(() => Work, { name: 'jobs_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn({ name: 'id', type: 'text', primaryKeyConstraintName: 'jobs_pkey' }) id!: string;
  @Column({ name: 'account_id', type: 'text' }) accountId!: string;
  @ForeignKey(() => Project, { name: 'jobs_project_id_fkey', onDelete: 'CASCADE' })
  @Column({ name: 'project_id', type: 'text' }) projectId!: string;
  @ForeignKey(() => Plan, { name: 'jobs_plan_id_fkey', onDelete: 'CASCADE' })
  @Column({ name: 'plan_id', type: 'text', nullable: true }) planId!: string | null;
  @Column({ name: 'script_upload_id', type: 'text', nullable: true }) scriptUploadId!: string | null;
  /** The adopted screenplay as it was at the creation of the job; null when the job writes the screenplay. */
  @Column({ name: 'screenplay_key', type: 'text', nullable: true }) screenplayKey!: string | null;
  @Column({ name: 'quote', type: 'jsonb' }) quote!: object;
  @Column({ name: 'voice_map', type: 'jsonb' }) voiceMap!: object;
  /** Whether a narrator speaks the headings, as requested for this job; null: as the plan says. */
  @Column({ name: 'announces_scenes', type: 'boolean', nullable: true }) announcesScenes!: boolean | null;
  /** True for the only read of its version; false for jobs of a plan and for cancelled jobs. */
  @Column({ name: 'reads_version', type: 'boolean' }) readsVersion!: boolean;
}
