import { Column, Entity, ForeignKey, PrimaryColumn, Unique } from 'typeorm';
import { PublishingRelease } from './publishing-release.js';

/** The published copy of a recording with its transcript, at its own public address. Only its pictures are added later. */
@Entity('publishing_assets')
@Unique('publishing_assets_version', ['releaseId', 'version'])
export class PublishingAsset {
  /** Part of the public address; cannot be guessed. */
  @PrimaryColumn({ name: 'token', type: 'text', primaryKeyConstraintName: 'publishing_assets_pkey' }) token!: string;
  @ForeignKey(() => PublishingRelease, { name: 'publishing_assets_release_id_fkey', onDelete: 'CASCADE' })
  @Column({ name: 'release_id', type: 'text' }) releaseId!: string;
  @Column({ name: 'version', type: 'int' }) version!: number;
  @Column({ name: 'media_key', type: 'text' }) mediaKey!: string;
  /** Key of the object with lines, chapters, people and the data from which their pictures are drawn. */
  @Column({ name: 'programme_key', type: 'text' }) programmeKey!: string;
  /** The part of the programme that the feed shows: language, people, number of chapters. */
  @Column({ name: 'facts', type: 'jsonb' }) facts!: object;
  /** Keys and sizes of the drawn pictures by their public names; null until they are drawn. */
  @Column({ name: 'pictures', type: 'jsonb', nullable: true }) pictures!: object | null;
  @Column({ name: 'sha256', type: 'text' }) sha256!: string;
  @Column({ name: 'byte_size', type: 'int' }) byteSize!: number;
  /** Offset of the first byte of sound, after the tags. */
  @Column({ name: 'sound_from', type: 'int' }) soundFrom!: number;
  @Column({ name: 'duration_ms', type: 'int' }) durationMs!: number;
  /** The published copy of the film with the same words: key, hash and measures; null without a film. */
  @Column({ name: 'film', type: 'jsonb', nullable: true }) film!: object | null;
  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' }) createdAt!: Date;
}
