import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Project } from './project.js';

/** What a person decided about a subject, and what came of it. It is stored before its run is told; signals and updates name its id. */
@Entity('decisions')
@Check('decisions_ended', `(status = 'open') = (ended_at IS NULL)`)
@Index('decisions_subject', ['subjectType', 'subjectId', 'createdAt', 'id'])
@Index('decisions_project', ['projectId'])
@Index('decisions_open', ['createdAt'], { where: `status = 'open'` })
@Index('decisions_verdict', ['subjectType', 'subjectId', 'place', 'revision'], {
  unique: true, where: `status = 'done' AND verb IN ('APPROVED','REJECTED')`,
})
export class StoredDecision {
  /** The id of the call that decided, equal for its repeats; one of its own for an operator's signal. */
  @PrimaryColumn({ name: 'id', type: 'text', primaryKeyConstraintName: 'decisions_pkey' }) id!: string;
  @Column({ name: 'subject_type', type: 'text' }) subjectType!: string;
  @Column({ name: 'subject_id', type: 'text' }) subjectId!: string;
  @ForeignKey(() => Project, { name: 'decisions_project_id_fkey', onDelete: 'CASCADE' })
  @Column({ name: 'project_id', type: 'text' }) projectId!: string;
  /** What of the subject it is about: a gate, an episode, the edits of a storyboard. */
  @Column({ name: 'place', type: 'text' }) place!: string;
  @Column({ name: 'verb', type: 'text' }) verb!: string;
  /** The revision that the person had before them; null for a decision about any revision. */
  @Column({ name: 'revision', type: 'int', nullable: true }) revision!: number | null;
  /** What came with it. */
  @Column({ name: 'payload', type: 'jsonb', default: {} }) payload!: object;
  /** Id of the API key, or the operator. */
  @Column({ name: 'decided_by', type: 'text' }) decidedBy!: string;
  /** Id of the request that decided; the decision's own where there was none. */
  @Column({ name: 'request_id', type: 'text' }) requestId!: string;
  @Column({ name: 'status', type: 'text', default: 'open' }) status!: string;
  /** What carrying it out has to remember, such as the work that was ordered. */
  @Column({ name: 'notes', type: 'jsonb', default: {} }) notes!: object;
  @Column({ name: 'outcome', type: 'jsonb', nullable: true }) outcome!: object | null;
  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' }) createdAt!: Date;
  /** When its run took it up. */
  @Column({ name: 'taken_at', type: 'timestamptz', nullable: true }) takenAt!: Date | null;
  @Column({ name: 'ended_at', type: 'timestamptz', nullable: true }) endedAt!: Date | null;
}
