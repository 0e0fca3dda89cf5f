import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Project } from './project.js';

/** One piece of asynchronous work of any kind. `epoch` rises with every resume; holds and ledger entries carry it. Results are in the tables of the kind. */
@Entity('works')
@Check('works_status_known', `status IN ('PENDING','RESERVED','RUNNING','PARTIAL','READY','FAILED','CANCELED')`)
@Check('works_lines', 'lines_ready >= 0 AND lines_failed >= 0 AND lines_ready + lines_failed <= line_count')
@Index('works_account', ['accountId', 'createdAt'])
@Index('works_subject', ['subjectId'])
@Index('works_ready', ['kind', 'finishedAt'], { where: `status = 'READY'` })
@Index('works_open', ['kind'], { where: `status NOT IN ('READY','FAILED','CANCELED')` })
export class Work {
  @PrimaryColumn({ name: 'id', type: 'text', primaryKeyConstraintName: 'works_pkey' }) id!: string;
  @Column({ name: 'kind', type: 'text' }) kind!: string;
  @Column({ name: 'account_id', type: 'text' }) accountId!: string;
  /** Null if the subject is in no project. */
  @ForeignKey(() => Project, { name: 'works_project_id_fkey', onDelete: 'CASCADE' })
  @Column({ name: 'project_id', type: 'text', nullable: true }) projectId!: string | null;
  @Column({ name: 'subject_id', type: 'text' }) subjectId!: string;
  /** Revision of the subject; 0 if it has none. */
  @Column({ name: 'revision', type: 'int' }) revision!: number;
  @Column({ name: 'label', type: 'text' }) label!: string;
  @Column({ name: 'status', type: 'text' }) status!: string;
  @Column({ name: 'epoch', type: 'int' }) epoch!: number;
  @Column({ name: 'progress', type: 'jsonb' }) progress!: object;
  @Column({ name: 'line_count', type: 'int' }) lineCount!: number;
  @Column({ name: 'lines_ready', type: 'int' }) linesReady!: number;
  @Column({ name: 'lines_failed', type: 'int' }) linesFailed!: number;
  @Column({ name: 'credits_quoted', type: 'int' }) creditsQuoted!: number;
  /** Sums over all epochs. Credits on hold are reserved − settled − released. */
  @Column({ name: 'credits_reserved', type: 'int' }) creditsReserved!: number;
  @Column({ name: 'credits_settled', type: 'int' }) creditsSettled!: number;
  @Column({ name: 'credits_released', type: 'int' }) creditsReleased!: number;
  @Column({ name: 'failure_code', type: 'text', nullable: true }) failureCode!: string | null;
  @Column({ name: 'failure_message', type: 'text', nullable: true }) failureMessage!: string | null;
  @Column({ name: 'failure_details', type: 'jsonb', nullable: true }) failureDetails!: Record<string, unknown> | null;
  /** The input of the run of the current epoch, so that the run can be started again. */
  @Column({ name: 'input', type: 'jsonb', default: {} }) input!: object;
  /** Id of the request that opened the current epoch. */
  @Column({ name: 'request_id', type: 'text' }) requestId!: string;
  @Column({ name: 'finished_at', type: 'timestamptz', nullable: true }) finishedAt!: Date | null;
  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' }) createdAt!: Date;
  @Column({ name: 'updated_at', type: 'timestamptz', default: () => 'now()' }) updatedAt!: Date;
}
