import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Project } from './project.js';

/** The decision at a gate about one revision of a subject. The first decision is recorded; later ones are refused. */
@Entity('gate_decisions')
@Check('gate_decisions_verdict', `verdict IN ('APPROVED','REJECTED')`)
@Index('gate_decisions_project', ['projectId'])
export class GateDecision {
  @PrimaryColumn({ name: 'subject_type', type: 'text', primaryKeyConstraintName: 'gate_decisions_pkey' }) subjectType!: string;
  @PrimaryColumn({ name: 'subject_id', type: 'text', primaryKeyConstraintName: 'gate_decisions_pkey' }) subjectId!: string;
  @PrimaryColumn({ name: 'gate', type: 'text', primaryKeyConstraintName: 'gate_decisions_pkey' }) gate!: string;
  @PrimaryColumn({ name: 'revision', type: 'int', primaryKeyConstraintName: 'gate_decisions_pkey' }) revision!: number;
  @ForeignKey(() => Project, { name: 'gate_decisions_project_id_fkey', onDelete: 'CASCADE' })
  @Column({ name: 'project_id', type: 'text' }) projectId!: string;
  @Column({ name: 'verdict', type: 'text' }) verdict!: 'APPROVED' | 'REJECTED';
  /** Id of the API call that decided; null for an operator's signal. */
  @Column({ name: 'call_id', type: 'text', nullable: true }) callId!: string | null;
  /** Id of the API key, or the operator. */
  @Column({ name: 'decided_by', type: 'text' }) decidedBy!: string;
  @Column({ name: 'decided_at', type: 'timestamptz' }) decidedAt!: Date;
}
