import { PRICES, tableReadPriceKey } from '../../../kernel/credits/prices.js';
import { ApiError } from '../../../kernel/errors/api-error.js';
import type { NarrationPolicy, TableReadMode } from '../../../craft/screenplay/model.js';
import { resolveVoiceMap } from '../../library/voice-choice.js';
import { READ_SECONDS, TABLE_READ_MODES, type PlanRequest, type TableReadArtifactRequest } from '../plan-request.js';
import type { PlanType } from './plan-type.js';

export const TABLE_READ = 'table_read';

/** The number of screenplay pages; reading one takes about a minute. */
function pagesOf(durationSeconds: number): number {
  return Math.max(1, Math.ceil(durationSeconds / 60));
}

/** The table read that a plan asks for, or null. */
export function tableReadOf({ artifactRequests }: PlanRequest): TableReadArtifactRequest | null {
  return artifactRequests.find((artifact): artifact is TableReadArtifactRequest => artifact.type === TABLE_READ) ?? null;
}

export const tableReadType: PlanType<TableReadArtifactRequest> = {
  type: TABLE_READ, modes: TABLE_READ_MODES, ownFields: ['mode', 'narrationPolicy', 'voiceMap', 'part', 'announceScenes', 'announceTitle'], isReviewed: true,
  accept({ mode = 'documentary', narrationPolicy = 'include', durationSeconds, part, voiceMap = {}, announceScenes, announceTitle }, at, voices) {
    if (durationSeconds !== undefined && (durationSeconds < READ_SECONDS.minimum || durationSeconds > READ_SECONDS.maximum)) {
      const field = `${at}.durationSeconds`;
      throw new ApiError('validation_failed', `${field} must be ${READ_SECONDS.minimum} to ${READ_SECONDS.maximum} for a ${TABLE_READ}`, { field });
    }
    return {
      type: TABLE_READ, mode: mode as TableReadMode, narrationPolicy: narrationPolicy as NarrationPolicy,
      voiceMap: resolveVoiceMap(voices, voiceMap, `${at}.voiceMap`), ...(durationSeconds === undefined ? {} : { durationSeconds }),
      ...(part === undefined ? {} : { part }), ...(announceScenes === undefined ? {} : { announceScenes }),
      ...(announceTitle === undefined ? {} : { announceTitle }),
    };
  },
  quote({ mode, durationSeconds }) {
    const pages = pagesOf(durationSeconds ?? READ_SECONDS.maximum);
    const priceKey = tableReadPriceKey(pages);
    const about = durationSeconds === undefined ? 'up to' : 'about';
    return { label: `Table read, ${mode}, ${about} ${pages} ${pages === 1 ? 'page' : 'pages'}`, credits: PRICES[priceKey], priceKey };
  },
  view({ mode, narrationPolicy, durationSeconds }, seconds, part) {
    const wanted = durationSeconds ?? READ_SECONDS.maximum;
    const outputs = ['live read', 'MP3 or MP4 on finalize'];
    return {
      type: TABLE_READ, mode,
      renderPlan: {
        narrationPolicy, durationSeconds: durationSeconds ?? null, estimatedSeconds: seconds, part,
        pageTarget: pagesOf(seconds ?? wanted), priceKey: tableReadPriceKey(pagesOf(wanted)), outputs,
      },
    };
  },
  warnings({ voiceMap }, at, cast) {
    return Object.keys(voiceMap).filter((name) => !cast.includes(name)).map((name) => ({
      field: `${at}.voiceMap.${name}`, message: `No role of the drafted cast is called ${name}: ${cast.join(', ')}.`,
    }));
  },
};
