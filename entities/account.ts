import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** An owner of projects, keys and credits. */
@Entity('accounts')
@Check('accounts_status', `status IN ('active','disabled')`)
export class Account {
  @PrimaryColumn({ name: 'id', type: 'text', primaryKeyConstraintName: 'accounts_pkey' }) id!: string;
  @Column({ name: 'name', type: 'text' }) name!: string;
  @Column({ name: 'status', type: 'text' }) status!: string;
  @Column({ name: 'tier', type: 'text' }) tier!: string;
  @Column({ name: 'monthly_allocation', type: 'int' }) monthlyAllocation!: number;
  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' }) createdAt!: Date;
  @Column({ name: 'updated_at', type: 'timestamptz', default: () => 'now()' }) updatedAt!: Date;
}
