import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Artifact } from './artifact.js';

/** One performed line: its time in the read, and its MP3 bytes in the live stream. */
@Entity('performance_lines')
export class PerformanceLine {
  @ForeignKey(() => Artifact, { name: 'performance_lines_artifact_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn({ name: 'artifact_id', type: 'text', primaryKeyConstraintName: 'performance_lines_pkey' }) artifactId!: string;
  @PrimaryColumn({ name: 'revision', type: 'int', primaryKeyConstraintName: 'performance_lines_pkey' }) revision!: number;
  @PrimaryColumn({ name: 'position', type: 'int', primaryKeyConstraintName: 'performance_lines_pkey' }) position!: number;
  @Column({ name: 'entry_index', type: 'int' }) entryIndex!: number;
  @Column({ name: 'scene_index', type: 'int' }) sceneIndex!: number;
  @Column({ name: 'character', type: 'text' }) character!: string;
  @Column({ name: 'line_key', type: 'text' }) lineKey!: string;
  @Column({ name: 'start_ms', type: 'int' }) startMs!: number;
  @Column({ name: 'end_ms', type: 'int' }) endMs!: number;
  @Column({ name: 'chunk_key', type: 'text' }) chunkKey!: string;
  @Column({ name: 'byte_start', type: 'int' }) byteStart!: number;
  @Column({ name: 'byte_size', type: 'int' }) byteSize!: number;
  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' }) createdAt!: Date;
}
