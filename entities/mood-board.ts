import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Project } from './project.js';

/** The mood board of a project; its version rises when a frame is kept or removed. */
@Entity('mood_boards')
export class MoodBoard {
  @ForeignKey(() => Project, { name: 'mood_boards_project_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn({ name: 'project_id', type: 'text', primaryKeyConstraintName: 'mood_boards_pkey' }) projectId!: string;
  @Column({ name: 'version', type: 'int' }) version!: number;
  @Column({ name: 'updated_at', type: 'timestamptz', default: () => 'now()' }) updatedAt!: Date;
}
