import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Project } from './project.js';

/** One edit of a storyboard that somebody asked for: what it is, and what came of it. The run is only sent its id. */
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
  /** Apply it only to this revision. */
  @Column({ name: 'expected_revision', type: 'int', nullable: true }) expectedRevision!: number | null;
  /** API key that asked. */
  @Column({ name: 'asked_by', type: 'text' }) askedBy!: string;
  /** The revision that it made, or code and message of why it could not be applied; null while it waits. */
  @Column({ name: 'outcome', type: 'jsonb', nullable: true }) outcome!: object | null;
  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' }) createdAt!: Date;
  @Column({ name: 'ended_at', type: 'timestamptz', nullable: true }) endedAt!: Date | null;
}
