import { Column, Entity, ForeignKey, PrimaryColumn, Unique } from 'typeorm';
import { PublishingRelease } from './publishing-release.js';

/** The published copy of a recording with its transcript, at a public address of its own. Only its pictures come later. */
@Entity('publishing_assets')
@Unique('publishing_assets_version', ['releaseId', 'version'])
export class PublishingAsset {
  /** Part of the public address; cannot be guessed. */
  @PrimaryColumn({ name: 'token', type: 'text', primaryKeyConstraintName: 'publishing_assets_pkey' }) token!: string;
  @ForeignKey(() => PublishingRelease, { name: 'publishing_assets_release_id_fkey', onDelete: 'CASCADE' })
  @Column({ name: 'release_id', type: 'text' }) releaseId!: string;
  @Column({ name: 'version', type: 'int' }) version!: number;
  @Column({ name: 'media_key', type: 'text' }) mediaKey!: string;
  /** Object with lines, chapters, people and what their pictures are drawn from. */
  @Column({ name: 'programme_key', type: 'text' }) programmeKey!: string;
  /** The part of the programme that the feed shows: language, people, number of chapters. */
  @Column({ name: 'facts', type: 'jsonb' }) facts!: object;
  /** Keys and sizes of the drawn pictures by their public names; null until they are drawn. */
  @Column({ name: 'pictures', type: 'jsonb', nullable: true }) pictures!: object | null;
  @Column({ name: 'sha256', type: 'text' }) sha256!: string;
  @Column({ name: 'byte_size', type: 'int' }) byteSize!: number;
  /** First byte of sound, after the tags. */
  @Column({ name: 'sound_from', type: 'int' }) soundFrom!: number;
  @Column({ name: 'duration_ms', type: 'int' }) durationMs!: number;
  /** The published copy of the film of the same words: its key, hash and measures; null for none. */
  @Column({ name: 'film', type: 'jsonb', nullable: true }) film!: object | null;
  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' }) createdAt!: Date;
}
