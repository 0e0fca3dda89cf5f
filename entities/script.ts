import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Account } from './account.js';
import { Project } from './project.js';

/** A writer's screenplay. It outlives its project: when the project is deleted, the script belongs to no project. */
@Entity('scripts')
@Index('scripts_account', ['accountId', 'createdAt', 'id'])
@Index('scripts_project', ['projectId', 'id'])
@Index('scripts_slug', ['accountId', 'slug'], { unique: true, where: 'deleted_at IS NULL' })
export class Script {
  @PrimaryColumn({ name: 'id', type: 'text', primaryKeyConstraintName: 'scripts_pkey' }) id!: string;
  @ForeignKey(() => Account, { name: 'scripts_account_id_fkey', onDelete: 'CASCADE' })
  @Column({ name: 'account_id', type: 'text' }) accountId!: string;
  @ForeignKey(() => Project, { name: 'scripts_project_id_fkey', onDelete: 'SET NULL' })
  @Column({ name: 'project_id', type: 'text', nullable: true }) projectId!: string | null;
  @Column({ name: 'title', type: 'text' }) title!: string;
  @Column({ name: 'slug', type: 'text' }) slug!: string;
  @Column({ name: 'logline', type: 'text', nullable: true }) logline!: string | null;
  @Column({ name: 'format', type: 'text', nullable: true }) format!: string | null;
  @Column({ name: 'genre', type: 'text', nullable: true }) genre!: string | null;
  @Column({ name: 'season_number', type: 'int', nullable: true }) seasonNumber!: number | null;
  /** Number of the last created version. */
  @Column({ name: 'version_count', type: 'int' }) versionCount!: number;
  @Column({ name: 'deleted_at', type: 'timestamptz', nullable: true }) deletedAt!: Date | null;
  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' }) createdAt!: Date;
  @Column({ name: 'updated_at', type: 'timestamptz', default: () => 'now()' }) updatedAt!: Date;
}
