import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Artifact } from './artifact.js';

/** The one shared performance of a revision; complete, it is the recording. */
@Entity('performances')
@Check('performances_status', `status IN ('queued','performing','backoff','complete','failed')`)
export class Performance {
  @ForeignKey(() => Artifact, { name: 'performances_artifact_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn({ name: 'artifact_id', type: 'text', primaryKeyConstraintName: 'performances_pkey' }) artifactId!: string;
  @PrimaryColumn({ name: 'revision', type: 'int', primaryKeyConstraintName: 'performances_pkey' }) revision!: number;
  @Column({ name: 'status', type: 'text' }) status!: string;
  @Column({ name: 'fence', type: 'int' }) fence!: number;
  @Column({ name: 'line_count', type: 'int' }) lineCount!: number;
  @Column({ name: 'performed_count', type: 'int' }) performedCount!: number;
  @Column({ name: 'duration_ms', type: 'int', nullable: true }) durationMs!: number | null;
  @Column({ name: 'byte_size', type: 'int' }) byteSize!: number;
  @Column({ name: 'failure_code', type: 'text', nullable: true }) failureCode!: string | null;
  @Column({ name: 'failure_message', type: 'text', nullable: true }) failureMessage!: string | null;
  @Column({ name: 'next_attempt_at', type: 'timestamptz', nullable: true }) nextAttemptAt!: Date | null;
  @Column({ name: 'completed_at', type: 'timestamptz', nullable: true }) completedAt!: Date | null;
  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' }) createdAt!: Date;
  @Column({ name: 'updated_at', type: 'timestamptz', default: () => 'now()' }) updatedAt!: Date;
}
