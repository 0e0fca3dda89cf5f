import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A claimed Idempotency-Key. Holds the response once the call has ended with 2xx. */
@Entity('idempotency_keys')
@Check('idempotency_keys_state', `state IN ('busy','done')`)
@Index('idempotency_keys_created', ['createdAt'])
export class IdempotencyKey {
  @PrimaryColumn({ name: 'account_id', type: 'text', primaryKeyConstraintName: 'idempotency_keys_pkey' }) accountId!: string;
  @PrimaryColumn({ name: 'key', type: 'text', primaryKeyConstraintName: 'idempotency_keys_pkey' }) key!: string;
  @Column({ name: 'fingerprint', type: 'text' }) fingerprint!: string;
  @Column({ name: 'resource_id', type: 'text' }) resourceId!: string;
  @Column({ name: 'state', type: 'text' }) state!: string;
  @Column({ name: 'lease_until', type: 'timestamptz' }) leaseUntil!: Date;
  /** The attempt that holds the claim. An attempt that lost its claim to another one changes nothing. */
  @Column({ name: 'owner', type: 'text', default: '' }) owner!: string;
  @Column({ name: 'status', type: 'int', nullable: true }) status!: number | null;
  @Column({ name: 'body', type: 'text', nullable: true }) body!: string | null;
  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' }) createdAt!: Date;
}
