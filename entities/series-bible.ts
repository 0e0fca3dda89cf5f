import { Column, Entity, ForeignKey, PrimaryColumn, Unique } from 'typeorm';
import { Project } from './project.js';

/** The current Series Bible of a project: the facts that hold in its stories. */
@Entity('series_bibles')
@Unique('series_bibles_project', ['projectId'])
export class SeriesBible {
  @PrimaryColumn({ name: 'id', type: 'text', primaryKeyConstraintName: 'series_bibles_pkey' }) id!: string;
  @Column({ name: 'account_id', type: 'text' }) accountId!: string;
  @ForeignKey(() => Project, { name: 'series_bibles_project_id_fkey', onDelete: 'CASCADE' })
  @Column({ name: 'project_id', type: 'text' }) projectId!: string;
  @Column({ name: 'title', type: 'text' }) title!: string;
  @Column({ name: 'generated_from', type: 'text', nullable: true }) generatedFrom!: string | null;
  @Column({ name: 'current_version', type: 'int' }) currentVersion!: number;
  @Column({ name: 'content', type: 'jsonb' }) content!: object;
  /** Where each key of the content comes from. */
  @Column({ name: 'provenance', type: 'jsonb', default: {} }) provenance!: object;
  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' }) createdAt!: Date;
  @Column({ name: 'updated_at', type: 'timestamptz', default: () => 'now()' }) updatedAt!: Date;
}
