import type { Services } from '../../../src/kernel/services.js';

type WithDatabase = Pick<Services, 'db'>;

/** Has the database write down each statement that publishes a release. */
export async function recordPublications({ db }: WithDatabase): Promise<void> {
  await db.query('CREATE TABLE publications (release_id text NOT NULL)');
  await db.query(`CREATE FUNCTION record_publication() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN INSERT INTO publications VALUES (NEW.id); RETURN NULL; END $$`);
  // Publishing a release again changes its time but not its status.
  await db.query(`CREATE TRIGGER record_publication AFTER UPDATE ON publishing_releases FOR EACH ROW
    WHEN (NEW.published_at IS DISTINCT FROM OLD.published_at) EXECUTE FUNCTION record_publication()`);
}

/** The ids of the releases that were published, sorted, once for each time that a release was published. */
export async function publicationsOf({ db }: WithDatabase, releaseIds: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ id: string }>('SELECT release_id AS id FROM publications WHERE release_id = ANY($1)', [releaseIds]);
  return rows.map(({ id }) => id).sort();
}
