import { Column, Entity, ForeignKey, PrimaryColumn, Unique } from 'typeorm';
import { Artifact } from './artifact.js';
import { Work } from './work.js';

interface PerformedCredit { key: string; text: string; startMs: number; endMs: number }

/** The spoken credits before the first line and after the last one, with times in milliseconds of the stream. */
export interface PerformedCredits { opening?: PerformedCredit; closing?: PerformedCredit }

/** The live stream of a revision, shared by all rooms. The status is in the row of its work. */
@Entity('performances')
@Unique('performances_work', ['workId'])
export class Performance {
  @ForeignKey(() => Artifact, { name: 'performances_artifact_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn({ name: 'artifact_id', type: 'text', primaryKeyConstraintName: 'performances_pkey' }) artifactId!: string;
  @PrimaryColumn({ name: 'revision', type: 'int', primaryKeyConstraintName: 'performances_pkey' }) revision!: number;
  @ForeignKey(() => Work, { name: 'performances_work_id_fkey', onDelete: 'CASCADE' })
  @Column({ name: 'work_id', type: 'text' }) workId!: string;
  /** Number of the attempt. Only the latest attempt may add lines. */
  @Column({ name: 'fence', type: 'int' }) fence!: number;
  @Column({ name: 'line_count', type: 'int' }) lineCount!: number;
  @Column({ name: 'performed_count', type: 'int' }) performedCount!: number;
  @Column({ name: 'duration_ms', type: 'int', nullable: true }) durationMs!: number | null;
  @Column({ name: 'byte_size', type: 'int' }) byteSize!: number;
  /** Loudness of the lines and pauses, in LUFS; null until the performance is complete, and for performances that were completed before this value existed. */
  @Column({ name: 'voices_lufs', type: 'float8', nullable: true }) voicesLufs!: number | null;
  /** Lines that their voices could not say as written, in the order of the performance, with the remedy for each. */
  @Column({ name: 'remedies', type: 'jsonb', default: () => `'[]'` }) remedies!: unknown;
  /** The opening and closing credits; null until the performance is complete, and for reads without credits. */
  @Column({ name: 'credits', type: 'jsonb', nullable: true }) credits!: PerformedCredits | null;
  /** The last time a listener joined live; null before the first. */
  @Column({ name: 'attended_at', type: 'timestamptz', nullable: true }) attendedAt!: Date | null;
  @Column({ name: 'completed_at', type: 'timestamptz', nullable: true }) completedAt!: Date | null;
  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' }) createdAt!: Date;
  @Column({ name: 'updated_at', type: 'timestamptz', default: () => 'now()' }) updatedAt!: Date;
}
