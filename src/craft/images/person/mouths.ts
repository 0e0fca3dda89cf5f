/**
 * The mouths of speech, as animators number them (Hanna-Barbera, Rhubarb Lip Sync): A closed for m, b and p; B teeth together; C open; D wide
 * open; E rounded; F puckered; G teeth on the lip for f and v; H tongue raised for l; X at rest.
 */
export const MOUTHS = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'X'] as const;
export type Mouth = (typeof MOUTHS)[number];
