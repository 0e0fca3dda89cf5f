/** How long a test waits for what has to come. It only ends what hangs: on a busy machine work of some kinds takes minutes. */
export const PATIENCE_MS = 600_000;
