import { Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { Project } from './project.js';
import { Work } from './work.js';

/** One order to complete the cast of a project. It is the subject of the work that gives voices and makes pictures, and is inserted with that work. */
@Entity('castings')
@Unique('castings_work', ['workId'])
@Index('castings_project', ['projectId', 'id'])
export class Casting {
  @PrimaryColumn({ name: 'id', type: 'text', primaryKeyConstraintName: 'castings_pkey' }) id!: string;
  @Column({ name: 'account_id', type: 'text' }) accountId!: string;
  @ForeignKey(() => Project, { name: 'castings_project_id_fkey', onDelete: 'CASCADE' })
  @Column({ name: 'project_id', type: 'text' }) projectId!: string;
  /** The version of a script whose speakers are cast too. */
  @Column({ name: 'script_version_id', type: 'text', nullable: true }) scriptVersionId!: string | null;
  /** The only character to complete; null for all characters. */
  @Column({ name: 'character', type: 'text', nullable: true }) character!: string | null;
  /** The pictures to make, each a line of the work, with their states. */
  @Column({ name: 'pictures', type: 'jsonb', default: [] }) pictures!: object;
  @ForeignKey(() => Work, { name: 'castings_work_id_fkey', onDelete: 'CASCADE' })
  @Column({ name: 'work_id', type: 'text' }) workId!: string;
  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' }) createdAt!: Date;
  @Column({ name: 'updated_at', type: 'timestamptz', default: () => 'now()' }) updatedAt!: Date;
}
