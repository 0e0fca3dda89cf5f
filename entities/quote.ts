import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Account } from './account.js';

/** What a priced call was said to cost, until it is confirmed or its time is over. */
@Entity('quotes')
@Check('quotes_credits', 'credits >= 0')
@Index('quotes_expiry', ['expiresAt'])
export class Quote {
  @PrimaryColumn({ name: 'id', type: 'text', primaryKeyConstraintName: 'quotes_pkey' }) id!: string;
  @ForeignKey(() => Account, { name: 'quotes_account_id_fkey', onDelete: 'CASCADE' })
  @Column({ name: 'account_id', type: 'text' }) accountId!: string;
  /** Id of the operation that was called. */
  @Column({ name: 'operation', type: 'text' }) operation!: string;
  /** Of method, path and body, as for an Idempotency-Key. */
  @Column({ name: 'fingerprint', type: 'text' }) fingerprint!: string;
  @Column({ name: 'credits', type: 'int' }) credits!: number;
  @Column({ name: 'expires_at', type: 'timestamptz' }) expiresAt!: Date;
  /** The call that confirmed it; no other one may. */
  @Column({ name: 'used_by', type: 'text', nullable: true }) usedBy!: string | null;
  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' }) createdAt!: Date;
}
