import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm, stat, unlink } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { GetObjectCommandOutput, S3Client } from '@aws-sdk/client-s3';
import { checkedKey, clampedRange } from './keys.js';
import { ObjectMissing, StoreMissing, type ObjectStore, type StoredObject } from './port.js';

export interface S3Location {
  bucket: string;
  /** Prefix of every key, without slashes at its ends; empty for none. */
  prefix: string;
  endpoint: string | null;
  region: string;
  accessKeyId: string | null;
  secretAccessKey: string | null;
}

const CONNECT_TIMEOUT_MS = 5_000;
/** Longest time without data on an open connection; a whole transfer may take longer. */
const SOCKET_TIMEOUT_MS = 30_000;
const MAX_ATTEMPTS = 3;
const RETRY_DELAY_MS = 100;
/** No object has this key: the answer to a GET of it tells whether there is a bucket. A HEAD has no body, and so no code of the error. */
const ABSENT_KEY = 'health';

interface Opened { sdk: typeof import('@aws-sdk/client-s3'); client: S3Client }

function isNamed(error: unknown, ...names: string[]): boolean {
  return typeof error === 'object' && error !== null && 'name' in error && names.includes(String(error.name));
}

const isAbsent = (error: unknown): boolean => isNamed(error, 'NoSuchKey', 'NotFound');

/** True for overload, server errors and broken connections, which have no status. */
function isTransient(error: unknown): boolean {
  const metadata = typeof error === 'object' && error !== null && '$metadata' in error ? error.$metadata : null;
  const status = (metadata as { httpStatusCode?: number } | null)?.httpStatusCode ?? 0;
  return status === 0 || status === 429 || status >= 500;
}

const ignore = () => undefined;

/**
 * Objects in an S3-compatible bucket. The service guarantees that a put is atomic. A custom endpoint (MinIO and others)
 * gets path-style addresses; checksums are sent only where the operation requires them, because older servers reject them.
 * Without configured keys, the SDK's credential chain applies (instance roles, profiles).
 */
export class S3Store implements ObjectStore {
  readonly kind = 's3' as const;
  private opened: Promise<Opened> | null = null;

  constructor(private readonly location: S3Location) {}

  async put(key: string, bytes: Uint8Array | string): Promise<StoredObject> {
    const address = this.address(key);
    const body = typeof bytes === 'string' ? Buffer.from(bytes, 'utf8') : bytes;
    const { sdk, client } = await this.open();
    await client.send(new sdk.PutObjectCommand({ ...address, Body: body, ContentLength: body.byteLength }));
    return { key, byteSize: body.byteLength, modifiedAt: new Date() };
  }

  async putFile(key: string, localPath: string): Promise<StoredObject> {
    const address = this.address(key);
    const facts = await stat(localPath);
    if (!facts.isFile()) throw new Error('only a regular file can be moved into the media store');
    await this.upload(address, localPath, facts.size);
    await unlink(localPath);
    return { key, byteSize: facts.size, modifiedAt: new Date() };
  }

  async get(key: string): Promise<Buffer> {
    const chunks: Buffer[] = [];
    for await (const chunk of await this.stream(key)) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks);
  }

  async stream(key: string, range?: { start: number; end: number }): Promise<Readable> {
    if (!range) return this.bodyOf(key, await this.fetchObject(key, undefined));
    const found = await this.stat(key);
    if (!found) throw new ObjectMissing(key);
    const { start, end } = clampedRange(range, found.byteSize);
    return this.bodyOf(key, await this.fetchObject(key, `bytes=${start}-${end}`));
  }

  async stat(key: string): Promise<StoredObject | null> {
    const address = this.address(key);
    const { sdk, client } = await this.open();
    try {
      const head = await client.send(new sdk.HeadObjectCommand(address));
      return { key, byteSize: head.ContentLength ?? 0, modifiedAt: head.LastModified ?? new Date(0) };
    } catch (error) {
      if (isAbsent(error)) return null;
      throw error;
    }
  }

  async delete(key: string): Promise<void> {
    const address = this.address(key);
    const { sdk, client } = await this.open();
    await client.send(new sdk.DeleteObjectCommand(address));
  }

  async toLocalFile(key: string, localPath: string): Promise<string> {
    const partial = `${localPath}.part`;
    const source = await this.stream(key);
    try {
      await pipeline(source, createWriteStream(partial, { mode: 0o600 }));
      const handle = await open(partial, 'r');
      await handle.sync().finally(() => handle.close());
      await rename(partial, localPath);
    } catch (error) {
      await rm(partial, { force: true });
      throw error;
    }
    return localPath;
  }

  /** Nothing to remove: a put in a single request leaves no temporary object. */
  async sweep(): Promise<number> {
    return 0;
  }

  async check(): Promise<void> {
    try {
      await this.get(ABSENT_KEY);
    } catch (error) {
      if (isNamed(error, 'NoSuchBucket')) throw new StoreMissing(`bucket ${this.location.bucket}`);
      // To those who may not list the bucket, S3 does not tell that an object is absent.
      if (!(error instanceof ObjectMissing) && !isNamed(error, 'AccessDenied')) throw error;
    }
  }

  /** The SDK cannot retry a stream, which can be read only once; each attempt here opens a new stream of the file. */
  private async upload(address: { Bucket: string; Key: string }, localPath: string, byteSize: number): Promise<void> {
    const { sdk, client } = await this.open();
    for (let attempt = 1; ; attempt += 1) {
      const body = createReadStream(localPath);
      try {
        await client.send(new sdk.PutObjectCommand({ ...address, Body: body, ContentLength: byteSize }));
        return;
      } catch (error) {
        if (attempt >= MAX_ATTEMPTS || !isTransient(error)) throw error;
      } finally {
        body.destroy();
      }
      await sleep(RETRY_DELAY_MS * 2 ** attempt);
    }
  }

  /** The SDK is large: a process that keeps its media in files never loads it. */
  private open(): Promise<Opened> {
    this.opened ??= import('@aws-sdk/client-s3').then((sdk) => ({ sdk, client: this.connect(sdk) }));
    return this.opened;
  }

  private connect(sdk: Opened['sdk']): S3Client {
    const { accessKeyId, secretAccessKey, endpoint, region } = this.location;
    return new sdk.S3Client({
      region,
      ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
      ...(accessKeyId && secretAccessKey ? { credentials: { accessKeyId, secretAccessKey } } : {}),
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      maxAttempts: MAX_ATTEMPTS,
      // Errors are thrown or retried here, so the SDK's own warnings would only repeat them.
      logger: { trace: ignore, debug: ignore, info: ignore, warn: ignore, error: ignore },
      requestHandler: { connectionTimeout: CONNECT_TIMEOUT_MS, socketTimeout: SOCKET_TIMEOUT_MS },
    });
  }

  private address(key: string): { Bucket: string; Key: string } {
    const { bucket, prefix } = this.location;
    return { Bucket: bucket, Key: prefix ? `${prefix}/${checkedKey(key)}` : checkedKey(key) };
  }

  private async fetchObject(key: string, range: string | undefined): Promise<GetObjectCommandOutput> {
    const address = this.address(key);
    const { sdk, client } = await this.open();
    try {
      return await client.send(new sdk.GetObjectCommand({ ...address, ...(range ? { Range: range } : {}) }));
    } catch (error) {
      if (isAbsent(error)) throw new ObjectMissing(key);
      throw error;
    }
  }

  private bodyOf(key: string, answer: GetObjectCommandOutput): Readable {
    if (answer.Body instanceof Readable) return answer.Body;
    throw new Error(`the media store answered without a body for ${key}`);
  }
}
