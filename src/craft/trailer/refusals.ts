/** The read has too few usable lines for a trailer of this length. */
export class TooLittle extends Error {
  override readonly name = 'TooLittle';
  /** `secondsThatDo` is the longest trailer for which the read has enough; null when it has not enough for any. */
  constructor(readonly seconds: number, readonly secondsThatDo: number | null) {
    super(secondsThatDo === null ? 'the read has too little that can be heard for a trailer' : `the read has too little for a trailer of ${seconds} s; ${secondsThatDo} s would do`);
  }
}

/** Parts of an instruction that no rule understands; nothing of it was followed. */
export class NotUnderstood extends Error {
  override readonly name = 'NotUnderstood';
  constructor(readonly words: readonly string[], readonly understood: string) {
    super(`not understood: ${words.map((each) => `“${each}”`).join(', ')}; understood are: ${understood}`);
  }
}

/** A part of an instruction that was understood, and that this read or cut cannot follow; nothing was changed. */
export class NotPossible extends Error {
  override readonly name = 'NotPossible';
  constructor(readonly words: string, readonly why: string) { super(`“${words}” cannot be followed: ${why}`); }
}
