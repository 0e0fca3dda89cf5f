import { Context } from '@temporalio/activity';
import { ProviderBackoff } from '../../src/adapters/failures.js';
import type { Candidate } from '../../src/domain/canon/images/candidate.js';
import { drawnKey, type DrawnLine, type RenderInput } from '../../src/domain/canon/images/render-kind.js';
import { findRender, MOOD_FRAMES, PORTRAIT_DESIGN, type RenderKind } from '../../src/domain/canon/images/render-store.js';
import { drawMoodFrame } from '../../src/domain/canon/mood-board/draw-mood.js';
import { drawPortraits } from '../../src/domain/canon/portraits/draw-portraits.js';
import type { Services } from '../../src/services.js';
import { QUEUED } from '../../src/works/model.js';
import { noteProgress, startWork } from '../../src/works/work-store.js';
import { asActivityFailure } from '../shared/failures.js';
import { withHeartbeat } from '../shared/heartbeat.js';

type Draw = typeof drawPortraits;

const DRAWN: Record<RenderKind, Draw> = { [PORTRAIT_DESIGN]: drawPortraits, [MOOD_FRAMES]: drawMoodFrame };

/** Activities that make images. */
export function createImageActivities(services: Services) {
  const { db, store, faults } = services;
  return {
    /** Makes the candidates of one line. Images that an earlier attempt made are not made again. Null when the work has ended. */
    async drawImages(input: RenderInput & { line: number }): Promise<DrawnLine | null> {
      const { subjectId: renderId, line } = input;
      const render = await findRender(db, renderId);
      if (!render) return null;
      const known = render.candidates.length;
      if (!await startWork(db, input, { ...QUEUED, stage: 'rendering', completed: known, total: render.wanted })) return null;
      const { cancellationSignal: signal, cancelled } = Context.current();
      try {
        const candidates: Candidate[] = await withHeartbeat(() => DRAWN[render.kind](services, render, line, signal, async (made) => {
          await noteProgress(db, input, { completed: known + made });
          await faults.reach('images.drawn', render.kind);
        }));
        await store.put(drawnKey(renderId, line), JSON.stringify(candidates));
        return { renderId, candidatesKey: drawnKey(renderId, line) };
      } catch (error) {
        if (signal.aborted) await cancelled;
        if (error instanceof ProviderBackoff) {
          await noteProgress(db, input, {
            stage: 'provider_backoff', nextAttemptAt: new Date(Date.now() + error.retryAfterMs).toISOString(),
            lastError: { code: 'artifact_generation_failed', message: error.message },
          });
        }
        throw asActivityFailure(error, 'artifact_generation_failed');
      }
    },
  };
}
