/** Workflows and quick writes / network calls to providers / speech and ffmpeg on our own cores / pictures, which no sound may wait for. */
export const TASK_QUEUES = ['story', 'providers', 'media', 'pictures'] as const;
export type TaskQueue = (typeof TASK_QUEUES)[number];
