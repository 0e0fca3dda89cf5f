import { access, appendFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { FaultPoints } from '../../../../src/kernel/config/faults.js';

/** A call of a process at a fault point: the first, second, … with this subject. */
export interface HeldCall { point: string; subject: string; nth: number }

const fileOf = (folder: string, { point, subject, nth }: HeldCall): string => path.join(folder, `${point}--${subject}--${nth}`);
const isThere = (file: string): Promise<boolean> => access(file).then(() => true, () => false);

/** The fault points of a process that waits at exactly the calls that `hold` names. */
export function heldAt(folder: string): FaultPoints {
  const calls = new Map<string, number>();
  return {
    async reach(point, subject = '') {
      const nth = (calls.get(`${point} ${subject}`) ?? 0) + 1;
      calls.set(`${point} ${subject}`, nth);
      const file = fileOf(folder, { point, subject, nth });
      if (!await isThere(file)) return;
      await appendFile(`${file}.arrived`, '');
      while (await isThere(file)) await new Promise((resolve) => setTimeout(resolve, 20));
    },
  };
}

/** Has a process wait at the call, which it must not have reached yet. */
export async function hold(folder: string, call: HeldCall): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(fileOf(folder, call), '');
}

export const hasArrived = (folder: string, call: HeldCall): Promise<boolean> => isThere(`${fileOf(folder, call)}.arrived`);

export const letGo = (folder: string, call: HeldCall): Promise<void> => rm(fileOf(folder, call), { force: true });

/** Wraps activities, so that the beginning and the end of each call of a work's activity is a line of the file. */
export function written<A extends Record<string, (input: never) => Promise<unknown>>>(activities: A, file: string): A {
  return Object.fromEntries(Object.entries(activities).map(([name, act]) => [name, async (input: { workId?: string }) => {
    const say = (mark: string): Promise<void> => appendFile(file, `${input.workId ?? ''} ${mark}\n`);
    await say(`> ${name}`);
    try {
      const outcome = await act(input as never);
      await say(`${name} ${JSON.stringify(outcome ?? null)}`);
      return outcome;
    } catch (error) {
      await say(`${name} failed: ${(error as Error).message}`);
      throw error;
    }
  }])) as unknown as A;
}

/** The calls of a work's activities that ended, as `activity outcome`, and how many have begun. */
export async function callsOf(file: string, workId: string): Promise<{ begun: number; ended: string[] }> {
  const marks = (await readFile(file, 'utf8').catch(() => '')).split('\n')
    .filter((line) => line.startsWith(`${workId} `)).map((line) => line.slice(workId.length + 1));
  return { begun: marks.filter((mark) => mark.startsWith('> ')).length, ended: marks.filter((mark) => !mark.startsWith('> ')) };
}
