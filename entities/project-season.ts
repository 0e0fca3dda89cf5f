import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Project } from './project.js';

/** A season of a project, by its number. */
@Entity('project_seasons')
@Check('project_seasons_number', 'number BETWEEN 1 AND 99')
export class ProjectSeason {
  @ForeignKey(() => Project, { name: 'project_seasons_project_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn({ name: 'project_id', type: 'text', primaryKeyConstraintName: 'project_seasons_pkey' }) projectId!: string;
  @PrimaryColumn({ name: 'number', type: 'int', primaryKeyConstraintName: 'project_seasons_pkey' }) number!: number;
  @Column({ name: 'name', type: 'text' }) name!: string;
  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' }) createdAt!: Date;
}
