import { Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { Project } from './project.js';
import { Work } from './work.js';

/**
 * A call that makes candidates to choose from, of any kind: voices, portraits, frames. It is the subject of the work that makes them,
 * and is inserted with that work.
 */
@Entity('candidate_requests')
@Unique('candidate_requests_work', ['workId'])
@Index('candidate_requests_of_project', ['projectId', 'kind', 'createdAt', 'id'])
@Index('candidate_requests_of_subject', ['subjectType', 'subjectId', 'kind'])
export class CandidateRequest {
  @PrimaryColumn({ name: 'id', type: 'text', primaryKeyConstraintName: 'candidate_requests_pkey' }) id!: string;
  @ForeignKey(() => Project, { name: 'candidate_requests_project_id_fkey', onDelete: 'CASCADE' })
  @Column({ name: 'project_id', type: 'text' }) projectId!: string;
  /** The kind of the candidates, which is also the kind of the work. */
  @Column({ name: 'kind', type: 'text' }) kind!: string;
  /** The subject that the candidates are for: a character by its folded name, or a project. */
  @Column({ name: 'subject_type', type: 'text' }) subjectType!: string;
  @Column({ name: 'subject_id', type: 'text' }) subjectId!: string;
  /** What the call asked for, in the shape of the kind. */
  @Column({ name: 'brief', type: 'jsonb' }) brief!: object;
  @Column({ name: 'wanted', type: 'int' }) wanted!: number;
  /** How many requests of the kind the subject had before; a new round gives other candidates. */
  @Column({ name: 'round', type: 'int' }) round!: number;
  @ForeignKey(() => Work, { name: 'candidate_requests_work_id_fkey', onDelete: 'CASCADE' })
  @Column({ name: 'work_id', type: 'text' }) workId!: string;
  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' }) createdAt!: Date;
  @Column({ name: 'updated_at', type: 'timestamptz', default: () => 'now()' }) updatedAt!: Date;
}
