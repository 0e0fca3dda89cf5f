/** Input of the run of a trailer or a deck. The other fields are set when it continues as a new one. */
export interface BoardedInput {
  accountId: string; projectId: string;
  /** The revision of the storyboard up to which the run has carried out edits. */
  seen?: number;
  /** Events after which the run continues as a new one; default: when the engine suggests it. */
  maxEvents?: number;
}

/** A trailer or a deck as its run knows it. `over`: it was deleted, by itself or with its project or its read. */
export interface BoardedState<Status extends string> { status: Status | 'over'; revision: number }
