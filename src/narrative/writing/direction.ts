import {
  speakerOf, type Delivery, type Emotion, type Screenplay, type ScreenplayEntry,
} from '../../screenplay/model.js';
import { countWords } from './wording.js';

const BY_WORD: [Emotion, RegExp][] = [
  ['whisper', /\b(?:whisper\w*|under (?:his|her|my|their) breath|hushed|softly|in a low (?:voice|tone)|murmur\w*|sotto voce)\b/iu],
  ['shout', /\b(?:shout\w*|roar\w*|yell\w*|scream\w*|bellow\w*|shriek\w*|thunder(?:ed|ing)|loudly|at the top of)\b/iu],
  ['angry', /\b(?:angr\w+|furious\w*|fierce\w*|snarl\w*|sternly|indignant\w*|hotly|savage\w*|sharply|bitterly|testily|irritabl\w+)\b/iu],
  ['afraid', /\b(?:afraid|fear\w*|terror|terrified|trembling|nervous\w*|pale|anxious\w*|alarm\w*|horror|shudder\w*)\b/iu],
  ['sad', /\b(?:sad\w*|sob\w*|weep\w*|tears|mourn\w*|gloom\w*|ruefully|despair\w*|sorrow\w*|dejected\w*|sigh\w*|in despair)\b/iu],
  ['happy', /\b(?:laugh\w*|chuckl\w*|smil\w*|cheer\w*|merr\w+|cordial\w*|glad\w*|delight\w*|grin\w*|beaming|snigger|gaily)\b/iu],
  ['calm', /\b(?:calm\w*|quiet\w*|gentl\w*|gravely|thoughtful\w*|serene\w*|slowly|blandly|soothing\w*|tranquil\w*)\b/iu],
];
const QUICK = /\b(?:hurried\w*|quick\w*|breathless\w*|eager\w*|in haste|rapid\w*|excited\w*)\b/iu;
const SLOW = /\b(?:slowly|drawl\w*|gravely|solemn\w*|thoughtful\w*|hesitat\w*|languid\w*|deliberate\w*|wearily)\b/iu;

const BASE_PAUSE_MS = 240;
const PAUSE_MS = { sameVoice: 180, reply: 260, question: 320, toNarration: 480, cut: 900, sceneEnd: 1_400,
  end: 1_200 } as const;

/**
 * Creative analysis: gives every spoken entry its delivery. Emotion comes from the parenthetical, else from plain
 * marks of the line itself, else it stays neutral; pace from manner and length; the pause from who speaks next and
 * what stands between.
 */
export function analyseDelivery(screenplay: Screenplay): Screenplay {
  const { entries, narrationPolicy } = screenplay;
  const heard = entries.map((entry) => speakerOf(entry, narrationPolicy));
  const directed = entries.map((entry, at): ScreenplayEntry => {
    if (heard[at] === null) return entry;
    return { ...entry, delivery: deliveryOf(entry, pauseAfter(entries, heard, at)) };
  });
  return { ...screenplay, entries: directed };
}

function deliveryOf(entry: ScreenplayEntry, pauseAfterMs: number): Delivery {
  const manner = entry.parenthetical ?? '';
  const emotion = emotionOf(entry, manner);
  let speed = QUICK.test(manner) ? 1.1 : SLOW.test(manner) ? 0.9 : 1;
  if (emotion === 'shout' || emotion === 'afraid') speed += 0.05;
  if (emotion === 'sad' || emotion === 'whisper' || emotion === 'calm') speed -= 0.05;
  if (entry.kind === 'action') speed -= 0.02;
  if (entry.kind === 'dialogue' && countWords(entry.text) <= 4 && emotion === 'neutral') speed += 0.03;
  const volume = emotion === 'shout' ? 1.25 : emotion === 'angry' ? 1.1 : emotion === 'whisper' ? 0.6
    : emotion === 'sad' ? 0.9 : 1;
  return {
    emotion, speed: Math.round(speed * 100) / 100, volume, pauseAfterMs,
    ...(manner === '' ? {} : { actingDirection: manner }),
  };
}

function emotionOf(entry: ScreenplayEntry, manner: string): Emotion {
  for (const [emotion, pattern] of BY_WORD) if (manner !== '' && pattern.test(manner)) return emotion;
  if (entry.kind === 'action' || entry.origin === 'stock') return 'neutral';
  const exclaimed = (entry.text.match(/!/gu) ?? []).length;
  const sentences = (entry.text.match(/[.!?…]+/gu) ?? []).length;
  if (/\b\p{Lu}{4,}\b[^.?]*!/u.test(entry.text)) return 'shout';
  if (/^(?:help|murder|stop|fire|look out)\b[^.?]*!/iu.test(entry.text)) return 'shout';
  if (/\b(?:ha! ha|hurrah|splendid|excellent|bravo|capital)\b[^.?]*!/iu.test(entry.text)) return 'happy';
  if (exclaimed >= 2 && exclaimed >= sentences / 2
    && /\b(?:scoundrel|villain|rascal|fool|how dare)\b/iu.test(entry.text)) return 'angry';
  return 'neutral';
}

function pauseAfter(entries: readonly ScreenplayEntry[], heard: readonly (string | null)[], at: number): number {
  const entry = entries[at]!;
  let next = at + 1;
  let cut = false;
  let silent = 0;
  while (next < entries.length && heard[next] === null) {
    if (entries[next]!.kind === 'transition') cut = true;
    if (entries[next]!.kind === 'action') silent++;
    next++;
  }
  if (next >= entries.length) return PAUSE_MS.end;
  if (entries[next]!.sceneIndex !== entry.sceneIndex) return PAUSE_MS.sceneEnd;
  if (cut) return PAUSE_MS.cut;
  let pause: number = BASE_PAUSE_MS;
  if (heard[next] === heard[at]) pause = PAUSE_MS.sameVoice;
  else if (/\?["”’]?$/u.test(entry.text)) pause = PAUSE_MS.question;
  else if (entry.kind === 'action' || entries[next]!.kind === 'action') pause = PAUSE_MS.toNarration;
  else pause = PAUSE_MS.reply;
  if (/(?:—|-)["”’]?$/u.test(entry.text)) pause = 60;
  else if (/…["”’]?$/u.test(entry.text)) pause += 260;
  return pause + silent * 250;
}
