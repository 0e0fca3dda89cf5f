import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { PublishingRelease } from './publishing-release.js';

/**
 * What one listener received of one release within 24 hours, filed under the day (UTC) on which these hours began. The listener is a hash with a salt that is
 * deleted at the end of the next day.
 */
@Entity('publishing_listens')
export class PublishingListen {
  @ForeignKey(() => PublishingRelease, { name: 'publishing_listens_release_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn({ name: 'release_id', type: 'text', primaryKeyConstraintName: 'publishing_listens_pkey' }) releaseId!: string;
  @PrimaryColumn({ name: 'day', type: 'date', primaryKeyConstraintName: 'publishing_listens_pkey' }) day!: string;
  @PrimaryColumn({ name: 'listener', type: 'text', primaryKeyConstraintName: 'publishing_listens_pkey' }) listener!: string;
  @Column({ name: 'begun_at', type: 'timestamptz', default: () => 'now()' }) begunAt!: Date;
  @Column({ name: 'app', type: 'text' }) app!: string;
  /** The ranges of sound bytes that were sent; a byte that was sent repeatedly counts once. */
  @Column({ name: 'heard', type: 'int8multirange' }) heard!: string;
  /** The number of different sound bytes that count as a download. */
  @Column({ name: 'needed', type: 'int' }) needed!: number;
  /** The number of all sent bytes, including repeats. */
  @Column({ name: 'bytes', type: 'bigint' }) bytes!: string;
}
