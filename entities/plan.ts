import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Project } from './project.js';

/** Specification 2.4. `version` is the revision that an approval names. */
@Entity('plans')
@Check('plans_status', `status IN ('PENDING','RUNNING','REQUIRES_APPROVAL','APPROVED','FAILED','SUPERSEDED','REJECTED')`)
@Index('plans_project', ['projectId', 'id'])
export class Plan {
  @PrimaryColumn({ name: 'id', type: 'text', primaryKeyConstraintName: 'plans_pkey' }) id!: string;
  @Column({ name: 'account_id', type: 'text' }) accountId!: string;
  @ForeignKey(() => Project, { name: 'plans_project_id_fkey', onDelete: 'CASCADE' })
  @Column({ name: 'project_id', type: 'text' }) projectId!: string;
  @Column({ name: 'title', type: 'text' }) title!: string;
  @Column({ name: 'status', type: 'text' }) status!: string;
  @Column({ name: 'version', type: 'int' }) version!: number;
  @Column({ name: 'epoch', type: 'int' }) epoch!: number;
  @Column({ name: 'request', type: 'jsonb' }) request!: object;
  @Column({ name: 'envelope', type: 'jsonb', nullable: true }) envelope!: object | null;
  @Column({ name: 'quote', type: 'jsonb' }) quote!: object;
  @Column({ name: 'decided_by', type: 'text', nullable: true }) decidedBy!: string | null;
  @Column({ name: 'decided_at', type: 'timestamptz', nullable: true }) decidedAt!: Date | null;
  @Column({ name: 'failure_code', type: 'text', nullable: true }) failureCode!: string | null;
  @Column({ name: 'failure_message', type: 'text', nullable: true }) failureMessage!: string | null;
  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' }) createdAt!: Date;
  @Column({ name: 'updated_at', type: 'timestamptz', default: () => 'now()' }) updatedAt!: Date;
}
