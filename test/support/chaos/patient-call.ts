const MOST_ATTEMPTS = 5;

/** Repeats a request that the engine was too busy for, as clients do; any other answer is returned at once. */
export async function patientCall<A extends { status: number }>(call: () => Promise<A>): Promise<A> {
  for (let attempt = 1; ; attempt++) {
    const answer = await call();
    if (answer.status < 500 || attempt === MOST_ATTEMPTS) return answer;
  }
}
