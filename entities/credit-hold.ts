import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Account } from './account.js';

/** Credits on hold for one line of one reference. The state moves once, from `held` to `settled` or `released`. */
@Entity('credit_holds')
@Check('credit_holds_state', `state IN ('held','settled','released')`)
@Check('credit_holds_split', `credits = monthly_credits + perpetual_credits AND monthly_credits >= 0 AND perpetual_credits >= 0`)
@Index('credit_holds_account', ['accountId'])
export class CreditHold {
  @PrimaryColumn({ name: 'ref_type', type: 'text', primaryKeyConstraintName: 'credit_holds_pkey' }) refType!: string;
  @PrimaryColumn({ name: 'ref_id', type: 'text', primaryKeyConstraintName: 'credit_holds_pkey' }) refId!: string;
  @PrimaryColumn({ name: 'epoch', type: 'int', primaryKeyConstraintName: 'credit_holds_pkey' }) epoch!: number;
  @PrimaryColumn({ name: 'line', type: 'int', primaryKeyConstraintName: 'credit_holds_pkey' }) line!: number;
  @ForeignKey(() => Account, { name: 'credit_holds_account_id_fkey', onDelete: 'RESTRICT' })
  @Column({ name: 'account_id', type: 'text' }) accountId!: string;
  @Column({ name: 'credits', type: 'int' }) credits!: number;
  @Column({ name: 'monthly_credits', type: 'int' }) monthlyCredits!: number;
  @Column({ name: 'perpetual_credits', type: 'int' }) perpetualCredits!: number;
  @Column({ name: 'cycle_started_at', type: 'timestamptz', nullable: true }) cycleStartedAt!: Date | null;
  @Column({ name: 'state', type: 'text' }) state!: string;
  @Column({ name: 'moved_at', type: 'timestamptz', nullable: true }) movedAt!: Date | null;
  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' }) createdAt!: Date;
}
