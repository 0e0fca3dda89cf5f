import { Column, Entity, ForeignKey, PrimaryColumn, Unique } from 'typeorm';
import { Project } from './project.js';

/** An image of a project. Its bytes are a stored object, whose key is a hash of everything that determines the picture. */
@Entity('images')
@Unique('images_of_project', ['projectId', 'objectKey'])
export class Image {
  /** Cannot be guessed: anyone with the id may see the image. */
  @PrimaryColumn({ name: 'id', type: 'text', primaryKeyConstraintName: 'images_pkey' }) id!: string;
  @ForeignKey(() => Project, { name: 'images_project_id_fkey', onDelete: 'CASCADE' })
  @Column({ name: 'project_id', type: 'text' }) projectId!: string;
  @Column({ name: 'purpose', type: 'text' }) purpose!: string;
  @Column({ name: 'prompt', type: 'text' }) prompt!: string;
  @Column({ name: 'seed', type: 'text' }) seed!: string;
  @Column({ name: 'provider', type: 'text' }) provider!: string;
  @Column({ name: 'mime', type: 'text' }) mime!: string;
  @Column({ name: 'width_px', type: 'int' }) widthPx!: number;
  @Column({ name: 'height_px', type: 'int' }) heightPx!: number;
  @Column({ name: 'byte_size', type: 'int' }) byteSize!: number;
  @Column({ name: 'sha256', type: 'text' }) sha256!: string;
  @Column({ name: 'object_key', type: 'text' }) objectKey!: string;
  /** A fingerprint of a provider's portrait, for comparison with other portraits; null for pictures that are compared by their drawing instructions. */
  @Column({ name: 'fingerprint', type: 'text', nullable: true }) fingerprint!: string | null;
  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' }) createdAt!: Date;
}
