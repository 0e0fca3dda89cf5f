/** Limits what a piece of work may cost with a model. The cost of stored beats counts too, so a repeated run continues with the remaining budget. */
export class Budget {
  private tokens = 0;
  private milliseconds = 0;
  private silences = 0;

  constructor(private readonly maxTokens: number, private readonly maxSeconds: number, private readonly whole: Budget | null = null) {}

  /** A budget for one part of the work. Its spending also counts against the whole. */
  part(): Budget { return new Budget(this.maxTokens, this.maxSeconds, this); }

  get used(): { tokens: number; milliseconds: number } { return { tokens: this.tokens, milliseconds: this.milliseconds }; }

  spend(tokens: number, milliseconds: number): void {
    this.tokens += tokens;
    this.milliseconds += milliseconds;
    this.whole?.spend(tokens, milliseconds);
  }

  /** Notes whether the server was silent. After two silences in a row it is not asked again. */
  note(silent: boolean): void {
    this.silences = silent ? this.silences + 1 : 0;
    this.whole?.note(silent);
  }

  /** Why no further request is allowed; null while the budget lasts. */
  get spent(): string | null {
    if (this.whole) return this.whole.spent;
    if (this.tokens >= this.maxTokens) return `the budget of ${this.maxTokens} tokens is spent`;
    if (this.milliseconds >= this.maxSeconds * 1_000) return `the budget of ${this.maxSeconds} s is spent`;
    return this.silences >= 2 ? 'the server was silent twice' : null;
  }
}
