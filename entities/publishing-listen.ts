import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { PublishingRelease } from './publishing-release.js';

/**
 * What one listener got of one release within 24 hours, from the day (UTC) on which that began. The listener is a hash with a salt that is
 * deleted when the next day is over.
 */
@Entity('publishing_listens')
export class PublishingListen {
  @ForeignKey(() => PublishingRelease, { name: 'publishing_listens_release_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn({ name: 'release_id', type: 'text', primaryKeyConstraintName: 'publishing_listens_pkey' }) releaseId!: string;
  @PrimaryColumn({ name: 'day', type: 'date', primaryKeyConstraintName: 'publishing_listens_pkey' }) day!: string;
  @PrimaryColumn({ name: 'listener', type: 'text', primaryKeyConstraintName: 'publishing_listens_pkey' }) listener!: string;
  @Column({ name: 'begun_at', type: 'timestamptz', default: () => 'now()' }) begunAt!: Date;
  @Column({ name: 'app', type: 'text' }) app!: string;
  /** The bytes of sound that were sent, each counted once however often it was asked for. */
  @Column({ name: 'heard', type: 'int8multirange' }) heard!: string;
  /** So many different bytes of sound make a download. */
  @Column({ name: 'needed', type: 'int' }) needed!: number;
  /** Every byte that was sent. */
  @Column({ name: 'bytes', type: 'bigint' }) bytes!: string;
}
