import { Column, Entity, ForeignKey, PrimaryColumn, Unique } from 'typeorm';
import { Artifact } from './artifact.js';
import { Work } from './work.js';

/** The live stream of a read, or of a part of it, with everything that is mixed under its voices. Rooms share it. */
@Entity('live_mixes')
@Unique('live_mixes_work', ['workId'])
export class LiveMix {
  @ForeignKey(() => Artifact, { name: 'live_mixes_artifact_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn({ name: 'artifact_id', type: 'text', primaryKeyConstraintName: 'live_mixes_pkey' }) artifactId!: string;
  @PrimaryColumn({ name: 'revision', type: 'int', primaryKeyConstraintName: 'live_mixes_pkey' }) revision!: number;
  /** Names what is heard, and the part. */
  @PrimaryColumn({ name: 'mix_key', type: 'text', primaryKeyConstraintName: 'live_mixes_pkey' }) mixKey!: string;
  @ForeignKey(() => Work, { name: 'live_mixes_work_id_fkey', onDelete: 'CASCADE' })
  @Column({ name: 'work_id', type: 'text' }) workId!: string;
  /** The entries of the part, both included; null for the whole read. */
  @Column({ name: 'first_entry', type: 'int', nullable: true }) firstEntry!: number | null;
  @Column({ name: 'last_entry', type: 'int', nullable: true }) lastEntry!: number | null;
  /** The lanes of cues as they were when the mix was wanted. */
  @Column({ name: 'lanes', type: 'jsonb' }) lanes!: Record<string, Record<string, unknown>>;
  /** Stored bytes, from the start of the stream on. */
  @Column({ name: 'byte_size', type: 'int', default: 0 }) byteSize!: number;
  /** The earliest start of a listener who has heard all stored bytes in time; null before the first. */
  @Column({ name: 'hearable_at', type: 'timestamptz', nullable: true }) hearableAt!: Date | null;
  @Column({ name: 'completed_at', type: 'timestamptz', nullable: true }) completedAt!: Date | null;
  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' }) createdAt!: Date;
}
