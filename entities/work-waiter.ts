import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A run that waits until work has ended. A signal tells the run; then the row is deleted. */
@Entity('work_waiters')
export class WorkWaiter {
  @PrimaryColumn({ name: 'work_id', type: 'text', primaryKeyConstraintName: 'work_waiters_pkey' }) workId!: string;
  @PrimaryColumn({ name: 'workflow_id', type: 'text', primaryKeyConstraintName: 'work_waiters_pkey' }) workflowId!: string;
  /** Rises when the run waits for the work again, so that a notification about an earlier end does not delete the row. */
  @Column({ name: 'turn', type: 'int', default: 1 }) turn!: number;
  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' }) createdAt!: Date;
}
