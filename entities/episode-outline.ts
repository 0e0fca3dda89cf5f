import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Project } from './project.js';

/** The outline of one episode of a Series Bible. It stays when the episode leaves the Bible. */
@Entity('episode_outlines')
@Check('episode_outlines_version', 'version > 0')
export class EpisodeOutline {
  @ForeignKey(() => Project, { name: 'episode_outlines_project_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn({ name: 'project_id', type: 'text', primaryKeyConstraintName: 'episode_outlines_pkey' }) projectId!: string;
  /** Id of the entry in `episodes` of the Series Bible. */
  @PrimaryColumn({ name: 'episode_id', type: 'text', primaryKeyConstraintName: 'episode_outlines_pkey' }) episodeId!: string;
  @Column({ name: 'outline', type: 'jsonb' }) outline!: object;
  /** `caller`, or `sources` for an outline that was drafted from the sources. */
  @Column({ name: 'origin', type: 'text' }) origin!: string;
  /** Rises with every change of this outline. */
  @Column({ name: 'version', type: 'int' }) version!: number;
  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' }) createdAt!: Date;
  @Column({ name: 'updated_at', type: 'timestamptz', default: () => 'now()' }) updatedAt!: Date;
}
