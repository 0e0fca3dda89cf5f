import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { Account } from './account.js';

/** Append-only journal of every credit movement. */
@Entity('ledger_entries')
@Check('ledger_entries_kind', `kind IN ('grant','reserve','settle','release','expire')`)
@Check('ledger_entries_positive', `credits > 0`)
@Unique('ledger_entries_once', ['kind', 'bucket', 'refType', 'refId', 'epoch', 'line'])
@Index('ledger_entries_account', ['accountId', 'createdAt'])
export class LedgerEntry {
  @PrimaryColumn({ name: 'entry_id', type: 'text', primaryKeyConstraintName: 'ledger_entries_pkey' }) entryId!: string;
  @ForeignKey(() => Account, { name: 'ledger_entries_account_id_fkey', onDelete: 'RESTRICT' })
  @Column({ name: 'account_id', type: 'text' }) accountId!: string;
  @Column({ name: 'kind', type: 'text' }) kind!: string;
  @Column({ name: 'credits', type: 'int' }) credits!: number;
  @Column({ name: 'bucket', type: 'text' }) bucket!: string;
  @Column({ name: 'ref_type', type: 'text' }) refType!: string;
  @Column({ name: 'ref_id', type: 'text' }) refId!: string;
  @Column({ name: 'epoch', type: 'int' }) epoch!: number;
  @Column({ name: 'line', type: 'int' }) line!: number;
  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' }) createdAt!: Date;
}
