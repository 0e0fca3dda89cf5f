import type { Markup } from '../html.js';
import type { SentForm, Visit } from './visit.js';

/** What a screen shows. */
export interface View {
  title: string;
  /** The page above this one. */
  back?: { path: string; label: string } | null;
  body: Markup;
  /** The page is looked at again after so long, in milliseconds; null when nothing moves. */
  refreshMs?: number | null;
  /** The page is being filled in, so that browsers without scripts leave it as it is. */
  isFilledIn?: boolean;
}

/** What a form of a screen does. It returns the path of the page to go to, or a view that is shown once. */
export interface FormAction {
  /** The file field of the form, and the operation whose limits it has. */
  file?: { field: string; operation: string };
  /** The form may carry the key of a person who has not signed in, before the file. Without it such a form is not read. */
  takesKey?: true;
  send(visit: Visit, form: SentForm): Promise<string | View>;
}

/** A file that a screen offers to keep. */
export interface OfferedFile { filename: string; contentType: string; body: Buffer }

/** A page of the workplace, and what its forms do: `actions.approve` answers `POST <path>/approve`. */
export interface Screen {
  /** With parameters, such as `/workplace/plans/:planId`. */
  path: string;
  draw(visit: Visit): Promise<View>;
  actions?: Readonly<Record<string, FormAction>>;
  /** `files.export` answers `GET <path>/export`. */
  files?: Readonly<Record<string, (visit: Visit) => Promise<OfferedFile>>>;
}
