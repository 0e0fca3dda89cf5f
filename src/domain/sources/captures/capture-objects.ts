/** Key of an upload until its capture is deleted. */
export const uploadKeyOf = (captureId: string): string => `captures/${captureId}/upload`;

/** Key of a picture of a capture, counted from 0. */
export const frameKeyOf = (captureId: string, index: number): string => `captures/${captureId}/frame-${index}.jpg`;
