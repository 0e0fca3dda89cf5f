import { Column, Entity, ForeignKey, PrimaryColumn, Unique } from 'typeorm';
import { Artifact } from './artifact.js';
import { Work } from './work.js';

/** The live stream of a read, or of a part of it, with all sounds that are mixed under its voices. Rooms share it. */
@Entity('live_mixes')
@Unique('live_mixes_work', ['workId'])
export class LiveMix {
  @ForeignKey(() => Artifact, { name: 'live_mixes_artifact_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn({ name: 'artifact_id', type: 'text', primaryKeyConstraintName: 'live_mixes_pkey' }) artifactId!: string;
  @PrimaryColumn({ name: 'revision', type: 'int', primaryKeyConstraintName: 'live_mixes_pkey' }) revision!: number;
  /** A key of what is heard and of the part. */
  @PrimaryColumn({ name: 'mix_key', type: 'text', primaryKeyConstraintName: 'live_mixes_pkey' }) mixKey!: string;
  @ForeignKey(() => Work, { name: 'live_mixes_work_id_fkey', onDelete: 'CASCADE' })
  @Column({ name: 'work_id', type: 'text' }) workId!: string;
  /** The entries of the part, both included; null for the whole read. */
  @Column({ name: 'first_entry', type: 'int', nullable: true }) firstEntry!: number | null;
  @Column({ name: 'last_entry', type: 'int', nullable: true }) lastEntry!: number | null;
  /** The lanes of cues at the time when the mix was requested. */
  @Column({ name: 'lanes', type: 'jsonb' }) lanes!: Record<string, Record<string, unknown>>;
  /** Number of stored bytes from the start of the stream. */
  @Column({ name: 'byte_size', type: 'int', default: 0 }) byteSize!: number;
  /** The earliest start time from which a listener would have received every stored byte in time; null before the first byte. */
  @Column({ name: 'hearable_at', type: 'timestamptz', nullable: true }) hearableAt!: Date | null;
  @Column({ name: 'completed_at', type: 'timestamptz', nullable: true }) completedAt!: Date | null;
  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' }) createdAt!: Date;
}
