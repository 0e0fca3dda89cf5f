import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Project } from './project.js';
import { Work } from './work.js';

/**
 * A plan: its request, its draft, and the decision. The state of the drafting is in the row of its work, which has the
 * same id.
 */
@Entity('plans')
@Check('plans_status', `status IN ('PENDING','RUNNING','REQUIRES_APPROVAL','APPROVED','FAILED','SUPERSEDED','REJECTED')`)
@Index('plans_project', ['projectId', 'createdAt', 'id'])
@Index('plans_superseded_by', ['supersededBy'])
export class Plan {
  @ForeignKey(() => Work, { name: 'plans_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn({ name: 'id', type: 'text', primaryKeyConstraintName: 'plans_pkey' }) id!: string;
  @Column({ name: 'account_id', type: 'text' }) accountId!: string;
  @ForeignKey(() => Project, { name: 'plans_project_id_fkey', onDelete: 'CASCADE' })
  @Column({ name: 'project_id', type: 'text' }) projectId!: string;
  @Column({ name: 'title', type: 'text' }) title!: string;
  @Column({ name: 'status', type: 'text' }) status!: string;
  /** Revision of the plan, which an approval must name. */
  @Column({ name: 'version', type: 'int' }) version!: number;
  @Column({ name: 'request', type: 'jsonb' }) request!: object;
  @Column({ name: 'envelope', type: 'jsonb', nullable: true }) envelope!: object | null;
  @Column({ name: 'quote', type: 'jsonb' }) quote!: object;
  /** Key of the stored draft. Plans with the same brief share one draft. */
  @Column({ name: 'draft_key', type: 'text', nullable: true }) draftKey!: string | null;
  /**
   * Warnings: each a field and a message. Most are about parts of the request or of the Series Bible with no effect or not the full one; others are about
   * suggested voices, or about what a model writes.
   */
  @Column({ name: 'warnings', type: 'jsonb' }) warnings!: object;
  /** The plan that replaced this one. */
  @Column({ name: 'superseded_by', type: 'text', nullable: true }) supersededBy!: string | null;
  @Column({ name: 'decided_by', type: 'text', nullable: true }) decidedBy!: string | null;
  @Column({ name: 'decided_at', type: 'timestamptz', nullable: true }) decidedAt!: Date | null;
  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' }) createdAt!: Date;
  @Column({ name: 'updated_at', type: 'timestamptz', default: () => 'now()' }) updatedAt!: Date;
}
