import { html, type Markup } from '../../../html.js';
import { workplacePaths } from '../../paths.js';
import type { Visit } from '../../visit.js';
import { refusedFields } from './form-state.js';
import type { LoadedStage, StageScene } from './loaded.js';
import type { Offered } from './placed-kind.js';

/** Where the forms of an open scene are drawn. */
export interface Desk { visit: Visit; stage: LoadedStage; scene: StageScene; offered: Offered }

/** The path of an action of the page. */
export const actionPath = ({ stage: { artifact } }: Pick<Desk, 'stage'>, action: string): string => `${workplacePaths.readStage(artifact.id)}/${action}`;

/** Forms of one kind, closed until they are needed or one of them was refused. `forms`: their names. */
export function group({ visit, scene: { index } }: Desk, title: string, names: readonly string[], forms: Markup): Markup {
  const { fields } = visit.refused ?? {};
  const isRefused = fields !== undefined && fields.scene === String(index) && names.includes(fields.form ?? '');
  return html`<details class="more" id="${names[0]}-${index + 1}"${isRefused ? html` open` : null}><summary>${title}</summary>${forms}</details>`;
}

/** One form among others, closed until it is needed or was refused. */
export const folded = ({ visit, scene: { index } }: Desk, key: { name: string; item: string }, summary: Markup, form: Markup): Markup =>
  html`<details class="more"${refusedFields(visit, { ...key, scene: index }) ? html` open` : null}><summary>${summary}</summary>${form}</details>`;
