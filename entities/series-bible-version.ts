import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { SeriesBible } from './series-bible.js';

/** One saved version of a Series Bible. The row never changes. */
@Entity('series_bible_versions')
export class SeriesBibleVersion {
  @ForeignKey(() => SeriesBible, { name: 'series_bible_versions_bible_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn({ name: 'bible_id', type: 'text', primaryKeyConstraintName: 'series_bible_versions_pkey' }) bibleId!: string;
  @PrimaryColumn({ name: 'version', type: 'int', primaryKeyConstraintName: 'series_bible_versions_pkey' }) version!: number;
  @Column({ name: 'content', type: 'jsonb' }) content!: object;
  /** Title and origin of the Bible at this version; null for versions that are older than these columns. */
  @Column({ name: 'title', type: 'text', nullable: true }) title!: string | null;
  @Column({ name: 'generated_from', type: 'text', nullable: true }) generatedFrom!: string | null;
  @Column({ name: 'provenance', type: 'jsonb', default: {} }) provenance!: object;
  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' }) createdAt!: Date;
}
