import pg from 'pg';

/** The version of the server at a URL. Throws when it does not answer in time. */
export async function getServerVersion(url: string, timeoutMs: number): Promise<string> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: timeoutMs });
  try {
    await client.connect();
    const { rows } = await client.query<{ server_version: string }>('SHOW server_version');
    return rows[0]!.server_version;
  } finally {
    await client.end().catch(() => undefined);
  }
}
