import { Check, Column, Entity, ForeignKey, PrimaryColumn, Unique } from 'typeorm';
import { Artifact } from './artifact.js';

/** A durable render of one revision (specification 3.4). */
@Entity('finalizes')
@Check('finalizes_status', `status IN ('queued','rendering','uploading','complete','failed')`)
@Unique('finalizes_id', ['id'])
export class Finalize {
  @ForeignKey(() => Artifact, { name: 'finalizes_artifact_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn({ name: 'artifact_id', type: 'text', primaryKeyConstraintName: 'finalizes_pkey' }) artifactId!: string;
  @PrimaryColumn({ name: 'revision', type: 'int', primaryKeyConstraintName: 'finalizes_pkey' }) revision!: number;
  @PrimaryColumn({ name: 'mode', type: 'text', primaryKeyConstraintName: 'finalizes_pkey' }) mode!: string;
  @Column({ name: 'id', type: 'text' }) id!: string;
  @Column({ name: 'account_id', type: 'text' }) accountId!: string;
  @Column({ name: 'epoch', type: 'int' }) epoch!: number;
  @Column({ name: 'status', type: 'text' }) status!: string;
  @Column({ name: 'amount_credits', type: 'int' }) amountCredits!: number;
  @Column({ name: 'failure_code', type: 'text', nullable: true }) failureCode!: string | null;
  @Column({ name: 'failure_message', type: 'text', nullable: true }) failureMessage!: string | null;
  @Column({ name: 'media_key', type: 'text', nullable: true }) mediaKey!: string | null;
  @Column({ name: 'sha256', type: 'text', nullable: true }) sha256!: string | null;
  @Column({ name: 'byte_size', type: 'int', nullable: true }) byteSize!: number | null;
  @Column({ name: 'duration_ms', type: 'int', nullable: true }) durationMs!: number | null;
  @Column({ name: 'integrated_lufs', type: 'float8', nullable: true }) integratedLufs!: number | null;
  @Column({ name: 'true_peak_db', type: 'float8', nullable: true }) truePeakDb!: number | null;
  @Column({ name: 'build_manifest', type: 'jsonb', nullable: true }) buildManifest!: object | null;
  @Column({ name: 'completed_at', type: 'timestamptz', nullable: true }) completedAt!: Date | null;
  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' }) createdAt!: Date;
  @Column({ name: 'updated_at', type: 'timestamptz', default: () => 'now()' }) updatedAt!: Date;
}
