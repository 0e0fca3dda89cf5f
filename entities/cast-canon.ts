import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Project } from './project.js';

/** The cast of a project: narrator and characters, with voices and pictures. */
@Entity('cast_canons')
export class CastCanon {
  @ForeignKey(() => Project, { name: 'cast_canons_project_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn({ name: 'project_id', type: 'text', primaryKeyConstraintName: 'cast_canons_pkey' }) projectId!: string;
  @Column({ name: 'account_id', type: 'text' }) accountId!: string;
  @Column({ name: 'version', type: 'int' }) version!: number;
  @Column({ name: 'narrator', type: 'jsonb', nullable: true }) narrator!: object | null;
  @Column({ name: 'characters', type: 'jsonb' }) characters!: object;
  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' }) createdAt!: Date;
  @Column({ name: 'updated_at', type: 'timestamptz', default: () => 'now()' }) updatedAt!: Date;
}
