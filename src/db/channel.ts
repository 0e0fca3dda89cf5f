import pg from 'pg';

/** A channel of Postgres (LISTEN) as one process hears it. */
export interface Channel {
  /** False while the connection is lost; notifications of that time are never heard. */
  readonly isOpen: boolean;
  close(): Promise<void>;
}

export interface ChannelListener {
  message(payload: string): void;
  /** The connection is gone and will be opened again. */
  lost?(error?: Error): void;
  /** An attempt to open it again failed; there will be another. */
  failed?(error: Error): void;
}

const RETRY_MS = 2_000;

/** Listens on a connection of its own, which is opened again whenever it is lost. Raises when it cannot be opened at first. */
export async function openChannel(url: string, name: string, listener: ChannelListener): Promise<Channel> {
  let current: pg.Client | null = null;
  let closed = false;

  async function connect(): Promise<void> {
    const client = new pg.Client({ connectionString: url, application_name: `proscenium-${name}` });
    const onEnd = (error?: Error): void => {
      if (current !== client) return;
      current = null;
      if (closed) return;
      listener.lost?.(error);
      retryLater();
    };
    client.on('error', onEnd);
    client.on('end', () => onEnd());
    client.on('notification', ({ payload }) => listener.message(payload ?? ''));
    try {
      await client.connect();
      await client.query(`LISTEN ${client.escapeIdentifier(name)}`);
    } catch (error) {
      void client.end().catch(() => undefined);
      throw error;
    }
    if (closed) await client.end();
    else current = client;
  }

  function retryLater(): void {
    setTimeout(() => {
      if (closed) return;
      connect().catch((error: Error) => {
        listener.failed?.(error);
        retryLater();
      });
    }, RETRY_MS).unref();
  }

  await connect();
  return {
    get isOpen() { return current !== null; },
    async close() {
      closed = true;
      await current?.end();
    },
  };
}
