import { html, type Markup } from '../../../html.js';
import { workplacePaths } from '../../paths.js';
import type { Visit } from '../../visit.js';
import { refusedFields } from './form-state.js';
import type { LoadedStage, StageScene } from './loaded.js';
import type { Offered } from './placed-kind.js';

/** The context in which the forms of an open scene are drawn. */
export interface Desk { visit: Visit; stage: LoadedStage; scene: StageScene; offered: Offered }

/** The path of an action of the page. */
export const actionPath = ({ stage: { artifact } }: Pick<Desk, 'stage'>, action: string): string => `${workplacePaths.readStage(artifact.id)}/${action}`;

/** Forms of one kind, folded unless one of them was refused. `names` are the names of the forms. */
export function group({ visit, scene: { index } }: Desk, title: string, names: readonly string[], forms: Markup): Markup {
  const { fields } = visit.refused ?? {};
  const isRefused = fields !== undefined && fields.scene === String(index) && names.includes(fields.form ?? '');
  return html`<details class="more" id="${names[0]}-${index + 1}"${isRefused ? html` open` : null}><summary>${title}</summary>${forms}</details>`;
}

/** One form in a list, folded unless it was refused. */
export const folded = ({ visit, scene: { index } }: Desk, key: { name: string; item: string }, summary: Markup, form: Markup): Markup =>
  html`<details class="more"${refusedFields(visit, { ...key, scene: index }) ? html` open` : null}><summary>${summary}</summary>${form}</details>`;
