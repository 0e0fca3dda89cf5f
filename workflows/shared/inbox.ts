import { allHandlersFinished, condition, defineSignal, log, setHandler, workflowInfo } from '@temporalio/workflow';

/** What a signal brought. */
export interface Message { name: string; sent: object }

/** What is in the argument of a signal; null for an odd one, which an operator may send by mistake. */
type Parser = (sent: unknown) => object | null;

/** For signals that only wake the run. */
export const whatever: Parser = () => ({});

/** What arrives for a run that waits for people. */
export interface Inbox {
  /** Waits, without a time limit, until something arrives. A run with a long history calls `goOn` instead, which continues it as a new one. */
  arrives(goOn: () => Promise<never>): Promise<void>;
  /** Takes what has arrived, in its order. */
  take(): Message[];
  /** Has the run look at its rows as if something had arrived. */
  wake(): void;
}

/**
 * Receives signals. What people decided is in the rows, so a signal that is late, repeated or lost does no harm. Call it before the workflow
 * awaits anything.
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
