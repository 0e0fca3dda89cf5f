import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Project } from './project.js';

/** One keyed value of a subject, such as a deck's camera. It contains only the changed fields; the others have the declared default. */
@Entity('settings')
@Check('settings_version', 'version >= 0')
@Index('settings_project', ['projectId'])
export class Setting {
  @PrimaryColumn({ name: 'subject_type', type: 'text', primaryKeyConstraintName: 'settings_pkey' }) subjectType!: string;
  @PrimaryColumn({ name: 'subject_id', type: 'text', primaryKeyConstraintName: 'settings_pkey' }) subjectId!: string;
  @PrimaryColumn({ name: 'key', type: 'text', primaryKeyConstraintName: 'settings_pkey' }) key!: string;
  @ForeignKey(() => Project, { name: 'settings_project_id_fkey', onDelete: 'CASCADE' })
  @Column({ name: 'project_id', type: 'text' }) projectId!: string;
  @Column({ name: 'value', type: 'jsonb' }) value!: Record<string, unknown>;
  /** Rises with every change; 0 until the first. */
  @Column({ name: 'version', type: 'int' }) version!: number;
  /** Id of the API key that made the last change. */
  @Column({ name: 'updated_by', type: 'text' }) updatedBy!: string;
  @Column({ name: 'updated_at', type: 'timestamptz', default: () => 'now()' }) updatedAt!: Date;
}
