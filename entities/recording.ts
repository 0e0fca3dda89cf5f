import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Artifact } from './artifact.js';

/** A finished file of one revision. Unfinished work has only a row in `works`. */
@Entity('recordings')
export class Recording {
  @ForeignKey(() => Artifact, { name: 'recordings_artifact_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn({ name: 'artifact_id', type: 'text', primaryKeyConstraintName: 'recordings_pkey' }) artifactId!: string;
  @PrimaryColumn({ name: 'revision', type: 'int', primaryKeyConstraintName: 'recordings_pkey' }) revision!: number;
  @PrimaryColumn({ name: 'mode', type: 'text', primaryKeyConstraintName: 'recordings_pkey' }) mode!: string;
  /** The work that made it. */
  @Column({ name: 'work_id', type: 'text' }) workId!: string;
  @Column({ name: 'media_key', type: 'text' }) mediaKey!: string;
  @Column({ name: 'sha256', type: 'text' }) sha256!: string;
  @Column({ name: 'byte_size', type: 'int' }) byteSize!: number;
  @Column({ name: 'duration_ms', type: 'int' }) durationMs!: number;
  @Column({ name: 'integrated_lufs', type: 'float8' }) integratedLufs!: number;
  @Column({ name: 'true_peak_db', type: 'float8' }) truePeakDb!: number;
  @Column({ name: 'build_manifest', type: 'jsonb' }) buildManifest!: object;
  /** For each lane of cues, a key of what is heard in the file besides the voices. */
  @Column({ name: 'lane_keys', type: 'jsonb', default: {} }) laneKeys!: Record<string, string>;
  /** A second file that keeps voices, music and other parts separate, and the parts that are heard; null when only the voices are. */
  @Column({ name: 'mixer', type: 'jsonb', nullable: true }) mixer!: { mediaKey: string; sha256: string; byteSize: number; parts: ('voices' | 'music' | 'effects' | 'beds')[] } | null;
  /** The earlier files that this file replaced. */
  @Column({ name: 'former', type: 'jsonb', default: [] }) former!: { mediaKey: string; sha256: string }[];
  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' }) createdAt!: Date;
}
