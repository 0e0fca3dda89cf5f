import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The salt of one day's listener hashes. It is deleted at the end of the next day; after that, no hash can be traced to an address. */
@Entity('publishing_salts')
export class PublishingSalt {
  @PrimaryColumn({ name: 'day', type: 'date', primaryKeyConstraintName: 'publishing_salts_pkey' }) day!: string;
  @Column({ name: 'salt', type: 'bytea' }) salt!: Buffer;
}
