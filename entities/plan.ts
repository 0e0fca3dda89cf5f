import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Project } from './project.js';
import { Work } from './work.js';

/** What was asked for and drafted, and what people decided; how the drafting stands says the plan's work, which has the same id. */
@Entity('plans')
@Check('plans_status', `status IN ('PENDING','RUNNING','REQUIRES_APPROVAL','APPROVED','FAILED','SUPERSEDED','REJECTED')`)
@Index('plans_project', ['projectId', 'id'])
@Index('plans_superseded_by', ['supersededBy'])
export class Plan {
  @ForeignKey(() => Work, { name: 'plans_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn({ name: 'id', type: 'text', primaryKeyConstraintName: 'plans_pkey' }) id!: string;
  @Column({ name: 'account_id', type: 'text' }) accountId!: string;
  @ForeignKey(() => Project, { name: 'plans_project_id_fkey', onDelete: 'CASCADE' })
  @Column({ name: 'project_id', type: 'text' }) projectId!: string;
  @Column({ name: 'title', type: 'text' }) title!: string;
  @Column({ name: 'status', type: 'text' }) status!: string;
  /** The revision that an approval names. */
  @Column({ name: 'version', type: 'int' }) version!: number;
  @Column({ name: 'request', type: 'jsonb' }) request!: object;
  @Column({ name: 'envelope', type: 'jsonb', nullable: true }) envelope!: object | null;
  @Column({ name: 'quote', type: 'jsonb' }) quote!: object;
  /** What of the request has no effect, and why. */
  @Column({ name: 'warnings', type: 'jsonb' }) warnings!: object;
  /** The plan that took this one's place. */
  @Column({ name: 'superseded_by', type: 'text', nullable: true }) supersededBy!: string | null;
  @Column({ name: 'decided_by', type: 'text', nullable: true }) decidedBy!: string | null;
  @Column({ name: 'decided_at', type: 'timestamptz', nullable: true }) decidedAt!: Date | null;
  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' }) createdAt!: Date;
  @Column({ name: 'updated_at', type: 'timestamptz', default: () => 'now()' }) updatedAt!: Date;
}
