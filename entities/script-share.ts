import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Artifact } from './artifact.js';
import { Script } from './script.js';

/**
 * The link to the performed read of a script. Its token is computed from `id`, so that a refresh keeps the link. A share with a new id replaces an expired
 * one. Deleting the script, or the read that the share shows, deletes the share.
 */
@Entity('script_shares')
@Check('script_shares_audience_known', `audience IN ('public','private_review','team')`)
@Check('script_shares_mode_known', `mode IN ('theater','audio')`)
@Check('script_shares_scope', `(scope = 'whole' AND revision IS NULL AND scene_index IS NULL AND first_entry IS NULL AND last_entry IS NULL)
  OR (scope IN ('scene','entries') AND revision IS NOT NULL AND first_entry BETWEEN 0 AND last_entry AND (scope = 'scene') = (scene_index IS NOT NULL))`)
@Index('script_shares_script', ['scriptId'], { unique: true })
@Index('script_shares_artifact', ['artifactId'])
export class ScriptShare {
  @PrimaryColumn({ name: 'id', type: 'text', primaryKeyConstraintName: 'script_shares_pkey' }) id!: string;
  @ForeignKey(() => Script, { name: 'script_shares_script_id_fkey', onDelete: 'CASCADE' })
  @Column({ name: 'script_id', type: 'text' }) scriptId!: string;
  @ForeignKey(() => Artifact, { name: 'script_shares_artifact_id_fkey', onDelete: 'CASCADE' })
  @Column({ name: 'artifact_id', type: 'text' }) artifactId!: string;
  /** The revision that the indexes of the part refer to. Null for the whole read, whose link shows the current revision. */
  @Column({ name: 'revision', type: 'int', nullable: true }) revision!: number | null;
  @Column({ name: 'audience', type: 'text' }) audience!: string;
  @Column({ name: 'include_on_profile', type: 'boolean' }) includeOnProfile!: boolean;
  @Column({ name: 'mode', type: 'text' }) mode!: string;
  @Column({ name: 'scope', type: 'text' }) scope!: string;
  @Column({ name: 'scene_index', type: 'int', nullable: true }) sceneIndex!: number | null;
  /** First and last entry of the part, inclusive. */
  @Column({ name: 'first_entry', type: 'int', nullable: true }) firstEntry!: number | null;
  @Column({ name: 'last_entry', type: 'int', nullable: true }) lastEntry!: number | null;
  /** Days until expiry after a refresh that does not specify them. */
  @Column({ name: 'window_days', type: 'int' }) windowDays!: number;
  @Column({ name: 'expires_at', type: 'timestamptz' }) expiresAt!: Date;
  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' }) createdAt!: Date;
  @Column({ name: 'updated_at', type: 'timestamptz', default: () => 'now()' }) updatedAt!: Date;
}
