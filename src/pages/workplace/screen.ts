import type { Markup } from '../html.js';
import type { SentForm, Visit } from './visit.js';

/** What a screen shows. */
export interface View {
  title: string;
  /** The page above this one. */
  back?: { path: string; label: string } | null;
  body: Markup;
  /** Time in milliseconds after which the page is fetched again; null when nothing on it changes by itself. */
  refreshMs?: number | null;
  /** The person is filling in the page, so browsers without scripts must not reload it. */
  isFilledIn?: boolean;
}

/** The action of a form of a screen. `send` returns the path of the page to go to, or a view that is shown once. */
export interface FormAction {
  /** The file field of the form, and the operation whose limits apply to it. */
  file?: { field: string; operation: string };
  /** The form accepts an API key, before the file, from a person who has not signed in. Without this flag a form of such a person is not read. */
  takesKey?: true;
  send(visit: Visit, form: SentForm): Promise<string | View>;
}

/** A file that a screen offers for download. */
export interface OfferedFile { filename: string; contentType: string; body: Buffer }

/** A page of the workplace, and what its forms do: `actions.approve` answers `POST <path>/approve`. */
export interface Screen {
  /** May have parameters, such as `/workplace/plans/:planId`. */
  path: string;
  draw(visit: Visit): Promise<View>;
  actions?: Readonly<Record<string, FormAction>>;
  /** `files.export` answers `GET <path>/export`. */
  files?: Readonly<Record<string, (visit: Visit) => Promise<OfferedFile>>>;
}
