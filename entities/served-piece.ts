import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Artifact } from './artifact.js';

/** A piece of music that a service made for a passage of a read. It is paid once and kept as long as the read. */
@Entity('served_pieces')
export class ServedPiece {
  @ForeignKey(() => Artifact, { name: 'served_pieces_artifact_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn({ name: 'artifact_id', type: 'text', primaryKeyConstraintName: 'served_pieces_pkey' }) artifactId!: string;
  /** A key of everything that the piece was made for, except its length. */
  @PrimaryColumn({ name: 'sound_key', type: 'text', primaryKeyConstraintName: 'served_pieces_pkey' }) soundKey!: string;
  /** The requested length. */
  @PrimaryColumn({ name: 'duration_ms', type: 'int', primaryKeyConstraintName: 'served_pieces_pkey' }) durationMs!: number;
  /** The loudness of the piece as delivered. */
  @Column({ name: 'lufs', type: 'double precision' }) lufs!: number;
  /** The service that made it. */
  @Column({ name: 'provider', type: 'text' }) provider!: string;
  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' }) createdAt!: Date;
}
