import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Artifact } from './artifact.js';
import { Job } from './job.js';

/** A job's request to change an existing read. The job makes the next revision of the read. */
@Entity('refinements')
@Check('refinements_scope', `scope IN ('auto','screenplay','plan')`)
@Check('refinements_by', `by IN ('rules','sources','model')`)
@Index('refinements_artifact', ['artifactId'])
export class Refinement {
  @ForeignKey(() => Job, { name: 'refinements_job_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn({ name: 'job_id', type: 'text', primaryKeyConstraintName: 'refinements_pkey' }) jobId!: string;
  @ForeignKey(() => Artifact, { name: 'refinements_artifact_id_fkey', onDelete: 'CASCADE' })
  @Column({ name: 'artifact_id', type: 'text' }) artifactId!: string;
  /** The revision that the changes start from. */
  @Column({ name: 'revision', type: 'int' }) revision!: number;
  @Column({ name: 'scope', type: 'text' }) scope!: string;
  /** Who changes the words: rules, the writer using the sources, or a model using the sources. */
  @Column({ name: 'by', type: 'text' }) by!: string;
  @Column({ name: 'instruction', type: 'text' }) instruction!: string;
}
