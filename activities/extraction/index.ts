export { createExtractionActivities, type ExtractionActivities } from './extract-source.js';
export { createSourceWrites, type SourceWrites } from './source-writes.js';
