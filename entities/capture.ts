import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Project } from './project.js';

/** A picture or a screen recording that is uploaded and becomes a source. */
@Entity('captures')
@Check('captures_status', `status IN ('uploading', 'finalizing', 'ready', 'failed')`)
@Index('captures_project', ['projectId', 'id'])
export class Capture {
  @PrimaryColumn({ name: 'id', type: 'text', primaryKeyConstraintName: 'captures_pkey' }) id!: string;
  @Column({ name: 'account_id', type: 'text' }) accountId!: string;
  @ForeignKey(() => Project, { name: 'captures_project_id_fkey', onDelete: 'CASCADE' })
  @Column({ name: 'project_id', type: 'text' }) projectId!: string;
  @Column({ name: 'kind', type: 'text' }) kind!: string;
  @Column({ name: 'label', type: 'text', nullable: true }) label!: string | null;
  @Column({ name: 'status', type: 'text' }) status!: string;
  /** Null until the bytes are uploaded. */
  @Column({ name: 'byte_size', type: 'bigint', nullable: true }) byteSize!: string | null;
  @Column({ name: 'upload_expires_at', type: 'timestamptz' }) uploadExpiresAt!: Date;
  @Column({ name: 'duration_ms', type: 'int', nullable: true }) durationMs!: number | null;
  @Column({ name: 'frame_count', type: 'int', default: 0 }) frameCount!: number;
  @Column({ name: 'source_id', type: 'text', nullable: true }) sourceId!: string | null;
  @Column({ name: 'failure_message', type: 'text', nullable: true }) failureMessage!: string | null;
  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' }) createdAt!: Date;
  @Column({ name: 'updated_at', type: 'timestamptz', default: () => 'now()' }) updatedAt!: Date;
}
