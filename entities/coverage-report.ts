import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { Project } from './project.js';

/**
 * A report on one version of a document. It is the subject of the work that makes it. The judged document and the text of the report are stored objects,
 * named by the hash of their content.
 */
@Entity('coverage_reports')
@Check('coverage_reports_score', 'overall_score BETWEEN 0 AND 100')
@Unique('coverage_reports_of_version', ['subjectType', 'subjectId', 'subjectVersion', 'judgementHash'])
@Index('coverage_reports_project', ['projectId'])
export class CoverageReport {
  @PrimaryColumn({ name: 'id', type: 'text', primaryKeyConstraintName: 'coverage_reports_pkey' }) id!: string;
  @Column({ name: 'subject_type', type: 'text' }) subjectType!: string;
  @Column({ name: 'subject_id', type: 'text' }) subjectId!: string;
  @ForeignKey(() => Project, { name: 'coverage_reports_project_id_fkey', onDelete: 'CASCADE' })
  @Column({ name: 'project_id', type: 'text' }) projectId!: string;
  @Column({ name: 'subject_version', type: 'int' }) subjectVersion!: number;
  @Column({ name: 'document_hash', type: 'text' }) documentHash!: string;
  /** Hash of the part of the document on which score and gate depend. */
  @Column({ name: 'judged_hash', type: 'text' }) judgedHash!: string;
  @Column({ name: 'rubric_version', type: 'text' }) rubricVersion!: string;
  @Column({ name: 'focus_prompt', type: 'text', nullable: true }) focusPrompt!: string | null;
  /** Hash of document, rubric and focus: reports with the same hash have the same judgement. */
  @Column({ name: 'judgement_hash', type: 'text' }) judgementHash!: string;
  @Column({ name: 'overall_score', type: 'int', nullable: true }) overallScore!: number | null;
  @Column({ name: 'gate_passed', type: 'boolean', nullable: true }) gatePassed!: boolean | null;
  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' }) createdAt!: Date;
  @Column({ name: 'updated_at', type: 'timestamptz', default: () => 'now()' }) updatedAt!: Date;
}
