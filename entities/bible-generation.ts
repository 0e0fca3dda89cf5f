import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Project } from './project.js';

/** A request to make or refresh the Series Bible of a project from its sources. It is the subject of the work that does so. */
@Entity('bible_generations')
@Index('bible_generations_project', ['projectId', 'id'])
export class BibleGeneration {
  @PrimaryColumn({ name: 'id', type: 'text', primaryKeyConstraintName: 'bible_generations_pkey' }) id!: string;
  @ForeignKey(() => Project, { name: 'bible_generations_project_id_fkey', onDelete: 'CASCADE' })
  @Column({ name: 'project_id', type: 'text' }) projectId!: string;
  @Column({ name: 'instructions', type: 'text', nullable: true }) instructions!: string | null;
  /** Keys saved by the caller that may be overwritten, or `all`. */
  @Column({ name: 'replace', type: 'jsonb' }) replace!: string[] | 'all';
  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' }) createdAt!: Date;
}
