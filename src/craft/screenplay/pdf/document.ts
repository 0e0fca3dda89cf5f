import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';

/** Number of an object. */
export type Ref = number;
export const refTo = (ref: Ref): string => `${ref} 0 R`;

const PACKED_OBJECTS = 200;

/** A PDF text string, in hexadecimal UTF-16. */
export const textString = (text: string): string =>
  `<FEFF${Buffer.from(text.toWellFormed(), 'utf16le').swap16().toString('hex').toUpperCase()}>`;

/**
 * Collects the objects of one PDF, numbered in order, and writes the file: stream objects, compressed object streams
 * with all other objects, and one cross-reference stream. The same objects always give the same bytes.
 */
export class PdfObjects {
  private readonly bodies: ({ body: string; stream?: Buffer } | null)[] = [];

  /** Reserves the number of an object that others refer to before it exists. */
  reserve(): Ref {
    this.bodies.push(null);
    return this.bodies.length;
  }

  set(ref: Ref, body: string): Ref {
    this.bodies[ref - 1] = { body };
    return ref;
  }

  add(body: string): Ref {
    return this.set(this.reserve(), body);
  }

  /** Adds a stream object. `entries` is the content of its dictionary without length and filter. */
  addStream(entries: string, data: Buffer | string): Ref {
    const ref = this.reserve();
    this.bodies[ref - 1] = streamBody(entries, Buffer.from(data));
    return ref;
  }

  toFile(root: Ref, info: Ref): Buffer {
    const parts: Buffer[] = [Buffer.from('%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n', 'latin1')];
    let size = parts[0]!.length;
    const rows: [kind: number, at: number, index: number][] = [[0, 0, 65535]];
    const write = (ref: Ref, { body, stream }: { body: string; stream?: Buffer }): void => {
      rows[ref] = [1, size, 0];
      const pieces = [Buffer.from(`${ref} 0 obj\n${body}\n`, 'latin1')];
      if (stream) {
        pieces.push(Buffer.from('stream\n', 'latin1'), Buffer.from(stream), Buffer.from('\nendstream\n', 'latin1'));
      }
      pieces.push(Buffer.from('endobj\n', 'latin1'));
      for (const piece of pieces) size += piece.length;
      parts.push(...pieces);
    };
    const packed: Ref[] = [];
    this.bodies.forEach((object, at) => {
      if (!object) throw new Error(`object ${at + 1} of the PDF was never written`);
      if (object.stream) write(at + 1, object);
      else packed.push(at + 1);
    });
    let next = this.bodies.length + 1;
    for (let from = 0; from < packed.length; from += PACKED_OBJECTS) {
      const refs = packed.slice(from, from + PACKED_OBJECTS);
      refs.forEach((ref, index) => { rows[ref] = [2, next, index]; });
      write(next, this.pack(refs));
      next += 1;
    }
    const id = createHash('sha256').update(Buffer.concat(parts)).digest('hex').slice(0, 32).toUpperCase();
    rows[next] = [1, size, 0];
    const table = Buffer.alloc(rows.length * 7);
    rows.forEach(([kind, at, index], ref) => {
      table.writeUInt8(kind, ref * 7);
      table.writeUInt32BE(at, ref * 7 + 1);
      table.writeUInt16BE(index, ref * 7 + 5);
    });
    const start = size;
    write(next, streamBody(`/Type /XRef /Size ${next + 1} /W [1 4 2] /Root ${refTo(root)} /Info ${refTo(info)} /ID [<${id}> <${id}>]`, table));
    parts.push(Buffer.from(`startxref\n${start}\n%%EOF\n`, 'latin1'));
    return Buffer.concat(parts);
  }

  private pack(refs: readonly Ref[]): { body: string; stream: Buffer } {
    let offset = 0;
    const index: string[] = [];
    const bodies = refs.map((ref) => {
      const { body } = this.bodies[ref - 1]!;
      index.push(`${ref} ${offset}`);
      offset += body.length + 1;
      return body;
    });
    const head = `${index.join(' ')}\n`;
    return streamBody(`/Type /ObjStm /N ${refs.length} /First ${head.length}`,
      Buffer.from(`${head}${bodies.join('\n')}\n`, 'latin1'));
  }
}

function streamBody(entries: string, data: Buffer): { body: string; stream: Buffer } {
  const stream = deflateSync(data);
  return { body: `<< ${entries} /Filter /FlateDecode /Length ${stream.length} >>`, stream };
}
