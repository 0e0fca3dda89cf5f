import type { PackPart } from './parts.js';

interface Awaited { file: Promise<string>; arrive: (file: string) => void; miss: (error: unknown) => void }

function awaited(): Awaited {
  let [arrive, miss]: [Awaited['arrive'], Awaited['miss']] = [() => undefined, () => undefined];
  const file = new Promise<string>((resolve, reject) => { [arrive, miss] = [resolve, reject]; });
  // The failure of a part that nothing waits for yet must not count as an unhandled rejection.
  file.catch(() => undefined);
  return { file, arrive, miss };
}

/** The parts of the pack while they are fetched. Code that needs a part can wait for it. */
export class ArrivingParts {
  private readonly parts: ReadonlyMap<string, Awaited>;

  constructor(parts: readonly PackPart[]) {
    this.parts = new Map(parts.map(({ name }) => [name, awaited()]));
  }

  /** Resolves to the path of a part when it has been fetched. Rejects when it cannot be fetched. */
  file({ name }: PackPart): Promise<string> {
    return this.get(name).file;
  }

  arrived({ name }: PackPart, file: string): void {
    this.get(name).arrive(file);
  }

  /** Rejects the parts that have not arrived, because no further part will come. */
  missed(error: unknown): void {
    for (const { miss } of this.parts.values()) miss(error);
  }

  private get(name: string): Awaited {
    const part = this.parts.get(name);
    if (!part) throw new Error(`the voice pack has no part called ${name}`);
    return part;
  }
}
