import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Artifact } from './artifact.js';

/** What one revision of a table read is made of. The screenplay is the object `script_key`. */
@Entity('artifact_revisions')
export class ArtifactRevision {
  @ForeignKey(() => Artifact, { name: 'artifact_revisions_artifact_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn({ name: 'artifact_id', type: 'text', primaryKeyConstraintName: 'artifact_revisions_pkey' }) artifactId!: string;
  @PrimaryColumn({ name: 'revision', type: 'int', primaryKeyConstraintName: 'artifact_revisions_pkey' }) revision!: number;
  @Column({ name: 'title', type: 'text' }) title!: string;
  @Column({ name: 'mode', type: 'text' }) mode!: string;
  @Column({ name: 'narration_policy', type: 'text' }) narrationPolicy!: string;
  @Column({ name: 'script_key', type: 'text' }) scriptKey!: string;
  @Column({ name: 'voice_map', type: 'jsonb' }) voiceMap!: object;
  @Column({ name: 'cast_list', type: 'jsonb' }) castList!: object;
  @Column({ name: 'entry_count', type: 'int' }) entryCount!: number;
  @Column({ name: 'spoken_count', type: 'int' }) spokenCount!: number;
  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' }) createdAt!: Date;
}
