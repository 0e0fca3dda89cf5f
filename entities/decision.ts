import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Project } from './project.js';

/** A person's decision about a subject, and its outcome. The row is stored before the run is told; signals and updates carry its id. */
@Entity('decisions')
@Check('decisions_ended', `(status = 'open') = (ended_at IS NULL)`)
@Index('decisions_subject', ['subjectType', 'subjectId', 'createdAt', 'id'])
@Index('decisions_project', ['projectId'])
@Index('decisions_open', ['createdAt'], { where: `status = 'open'` })
@Index('decisions_verdict', ['subjectType', 'subjectId', 'place', 'revision'], {
  unique: true, where: `status = 'done' AND verb IN ('APPROVED','REJECTED')`,
})
export class StoredDecision {
  /** The id of the call that decided, which is equal for its repeats; an operator's signal gets an id of its own. */
  @PrimaryColumn({ name: 'id', type: 'text', primaryKeyConstraintName: 'decisions_pkey' }) id!: string;
  @Column({ name: 'subject_type', type: 'text' }) subjectType!: string;
  @Column({ name: 'subject_id', type: 'text' }) subjectId!: string;
  @ForeignKey(() => Project, { name: 'decisions_project_id_fkey', onDelete: 'CASCADE' })
  @Column({ name: 'project_id', type: 'text' }) projectId!: string;
  /** The part of the subject that the decision is about: a gate, an episode, the edits of a storyboard. */
  @Column({ name: 'place', type: 'text' }) place!: string;
  @Column({ name: 'verb', type: 'text' }) verb!: string;
  /** The revision that the person saw; null for a decision about any revision. */
  @Column({ name: 'revision', type: 'int', nullable: true }) revision!: number | null;
  /** Further fields of the call, such as acknowledgements. */
  @Column({ name: 'payload', type: 'jsonb', default: {} }) payload!: object;
  /** Id of the API key, or the operator. */
  @Column({ name: 'decided_by', type: 'text' }) decidedBy!: string;
  /** Id of the request that decided; without a request, the id of the decision. */
  @Column({ name: 'request_id', type: 'text' }) requestId!: string;
  @Column({ name: 'status', type: 'text', default: 'open' }) status!: string;
  /** What the run must remember while it carries out the decision, such as the ordered work. */
  @Column({ name: 'notes', type: 'jsonb', default: {} }) notes!: object;
  @Column({ name: 'outcome', type: 'jsonb', nullable: true }) outcome!: object | null;
  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' }) createdAt!: Date;
  /** When the run began to carry it out. */
  @Column({ name: 'taken_at', type: 'timestamptz', nullable: true }) takenAt!: Date | null;
  @Column({ name: 'ended_at', type: 'timestamptz', nullable: true }) endedAt!: Date | null;
}
