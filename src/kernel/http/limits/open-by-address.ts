/** Most that is open at the same time, from one address and in total. */
export interface MostOpen { ofAddress: number; ofAll: number }

/** Counts what one process has open at the same time, by address and in total. */
export class OpenByAddress {
  private readonly open = new Map<string, number>();
  private total = 0;

  constructor(private readonly most: MostOpen) {}

  /** Counts one more and returns the function that stops counting it, which may be called more than once. Null while too many are open. */
  begin(address: string): (() => void) | null {
    const own = this.open.get(address) ?? 0;
    if (own >= this.most.ofAddress || this.total >= this.most.ofAll) return null;
    this.open.set(address, own + 1);
    this.total += 1;
    let counted = true;
    return () => {
      if (!counted) return;
      counted = false;
      this.total -= 1;
      const left = (this.open.get(address) ?? 1) - 1;
      if (left === 0) this.open.delete(address);
      else this.open.set(address, left);
    };
  }
}
