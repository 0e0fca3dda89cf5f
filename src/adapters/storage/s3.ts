import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm, stat, unlink } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  DeleteObjectCommand, GetObjectCommand, HeadObjectCommand, PutObjectCommand, S3Client, S3ServiceException,
  type GetObjectCommandOutput,
} from '@aws-sdk/client-s3';
import { checkedKey, clampedRange } from './keys.js';
import { ObjectMissing, type ObjectStore, type StoredObject } from './port.js';

export interface S3Location {
  bucket: string;
  /** Put before every key, without slashes at its ends; empty for none. */
  prefix: string;
  endpoint: string | null;
  region: string;
  accessKeyId: string | null;
  secretAccessKey: string | null;
}

const CONNECT_TIMEOUT_MS = 5_000;
/** Longest silence on an open connection, not the length of a transfer. */
const SOCKET_TIMEOUT_MS = 30_000;
const ATTEMPTS = 3;

function isAbsent(error: unknown): boolean {
  return error instanceof S3ServiceException && (error.name === 'NoSuchKey' || error.name === 'NotFound');
}

/**
 * Objects in an S3-compatible bucket. A put is atomic by the service's own promise. Path-style addresses are used with
 * a custom endpoint (MinIO and the like), and checksums only where the operation demands them, which older servers need.
 * With no keys configured the SDK's own credential chain applies (instance roles, profiles).
 */
export class S3Store implements ObjectStore {
  readonly kind = 's3' as const;
  private readonly client: S3Client;

  constructor(private readonly location: S3Location) {
    const { accessKeyId, secretAccessKey, endpoint } = location;
    this.client = new S3Client({
      region: location.region,
      ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
      ...(accessKeyId && secretAccessKey ? { credentials: { accessKeyId, secretAccessKey } } : {}),
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      maxAttempts: ATTEMPTS,
      requestHandler: { connectionTimeout: CONNECT_TIMEOUT_MS, socketTimeout: SOCKET_TIMEOUT_MS },
    });
  }

  async put(key: string, bytes: Uint8Array | string): Promise<StoredObject> {
    const body = typeof bytes === 'string' ? Buffer.from(bytes, 'utf8') : bytes;
    await this.client.send(new PutObjectCommand({ ...this.address(key), Body: body, ContentLength: body.byteLength }));
    return { key, byteSize: body.byteLength, modifiedAt: new Date() };
  }

  async putFile(key: string, localPath: string): Promise<StoredObject> {
    const facts = await stat(localPath);
    if (!facts.isFile()) throw new Error('only a regular file can be moved into the media store');
    const body = createReadStream(localPath);
    try {
      await this.client.send(new PutObjectCommand({ ...this.address(key), Body: body, ContentLength: facts.size }));
    } finally {
      body.destroy();
    }
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
    try {
      const head = await this.client.send(new HeadObjectCommand(this.address(key)));
      return { key, byteSize: head.ContentLength ?? 0, modifiedAt: head.LastModified ?? new Date(0) };
    } catch (error) {
      if (isAbsent(error)) return null;
      throw error;
    }
  }

  async delete(key: string): Promise<void> {
    await this.client.send(new DeleteObjectCommand(this.address(key)));
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

  /** Single-request puts leave nothing behind. */
  async sweep(): Promise<number> {
    return 0;
  }

  private address(key: string): { Bucket: string; Key: string } {
    const { bucket, prefix } = this.location;
    return { Bucket: bucket, Key: prefix ? `${prefix}/${checkedKey(key)}` : checkedKey(key) };
  }

  private async fetchObject(key: string, range: string | undefined): Promise<GetObjectCommandOutput> {
    try {
      return await this.client.send(new GetObjectCommand({ ...this.address(key), ...(range ? { Range: range } : {}) }));
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
