import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Project } from './project.js';

/** A requested edit of a storyboard, and its outcome. The run receives only its id. */
@Entity('storyboard_edits')
@Check('storyboard_edits_ended', '(outcome IS NULL) = (ended_at IS NULL)')
@Index('storyboard_edits_subject', ['subjectType', 'subjectId', 'id'])
@Index('storyboard_edits_project', ['projectId'])
export class StoryboardEditRow {
  @PrimaryColumn({ name: 'id', type: 'text', primaryKeyConstraintName: 'storyboard_edits_pkey' }) id!: string;
  @Column({ name: 'subject_type', type: 'text' }) subjectType!: string;
  @Column({ name: 'subject_id', type: 'text' }) subjectId!: string;
  @ForeignKey(() => Project, { name: 'storyboard_edits_project_id_fkey', onDelete: 'CASCADE' })
  @Column({ name: 'project_id', type: 'text' }) projectId!: string;
  @Column({ name: 'edit', type: 'jsonb' }) edit!: object;
  /** If set, the edit applies only to this revision. */
  @Column({ name: 'expected_revision', type: 'int', nullable: true }) expectedRevision!: number | null;
  /** Id of the API key that requested the edit. */
  @Column({ name: 'asked_by', type: 'text' }) askedBy!: string;
  /** The revision after the edit, or the code and message of its refusal. Null while it waits. */
  @Column({ name: 'outcome', type: 'jsonb', nullable: true }) outcome!: object | null;
  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' }) createdAt!: Date;
  @Column({ name: 'ended_at', type: 'timestamptz', nullable: true }) endedAt!: Date | null;
}
