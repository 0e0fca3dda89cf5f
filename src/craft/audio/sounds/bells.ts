import { faded, mixInto, silence, struck, type Mode, type Samples } from './dsp.js';
import type { Sound } from './sound.js';

/** Partials of a church bell: hum, prime, tierce, quint, nominal and above. */
const CHURCH: readonly Mode[] = [
  [0.5, 0.5, 3.4], [1, 0.8, 2.4], [1.2, 0.7, 1.8], [1.5, 0.3, 1.3], [2, 1, 1.6],
  [2.5, 0.3, 0.8], [3, 0.3, 0.6], [4.2, 0.2, 0.35],
];
const BOWL: readonly Mode[] = [[1, 1, 3.2], [1.004, 0.8, 3.2], [2.7, 0.5, 2.1], [2.71, 0.4, 2], [5.1, 0.2, 0.9], [8.1, 0.1, 0.4]];
const HAND: readonly Mode[] = [[1, 1, 0.9], [2.02, 0.5, 0.55], [3.01, 0.35, 0.4], [5.4, 0.2, 0.2], [8.9, 0.1, 0.1]];
const TUBE: readonly Mode[] = [[1, 1, 1.2], [2.76, 0.5, 0.7], [5.4, 0.25, 0.35], [8.93, 0.1, 0.2]];

type Stroke = readonly [at: number, hertz: number, gain?: number];

/** Several strokes on bodies of one kind. */
function rung(seconds: number, modes: readonly Mode[], strokes: readonly Stroke[], random: () => number, knock = 0.15): Samples {
  const out = silence(seconds);
  for (const [at, hertz, gain = 1] of strokes) mixInto(out, struck(hertz, modes, seconds - at, random, knock), at, gain);
  return out;
}

const bell = (soundId: string, label: string, tags: readonly string[], seconds: number, make: Sound['make']): Sound =>
  ({ soundId, kind: 'bell', label, tags: ['bell', ...tags], seconds, make: (random) => faded(make(random), 0.001, seconds / 5) });

export const BELLS: readonly Sound[] = [
  bell('church-bell', 'Church bell, one stroke', ['church', 'tower', 'solemn'], 6, (random) => rung(6, CHURCH, [[0, 220]], random)),
  bell('church-bells', 'Church bells, a peal of four', ['church', 'tower', 'wedding'], 7,
    (random) => rung(7, CHURCH, [[0, 330], [0.55, 294], [1.1, 262], [1.65, 220], [2.4, 330], [2.95, 294], [3.5, 262], [4.05, 220]], random)),
  bell('temple-bell', 'Temple bell, deep', ['temple', 'deep', 'calm'], 8, (random) => rung(8, BOWL, [[0, 110]], random, 0.3)),
  bell('singing-bowl', 'Singing bowl', ['bowl', 'calm', 'meditation'], 7, (random) => rung(7, BOWL, [[0, 232]], random, 0.05)),
  bell('hand-bell', 'Hand bell, shaken', ['hand', 'school', 'calling'], 3,
    (random) => rung(3, HAND, [[0, 1180], [0.14, 1180, 0.8], [0.29, 1180, 0.9], [0.42, 1180, 0.8], [0.56, 1180]], random)),
  bell('ship-bell', 'Ship’s bell, two strokes', ['ship', 'sea', 'watch'], 4, (random) => rung(4, HAND, [[0, 740], [0.38, 740]], random, 0.25)),
  bell('desk-bell', 'Desk bell', ['desk', 'hotel', 'shop'], 2, (random) => rung(2, HAND, [[0, 2_090]], random, 0.2)),
  bell('clock-chime', 'Clock chime, four notes', ['clock', 'hour', 'room'], 6,
    (random) => rung(6, TUBE, [[0, 415], [0.8, 370], [1.6, 330], [2.4, 247]], random)),
];
