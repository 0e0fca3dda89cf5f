import { Column, Entity, ForeignKey, PrimaryColumn, Unique } from 'typeorm';
import { Project } from './project.js';

/** A candidate that was kept as a frame on the mood board of a project, with its place in the order. */
@Entity('mood_frames')
@Unique('mood_frames_candidate', ['projectId', 'candidateId'])
export class MoodFrame {
  @PrimaryColumn({ name: 'id', type: 'text', primaryKeyConstraintName: 'mood_frames_pkey' }) id!: string;
  @ForeignKey(() => Project, { name: 'mood_frames_project_id_fkey', onDelete: 'CASCADE' })
  @Column({ name: 'project_id', type: 'text' }) projectId!: string;
  @Column({ name: 'candidate_id', type: 'text' }) candidateId!: string;
  @Column({ name: 'candidate', type: 'jsonb' }) candidate!: object;
  @Column({ name: 'aspect', type: 'text' }) aspect!: string;
  @Column({ name: 'position', type: 'int' }) position!: number;
  @Column({ name: 'kept_at', type: 'timestamptz', default: () => 'now()' }) keptAt!: Date;
}
