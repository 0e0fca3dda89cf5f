import type { PackPart } from './parts.js';

interface Awaited { file: Promise<string>; arrive: (file: string) => void; miss: (error: unknown) => void }

function awaited(): Awaited {
  let [arrive, miss]: [Awaited['arrive'], Awaited['miss']] = [() => undefined, () => undefined];
  const file = new Promise<string>((resolve, reject) => { [arrive, miss] = [resolve, reject]; });
  // A part that nobody waits for yet may be missed.
  file.catch(() => undefined);
  return { file, arrive, miss };
}

/** The parts of the pack while they are fetched: what needs one can wait for it. */
export class ArrivingParts {
  private readonly parts: ReadonlyMap<string, Awaited>;

  constructor(parts: readonly PackPart[]) {
    this.parts = new Map(parts.map(({ name }) => [name, awaited()]));
  }

  /** The path of a part, once it is there. Rejects when it will not be. */
  file({ name }: PackPart): Promise<string> {
    return this.get(name).file;
  }

  arrived({ name }: PackPart, file: string): void {
    this.get(name).arrive(file);
  }

  /** No further part will come. */
  missed(error: unknown): void {
    for (const { miss } of this.parts.values()) miss(error);
  }

  private get(name: string): Awaited {
    const part = this.parts.get(name);
    if (!part) throw new Error(`the voice pack has no part called ${name}`);
    return part;
  }
}
