import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Account } from './account.js';

/** The price quoted for a call, until the call confirms it or it expires. */
@Entity('quotes')
@Check('quotes_credits', 'credits >= 0')
@Index('quotes_expiry', ['expiresAt'])
export class Quote {
  @PrimaryColumn({ name: 'id', type: 'text', primaryKeyConstraintName: 'quotes_pkey' }) id!: string;
  @ForeignKey(() => Account, { name: 'quotes_account_id_fkey', onDelete: 'CASCADE' })
  @Column({ name: 'account_id', type: 'text' }) accountId!: string;
  /** Id of the called operation. */
  @Column({ name: 'operation', type: 'text' }) operation!: string;
  /** Hash of method, path and body, as for an Idempotency-Key. */
  @Column({ name: 'fingerprint', type: 'text' }) fingerprint!: string;
  @Column({ name: 'credits', type: 'int' }) credits!: number;
  @Column({ name: 'expires_at', type: 'timestamptz' }) expiresAt!: Date;
  /** Id of the call that confirmed the quote. No other call may use it. */
  @Column({ name: 'used_by', type: 'text', nullable: true }) usedBy!: string | null;
  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' }) createdAt!: Date;
}
