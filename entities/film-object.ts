import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Artifact } from './artifact.js';

/** A stored object of an artifact's films. The row is inserted before the object is stored, so that cleaning up misses no object. */
@Entity('film_objects')
export class FilmObject {
  @ForeignKey(() => Artifact, { name: 'film_objects_artifact_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn({ name: 'artifact_id', type: 'text', primaryKeyConstraintName: 'film_objects_pkey' }) artifactId!: string;
  @PrimaryColumn({ name: 'object_key', type: 'text', primaryKeyConstraintName: 'film_objects_pkey' }) objectKey!: string;
  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' }) createdAt!: Date;
}
