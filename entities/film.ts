import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Artifact } from './artifact.js';

/** The last rendered film of an artifact, per cut. Unfinished work has only a row in `works`. */
@Entity('films')
export class Film {
  @ForeignKey(() => Artifact, { name: 'films_artifact_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn({ name: 'artifact_id', type: 'text', primaryKeyConstraintName: 'films_pkey' }) artifactId!: string;
  /** `16:9` and `9:16` are the whole read in that aspect; `part` is the part that the link of its script showed. */
  @PrimaryColumn({ name: 'cut', type: 'text', primaryKeyConstraintName: 'films_pkey' }) cut!: string;
  /** First and last entry of the part; null for the whole read. */
  @Column({ name: 'part', type: 'jsonb', nullable: true }) part!: object | null;
  /** The revision that the film shows. */
  @Column({ name: 'revision', type: 'int' }) revision!: number;
  /** The work that made it. */
  @Column({ name: 'work_id', type: 'text' }) workId!: string;
  /** Grade, resolution, aspect, captions and frame rate of the film. */
  @Column({ name: 'choice', type: 'jsonb' }) choice!: object;
  /** A key of everything that is seen and heard in the film. */
  @Column({ name: 'film_key', type: 'text' }) filmKey!: string;
  @Column({ name: 'media_key', type: 'text' }) mediaKey!: string;
  @Column({ name: 'sha256', type: 'text' }) sha256!: string;
  @Column({ name: 'byte_size', type: 'int' }) byteSize!: number;
  @Column({ name: 'duration_ms', type: 'int' }) durationMs!: number;
  @Column({ name: 'build_manifest', type: 'jsonb' }) buildManifest!: object;
  /** Keys of the film's objects, and of those of the film before it, which players may still be reading. */
  @Column({ name: 'object_keys', type: 'text', array: true }) objectKeys!: string[];
  @Column({ name: 'former_keys', type: 'text', array: true, default: [] }) formerKeys!: string[];
  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' }) createdAt!: Date;
}
