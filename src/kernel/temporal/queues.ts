/**
 * `story`: workflows and quick writes. `providers`: network calls to providers. `media`: speech and ffmpeg on our own cores. `pictures`: drawing pictures,
 * separate so that no sound waits for them.
 */
export const TASK_QUEUES = ['story', 'providers', 'media', 'pictures'] as const;
export type TaskQueue = (typeof TASK_QUEUES)[number];
