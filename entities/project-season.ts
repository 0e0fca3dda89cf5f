import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Project } from './project.js';

/** A season of a project, by its number. */
@Entity('project_seasons')
@Check('project_seasons_number', 'number BETWEEN 1 AND 99')
@Index('project_seasons_call', ['callId'], { unique: true })
export class ProjectSeason {
  @ForeignKey(() => Project, { name: 'project_seasons_project_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn({ name: 'project_id', type: 'text', primaryKeyConstraintName: 'project_seasons_pkey' }) projectId!: string;
  @PrimaryColumn({ name: 'number', type: 'int', primaryKeyConstraintName: 'project_seasons_pkey' }) number!: number;
  @Column({ name: 'name', type: 'text' }) name!: string;
  /**
   * Id of the call that created it, so that a repeated call creates no second one. Null for a season created with an
   * episode.
   */
  @Column({ name: 'call_id', type: 'text', nullable: true }) callId!: string | null;
  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' }) createdAt!: Date;
}
