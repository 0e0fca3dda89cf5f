import { allHandlersFinished, condition, defineSignal, log, setHandler, workflowInfo } from '@temporalio/workflow';

/** A received signal: its name and its parsed argument. */
export interface Message { name: string; sent: object }

/** Parses the argument of a signal; null for an invalid one, which an operator may send by mistake. */
type Parser = (sent: unknown) => object | null;

/** Accepts any argument, for signals that only wake the run. */
export const whatever: Parser = () => ({});

/** The signals for a run that waits for people. */
export interface Inbox {
  /** Waits, without a time limit, until something arrives. A run with a long history calls `goOn` instead, which continues it as a new one. */
  arrives(goOn: () => Promise<never>): Promise<void>;
  /** Returns and removes the received messages, in the order of arrival. */
  take(): Message[];
  /** Makes the run look at its rows as if a signal had arrived. */
  wake(): void;
}

/**
 * Receives signals. People's decisions are in the rows, so a signal that is late, repeated or lost does no harm. Call `inbox` before the workflow awaits
 * anything.
 */
export function inbox(signals: Record<string, Parser>, { maxEvents }: { maxEvents?: number }): Inbox {
  let messages: Message[] = [];
  let woken = false;
  const isLong = (): boolean => {
    const { historyLength, continueAsNewSuggested } = workflowInfo();
    return continueAsNewSuggested || (maxEvents !== undefined && historyLength > maxEvents);
  };
  for (const [name, parse] of Object.entries(signals)) {
    setHandler(defineSignal<[unknown]>(name), (argument) => {
      const sent = parse(argument);
      if (sent) messages.push({ name, sent });
      else log.warn('a signal was ignored: its argument is none', { name });
      woken ||= sent !== null;
    });
  }
  return {
    async arrives(goOn) {
      await condition(() => woken || isLong());
      if (!woken) await condition(allHandlersFinished);
      if (!woken) await goOn();
      woken = false;
    },
    take() {
      const taken = messages;
      messages = [];
      return taken;
    },
    wake() { woken = true; },
  };
}
