/** Workflows and quick writes / network calls to providers / speech, images and ffmpeg on our own cores. */
export const TASK_QUEUES = ['story', 'providers', 'media'] as const;
export type TaskQueue = (typeof TASK_QUEUES)[number];
