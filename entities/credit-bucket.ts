import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Account } from './account.js';

/** Running totals of one bucket, always equal to the sums of its ledger entries. */
@Entity('credit_buckets')
@Check('credit_buckets_kind', `bucket IN ('monthly','perpetual')`)
@Check('credit_buckets_not_negative', `available >= 0 AND held >= 0`)
@Check('credit_buckets_adds_up', `granted = available + held + settled + expired`)
export class CreditBucket {
  @ForeignKey(() => Account, { name: 'credit_buckets_account_id_fkey', onDelete: 'RESTRICT' })
  @PrimaryColumn({ name: 'account_id', type: 'text', primaryKeyConstraintName: 'credit_buckets_pkey' }) accountId!: string;
  @PrimaryColumn({ name: 'bucket', type: 'text', primaryKeyConstraintName: 'credit_buckets_pkey' }) bucket!: string;
  @Column({ name: 'granted', type: 'int' }) granted!: number;
  @Column({ name: 'available', type: 'int' }) available!: number;
  @Column({ name: 'held', type: 'int' }) held!: number;
  @Column({ name: 'settled', type: 'int' }) settled!: number;
  @Column({ name: 'expired', type: 'int' }) expired!: number;
  @Column({ name: 'cycle_allocated', type: 'int' }) cycleAllocated!: number;
  @Column({ name: 'cycle_started_at', type: 'timestamptz', nullable: true }) cycleStartedAt!: Date | null;
  @Column({ name: 'cycle_expires_at', type: 'timestamptz', nullable: true }) cycleExpiresAt!: Date | null;
  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' }) createdAt!: Date;
  @Column({ name: 'updated_at', type: 'timestamptz', default: () => 'now()' }) updatedAt!: Date;
}
