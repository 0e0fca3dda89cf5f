import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { Account } from './account.js';

/** An API key. The row has only the SHA-256 of its secret. */
@Entity('api_keys')
@Check('api_keys_rate_tier', `rate_tier IN ('default','elevated')`)
@Unique('api_keys_prefix', ['prefix'])
@Index('api_keys_account', ['accountId'])
export class ApiKey {
  @PrimaryColumn({ name: 'id', type: 'text', primaryKeyConstraintName: 'api_keys_pkey' }) id!: string;
  @ForeignKey(() => Account, { name: 'api_keys_account_id_fkey', onDelete: 'CASCADE' })
  @Column({ name: 'account_id', type: 'text' }) accountId!: string;
  @Column({ name: 'name', type: 'text' }) name!: string;
  @Column({ name: 'prefix', type: 'text' }) prefix!: string;
  @Column({ name: 'secret_hash', type: 'text' }) secretHash!: string;
  @Column({ name: 'scopes', type: 'text', array: true }) scopes!: string[];
  @Column({ name: 'rate_tier', type: 'text' }) rateTier!: string;
  @Column({ name: 'allowed_ips', type: 'text', array: true }) allowedIps!: string[];
  @Column({ name: 'expires_at', type: 'timestamptz', nullable: true }) expiresAt!: Date | null;
  @Column({ name: 'revoked_at', type: 'timestamptz', nullable: true }) revokedAt!: Date | null;
  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' }) createdAt!: Date;
}
