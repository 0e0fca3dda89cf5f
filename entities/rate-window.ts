import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Requests counted in one window of one bucket, shared by all API processes. */
@Entity('rate_windows')
export class RateWindow {
  @PrimaryColumn({ name: 'bucket', type: 'text', primaryKeyConstraintName: 'rate_windows_pkey' }) bucket!: string;
  @PrimaryColumn({ name: 'window_start', type: 'timestamptz', primaryKeyConstraintName: 'rate_windows_pkey' }) windowStart!: Date;
  @Column({ name: 'hits', type: 'int' }) hits!: number;
}
