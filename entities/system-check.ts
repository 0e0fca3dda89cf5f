import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The latest result of the checker, which compares ledger, rows, files and open runs. */
@Entity('system_checks')
export class SystemCheck {
  @PrimaryColumn({ name: 'name', type: 'text', primaryKeyConstraintName: 'system_checks_pkey' }) name!: string;
  @Column({ name: 'findings', type: 'jsonb' }) findings!: object;
  @Column({ name: 'mended', type: 'jsonb' }) mended!: object;
  @Column({ name: 'checked_at', type: 'timestamptz' }) checkedAt!: Date;
}
