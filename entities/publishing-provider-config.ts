import { Column, Entity, ForeignKey, PrimaryColumn, Unique } from 'typeorm';
import { Account } from './account.js';

/** Whether new series of a medium are connected to a provider automatically. */
@Entity('publishing_provider_configs')
@Unique('publishing_provider_configs_provider', ['accountId', 'provider', 'medium'])
export class PublishingProviderConfig {
  @PrimaryColumn({ name: 'id', type: 'text', primaryKeyConstraintName: 'publishing_provider_configs_pkey' }) id!: string;
  @ForeignKey(() => Account, { name: 'publishing_provider_configs_account_id_fkey', onDelete: 'CASCADE' })
  @Column({ name: 'account_id', type: 'text' }) accountId!: string;
  @Column({ name: 'provider', type: 'text' }) provider!: string;
  @Column({ name: 'medium', type: 'text' }) medium!: string;
  @Column({ name: 'enabled', type: 'boolean' }) enabled!: boolean;
  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' }) createdAt!: Date;
  @Column({ name: 'updated_at', type: 'timestamptz', default: () => 'now()' }) updatedAt!: Date;
}
