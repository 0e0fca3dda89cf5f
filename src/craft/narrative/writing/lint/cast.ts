import { roleOf, type LintContext } from './context.js';
import { calls, isPlaceholder } from '../staging/cues.js';
import { findingAt, type Finding } from './findings.js';

/**
 * `cast`: the cast consists of exactly the cues of the script, with the right counts. `one-line-speaker`: every character of a drama has more than one line.
 * `self-address`: nobody addresses a person with the speaker's own name. `placeholder`: every voice of a drama is a person.
 */
export function castFindings(context: LintContext): Finding[] {
  const { screenplay, heard } = context;
  const findings: Finding[] = [];
  const lines = new Map<string, number>();
  for (const speaker of heard) if (speaker !== null) lines.set(speaker, (lines.get(speaker) ?? 0) + 1);
  const cast = new Map(screenplay.cast.map((member) => [member.character, member]));
  for (const [cue, count] of lines) {
    if (!cast.has(cue)) findings.push({ entryIndex: null, rule: 'cast',
      message: `${cue} speaks but is not in the cast.` });
    else if (cast.get(cue)!.lineCount !== count) {
      findings.push({ entryIndex: null, rule: 'cast',
        message: `${cue} has ${count} lines, but the cast says ${cast.get(cue)!.lineCount}.` });
    }
    if (count === 1 && screenplay.mode === 'drama' && cast.get(cue)?.role === 'character') {
      findings.push({ entryIndex: null, rule: 'one-line-speaker', message: `${cue} is heard only once.` });
    }
  }
  for (const cue of cast.keys()) {
    if (!lines.has(cue)) findings.push({ entryIndex: null, rule: 'cast',
      message: `${cue} is in the cast but never heard.` });
  }
  for (const entry of screenplay.entries) {
    if (entry.kind !== 'dialogue' || roleOf(context, entry) !== 'character') continue;
    const gender = cast.get(entry.character!)?.gender ?? 'neutral';
    if (calls(entry.text, entry.character!, gender) && entry.parenthetical !== 'narrating' && entry.parenthetical !== 'telling it') {
      findings.push(findingAt(entry, 'self-address', `${entry.character} seems to speak to ${entry.character}.`));
    }
  }
  if (screenplay.mode === 'drama') {
    findings.push(...[...lines.keys()].filter(isPlaceholder).map((cue): Finding => ({ entryIndex: null, rule: 'placeholder', message: `${cue} is nobody in particular.` })));
  }
  return findings;
}
