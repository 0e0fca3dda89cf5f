export const FREQUENCIES = ['daily', 'weekly', 'biweekly', 'monthly'] as const;
export const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

/** How often episodes appear. */
export interface Cadence { frequency: (typeof FREQUENCIES)[number]; dayOfWeek?: (typeof DAYS)[number] }

const RULES: Record<Cadence['frequency'], string> = {
  daily: 'FREQ=DAILY', weekly: 'FREQ=WEEKLY', biweekly: 'FREQ=WEEKLY;INTERVAL=2', monthly: 'FREQ=MONTHLY',
};
const WORDS: Record<Cadence['frequency'], string> = { daily: 'Daily', weekly: 'Weekly', biweekly: 'Every two weeks', monthly: 'Monthly' };

/** The cadence as a recurrence rule of iCalendar and in words. */
export function updateFrequency({ frequency, dayOfWeek }: Cadence): { rrule: string; words: string } {
  if (!dayOfWeek || frequency === 'daily') return { rrule: RULES[frequency], words: WORDS[frequency] };
  const day = dayOfWeek.slice(0, 2).toUpperCase();
  const name = dayOfWeek[0]!.toUpperCase() + dayOfWeek.slice(1);
  if (frequency === 'monthly') return { rrule: `${RULES.monthly};BYDAY=1${day}`, words: `Monthly on the first ${name}` };
  return { rrule: `${RULES[frequency]};BYDAY=${day}`, words: `${WORDS[frequency]} on ${name}` };
}
