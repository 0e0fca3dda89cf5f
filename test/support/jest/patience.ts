/** How long a test waits for something that must happen. The limit only ends tests that hang: on a busy machine some kinds of work take minutes. */
export const PATIENCE_MS = 600_000;
