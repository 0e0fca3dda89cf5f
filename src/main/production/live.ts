/** What a listener of a live read measures. */
export interface LiveMeasurements { liveRoomUrl: string; firstAudioMs: number; lineCount: number; durationMs: number }

interface Room { liveRoomUrl: string; audioUrl: string; eventsUrl: string }

async function drain(response: Response, startedAt: number): Promise<number> {
  let firstAudioMs = -1;
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    if (firstAudioMs < 0 && chunk.length > 0) firstAudioMs = performance.now() - startedAt;
  }
  return firstAudioMs;
}

/** Starts the live read and listens until its last line is performed. */
export async function joinLiveRead(startLiveUrl: string, token: string, onLine: (index: number) => void): Promise<LiveMeasurements> {
  const startedAt = performance.now();
  const started = await fetch(startLiveUrl, {
    method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ token }),
  });
  if (!started.ok) throw new Error(`the live read did not start: ${started.status} ${await started.text()}`);
  const room = await started.json() as Room;
  const [audio, events] = await Promise.all([fetch(room.audioUrl), fetch(room.eventsUrl)]);
  const audible = drain(audio, startedAt);
  let [lineCount, durationMs, pending] = [0, 0, ''];
  const decoder = new TextDecoder();
  for await (const chunk of events.body as unknown as AsyncIterable<Uint8Array>) {
    pending += decoder.decode(chunk, { stream: true });
    const blocks = pending.split('\n\n');
    pending = blocks.pop() ?? '';
    for (const block of blocks) {
      const data = JSON.parse(/^data: (.*)$/m.exec(block)?.[1] ?? '{}') as { entryIndex?: number; durationMs?: number; stage?: string };
      if (/^event: line$/m.test(block)) onLine(++lineCount);
      if (/^event: end$/m.test(block)) durationMs = data.durationMs ?? 0;
      if (data.stage === 'failed') throw new Error('the live read stopped; see the Temporal UI');
    }
  }
  return { liveRoomUrl: room.liveRoomUrl, firstAudioMs: await audible, lineCount, durationMs };
}
