/** Reads standard input to its end. */
export async function readInput() {
  const chunks = [];
  for await (const chunk of process.stdin) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** A failure that the parent process throws as an `ExtractionFailed`. */
export class ReaderFailure extends Error {
  constructor(reason, message) {
    super(message);
    this.reason = reason;
  }
}

/** Writes the result of `work`, or its `ReaderFailure`, as JSON to standard output. Other errors end the process. */
export async function answerWith(work) {
  let answer;
  try {
    answer = await work();
  } catch (error) {
    // A document that is nested too deeply exhausts the stack.
    const failure = error instanceof RangeError ? new ReaderFailure('too_complex', 'the document is nested too deeply to read') : error;
    if (!(failure instanceof ReaderFailure)) throw error;
    answer = { failure: { reason: failure.reason, message: failure.message } };
  }
  process.stdout.write(JSON.stringify(answer));
}
