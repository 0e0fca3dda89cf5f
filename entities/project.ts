import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Account } from './account.js';

/** A story project. A deleted project keeps its row, with `deleted_at`, until it is restored or purged. */
@Entity('projects')
@Index('projects_account', ['accountId', 'createdAt', 'id'])
export class Project {
  @PrimaryColumn({ name: 'id', type: 'text', primaryKeyConstraintName: 'projects_pkey' }) id!: string;
  @ForeignKey(() => Account, { name: 'projects_account_id_fkey', onDelete: 'CASCADE' })
  @Column({ name: 'account_id', type: 'text' }) accountId!: string;
  @Column({ name: 'name', type: 'text' }) name!: string;
  @Column({ name: 'description', type: 'text', nullable: true }) description!: string | null;
  @Column({ name: 'metadata', type: 'jsonb', nullable: true }) metadata!: object | null;
  @Column({ name: 'season_cadence', type: 'text', nullable: true }) seasonCadence!: string | null;
  @Column({ name: 'archived_at', type: 'timestamptz', nullable: true }) archivedAt!: Date | null;
  @Column({ name: 'deleted_at', type: 'timestamptz', nullable: true }) deletedAt!: Date | null;
  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' }) createdAt!: Date;
  @Column({ name: 'updated_at', type: 'timestamptz', default: () => 'now()' }) updatedAt!: Date;
}
