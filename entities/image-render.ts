import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Project } from './project.js';

/** A call that makes candidates to choose from: portraits of a character, or frames of a mood board. It is the subject of its work. */
@Entity('image_renders')
@Index('image_renders_of_project', ['projectId', 'kind', 'id'])
export class ImageRender {
  @PrimaryColumn({ name: 'id', type: 'text', primaryKeyConstraintName: 'image_renders_pkey' }) id!: string;
  @ForeignKey(() => Project, { name: 'image_renders_project_id_fkey', onDelete: 'CASCADE' })
  @Column({ name: 'project_id', type: 'text' }) projectId!: string;
  @Column({ name: 'kind', type: 'text' }) kind!: string;
  /** Whose portraits they are; null for a mood board. */
  @Column({ name: 'character', type: 'text', nullable: true }) character!: string | null;
  /** The direction of the portraits or the brief of the frames. */
  @Column({ name: 'words', type: 'text', nullable: true }) words!: string | null;
  @Column({ name: 'aspect', type: 'text' }) aspect!: string;
  @Column({ name: 'format', type: 'text' }) format!: string;
  @Column({ name: 'wanted', type: 'int' }) wanted!: number;
  /** How many calls of the same kind came before: another call gives other candidates. */
  @Column({ name: 'ordinal', type: 'int' }) ordinal!: number;
  @Column({ name: 'candidates', type: 'jsonb', default: [] }) candidates!: object;
  @Column({ name: 'chosen_id', type: 'text', nullable: true }) chosenId!: string | null;
  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' }) createdAt!: Date;
  @Column({ name: 'updated_at', type: 'timestamptz', default: () => 'now()' }) updatedAt!: Date;
}
