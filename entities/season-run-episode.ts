import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { SeasonRun } from './season-run.js';

/** One episode of a season run: its part of the map, and its state. */
@Entity('season_run_episodes')
@Index('season_run_episodes_place', ['runId', 'episodeNumber'], { unique: true })
export class SeasonRunEpisode {
  @PrimaryColumn({ name: 'id', type: 'text', primaryKeyConstraintName: 'season_run_episodes_pkey' }) id!: string;
  @ForeignKey(() => SeasonRun, { name: 'season_run_episodes_run_id_fkey', onDelete: 'CASCADE' })
  @Column({ name: 'run_id', type: 'text' }) runId!: string;
  /** Id of the entry in `episodes` of the Series Bible. */
  @Column({ name: 'bible_episode_id', type: 'text' }) bibleEpisodeId!: string;
  @Column({ name: 'episode_number', type: 'int' }) episodeNumber!: number;
  @Column({ name: 'title', type: 'text' }) title!: string;
  @Column({ name: 'logline', type: 'text' }) logline!: string;
  @Column({ name: 'beats', type: 'jsonb' }) beats!: object[];
  @Column({ name: 'target_pages', type: 'real' }) targetPages!: number;
  @Column({ name: 'status', type: 'text' }) status!: string;
  /** The status before the step that failed; null unless the status is `failed`. */
  @Column({ name: 'failed_from', type: 'text', nullable: true }) failedFrom!: string | null;
  /** True once the episode was written on an approved map. Its map is then fixed until the episode is planned again. */
  @Column({ name: 'begun', type: 'boolean', default: false }) begun!: boolean;
  /** The action in progress; null while the episode waits for a person. */
  @Column({ name: 'action_id', type: 'text', nullable: true }) actionId!: string | null;
  /** How many texts were written or adopted for the episode. */
  @Column({ name: 'attempt', type: 'int', default: 0 }) attempt!: number;
  @Column({ name: 'script_upload_id', type: 'text', nullable: true }) scriptUploadId!: string | null;
  @Column({ name: 'report_id', type: 'text', nullable: true }) reportId!: string | null;
  @Column({ name: 'overall_score', type: 'int', nullable: true }) overallScore!: number | null;
  @Column({ name: 'gate_passed', type: 'boolean', nullable: true }) gatePassed!: boolean | null;
  /** Hash of the words that the report judged; null without a report, and for reports of older servers. */
  @Column({ name: 'judged_text_hash', type: 'text', nullable: true }) judgedTextHash!: string | null;
  @Column({ name: 'coverage_attempts', type: 'int', default: 0 }) coverageAttempts!: number;
  @Column({ name: 'page_count', type: 'int', nullable: true }) pageCount!: number | null;
  @Column({ name: 'story_job_id', type: 'text', nullable: true }) storyJobId!: string | null;
  @Column({ name: 'artifact_id', type: 'text', nullable: true }) artifactId!: string | null;
  @Column({ name: 'release_id', type: 'text', nullable: true }) releaseId!: string | null;
  @Column({ name: 'failure_code', type: 'text', nullable: true }) failureCode!: string | null;
  @Column({ name: 'failure_message', type: 'text', nullable: true }) failureMessage!: string | null;
  @Column({ name: 'failure_details', type: 'jsonb', nullable: true }) failureDetails!: object | null;
  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' }) createdAt!: Date;
  @Column({ name: 'updated_at', type: 'timestamptz', default: () => 'now()' }) updatedAt!: Date;
}
