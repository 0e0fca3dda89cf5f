import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Project } from './project.js';

/** The current chapters of a deck, or beats of a trailer. Only its run writes it, one edit after the other. */
@Entity('storyboards')
@Check('storyboards_revision', 'revision >= 1')
@Index('storyboards_project', ['projectId'])
export class Storyboard {
  @PrimaryColumn({ name: 'subject_type', type: 'text', primaryKeyConstraintName: 'storyboards_pkey' }) subjectType!: string;
  @PrimaryColumn({ name: 'subject_id', type: 'text', primaryKeyConstraintName: 'storyboards_pkey' }) subjectId!: string;
  @ForeignKey(() => Project, { name: 'storyboards_project_id_fkey', onDelete: 'CASCADE' })
  @Column({ name: 'project_id', type: 'text' }) projectId!: string;
  /** Rises with every edit. */
  @Column({ name: 'revision', type: 'int' }) revision!: number;
  @Column({ name: 'items', type: 'jsonb' }) items!: object[];
  /** Fields of the whole storyboard, such as the music. */
  @Column({ name: 'fields', type: 'jsonb', default: {} }) fields!: object;
  @Column({ name: 'updated_at', type: 'timestamptz', default: () => 'now()' }) updatedAt!: Date;
}
