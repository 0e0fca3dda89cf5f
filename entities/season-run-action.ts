import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { SeasonRun } from './season-run.js';

/** What a person decided about an episode of a season run, and what came of it. Signals and updates name only its id. */
@Entity('season_run_actions')
@Check('season_run_actions_ended', `(status = 'open') = (ended_at IS NULL)`)
@Index('season_run_actions_run', ['runId', 'id'])
export class SeasonRunAction {
  @PrimaryColumn({ name: 'id', type: 'text', primaryKeyConstraintName: 'season_run_actions_pkey' }) id!: string;
  @ForeignKey(() => SeasonRun, { name: 'season_run_actions_run_id_fkey', onDelete: 'CASCADE' })
  @Column({ name: 'run_id', type: 'text' }) runId!: string;
  @Column({ name: 'episode_id', type: 'text' }) episodeId!: string;
  /** `edit` for a change of the map, else the name of the action. */
  @Column({ name: 'action', type: 'text' }) action!: string;
  /** What it makes the episode do: `write`, `cover`, `perform`… */
  @Column({ name: 'step', type: 'text' }) step!: string;
  @Column({ name: 'status', type: 'text' }) status!: string;
  /** The episode's status before it. */
  @Column({ name: 'episode_status', type: 'text' }) episodeStatus!: string;
  @Column({ name: 'payload', type: 'jsonb' }) payload!: object;
  /** The version of the map that the person had before them. */
  @Column({ name: 'map_version', type: 'int' }) mapVersion!: number;
  /** Id of the API key, or the operator. */
  @Column({ name: 'decided_by', type: 'text' }) decidedBy!: string;
  @Column({ name: 'request_id', type: 'text' }) requestId!: string;
  /** The priced work that it started, if any. */
  @Column({ name: 'work_id', type: 'text', nullable: true }) workId!: string | null;
  /** Ids of the work that its step has ordered, by part. */
  @Column({ name: 'ordered', type: 'jsonb', default: {} }) ordered!: object;
  @Column({ name: 'outcome', type: 'jsonb', nullable: true }) outcome!: object | null;
  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' }) createdAt!: Date;
  /** When the run of its episode took it up. */
  @Column({ name: 'begun_at', type: 'timestamptz', nullable: true }) begunAt!: Date | null;
  @Column({ name: 'ended_at', type: 'timestamptz', nullable: true }) endedAt!: Date | null;
}
