import pg from 'pg';

/** A subscription to a Postgres channel (LISTEN). */
export interface Channel {
  /** False while the connection is lost; notifications sent in that time are missed. */
  readonly isOpen: boolean;
  close(): Promise<void>;
}

export interface ChannelListener {
  message(payload: string): void;
  /** Called when the connection is lost; the channel reconnects by itself. */
  lost?(error?: Error): void;
  /** Called when an attempt to reconnect fails; another attempt follows. */
  failed?(error: Error): void;
}

const RETRY_MS = 2_000;

/** Listens on a separate connection, which is opened again when it is lost. Throws when the first attempt to connect fails. */
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
