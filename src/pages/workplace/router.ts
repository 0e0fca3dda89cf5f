import { Router } from '@koa/router';
import type { Context, Middleware } from 'koa';
import { formToken } from '../../kernel/access/session-store.js';
import type { KeyDesk } from '../../domain/account/key-management.js';
import { ApiError } from '../../kernel/errors/api-error.js';
import type { OperationCaller } from '../../kernel/http/operations/operation-caller.js';
import { contentDisposition } from '../../kernel/http/file-response.js';
import { ownPath, seeOther } from '../../kernel/http/redirect.js';
import type { AnonymousBodies } from '../../kernel/http/requests/anonymous-bodies.js';
import { clientAddress } from '../../kernel/http/requests/client-address.js';
import { requireSameSite } from '../../kernel/http/requests/same-site.js';
import type { Sessions } from '../../kernel/http/sessions.js';
import { html, type Markup } from '../html.js';
import { secureData } from '../security.js';
import { requestId, sendPage, sendRefusal, type PageServer } from '../send-page.js';
import { refusedPage } from '../templates/states.js';
import { withoutDone } from './done.js';
import { workplacePage } from './frame.js';
import { newProductionForm } from './material.js';
import { noticeOf, wrongFieldOf } from './notices.js';
import { workplacePaths } from './paths.js';
import { readForm, requireOwnForm } from './read-form.js';
import { readAnonymousForm, receiveOwn, receiveWithKey, type KeyRefused } from './receive.js';
import { withRefused } from './refused-form.js';
import type { FormAction, OfferedFile, Screen, View } from './screen.js';
import { SCREENS } from './screens/index.js';
import { forgetSession } from './session-cookie.js';
import { findSession, startSession, type SignedIn } from './signed-in.js';
import { materialPage, SESSION_ENDED, signInPage } from './sign-in.js';
import { Visit, type RunLink, type SentForm } from './visit.js';

export interface WorkplaceOptions extends PageServer {
  sessions: Sessions;
  operations: OperationCaller;
  dataDir: string;
  anonymous: AnonymousBodies;
  trustedProxyHops: number;
  runLink: RunLink;
  /** Voices that a visitor of the front page can hear. */
  samples: readonly { name: string; url: string }[];
  keys: KeyDesk;
}

const WORKPLACE = '/workplace';
const RIGHTS = { sendsForms: true };

/**
 * The workplace: pages behind a session. Their forms call operations of the public API, except those for signing in and out and for the keys of the account.
 */
export function workplaceRouter(options: WorkplaceOptions): Middleware {
  const router = new Router();
  router.get(WORKPLACE, (ctx) => { ctx.redirect(workplacePaths.productions()); });
  router.get(workplacePaths.signIn(), (ctx) => sendPage(ctx, options, (page) => signInPage(page, nextPath(ctx), ctx.query.ended === '1' ? SESSION_ENDED : null), RIGHTS));
  router.post(workplacePaths.signIn(), (ctx) => signIn(ctx, options));
  router.post(workplacePaths.signOut(), (ctx) => signOut(ctx, options));
  addressesOfForms(router);
  for (const screen of SCREENS) {
    for (const [name, action] of Object.entries(screen.actions ?? {})) {
      router.post(`${screen.path}/${name}`, (ctx) => send(ctx, options, screen, action));
    }
    for (const [name, offer] of Object.entries(screen.files ?? {})) {
      router.get(`${screen.path}/${name}`, (ctx) => sendFile(ctx, options, screen, offer));
    }
    router.get(screen.path, (ctx) => show(ctx, options, screen));
  }
  router.get('/writers-lab/:slug', (ctx) => seeOther(ctx, workplacePaths.script(ctx.params.slug ?? '')));
  const routes = router.routes() as unknown as Middleware;
  return async (ctx, next) => {
    try {
      await routes(ctx, next);
    } catch (error) {
      if (!(error instanceof ApiError) || ctx.headerSent || !ctx.path.startsWith(`${WORKPLACE}/`)) throw error;
      await sendRefusal(ctx, options, error, noticeOf(error, null).text, ctx.method === 'POST' ? formPathOf(ctx) : undefined);
    }
  };
}

/** The path of the page to which an address of one of its forms or files belongs. */
const pageOf = ({ path }: Pick<Context, 'path'>): string => path.slice(0, path.lastIndexOf('/'));

/** The page from which a form was sent, with its query, as the browser names it; else the page to which its address belongs. */
function formPathOf(ctx: Context): string {
  // The sign-in sends its form to its own address, which also has the page to go to afterwards.
  if (ctx.path === workplacePaths.signIn()) return ownPath(ctx.path + ctx.search, ctx.path);
  const [page, referrer] = [pageOf(ctx), ctx.get('Referer')];
  const from = URL.canParse(referrer) ? new URL(referrer) : null;
  // The form for new material is on the front page too, where it needs no session.
  if (ctx.path === workplacePaths.newProduction() && from?.pathname === '/') return '/';
  return from?.pathname === page ? ownPath(withoutDone(from.pathname + from.search), page) : page;
}

/** A path with parameters, whatever their names are. */
const shapeOf = (path: string): string => path.replace(/:\w+/g, ':');

/** Leads a GET of the address of a form to the page of the form. People load it again after a refusal, which is shown under that address. */
function addressesOfForms(router: Router): void {
  const pages = new Set(SCREENS.flatMap(({ path, files = {} }) => [path, ...Object.keys(files).map((name) => `${path}/${name}`)]).map(shapeOf));
  for (const { path, actions = {} } of SCREENS) {
    const forms = Object.keys(actions).map((name) => `${path}/${name}`).filter((form) => !pages.has(shapeOf(form)));
    for (const form of forms) router.get(form, (ctx) => seeOther(ctx, pageOf(ctx)));
  }
}

/** The content of the front page for visitors: the form for a new production, voices to hear, and a link to the existing productions or to the sign-in. */
export async function frontOf(ctx: Context, options: WorkplaceOptions): Promise<Markup> {
  const signedIn = await findSession(ctx, options);
  const form = newProductionForm(signedIn && formToken(signedIn.token));
  const voices = options.samples.map(({ name, url }) => html`<li><audio controls preload="none" src="${url}" aria-label="${name}"></audio><span class="fine">${name}</span></li>`);
  return html`${form}<h2 class="samples-title">Voices of this server</h2><ul class="samples">${voices}</ul><p>${signedIn ? html`<a class="pill" href="${workplacePaths.productions()}">Your productions</a>`
    : html`<a class="pill" href="${workplacePaths.signIn()}">Sign in</a>`}</p>`;
}

/** Where to go after signing in: a path of this server. */
const nextPath = (ctx: Context): string => ownPath(String(ctx.query.next ?? ''), workplacePaths.productions());

async function signIn(ctx: Context, options: WorkplaceOptions): Promise<void> {
  requireSameSite(ctx, options.appUrl);
  const { fields, dispose } = await readAnonymousForm(ctx, options, null);
  await dispose();
  try {
    await startSession(ctx, options, fields.key ?? '');
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    await sendPage(ctx, options, (page) => {
      ctx.status = error.status;
      return signInPage(page, nextPath(ctx), noticeOf(error, requestId(ctx)));
    }, RIGHTS);
    return;
  }
  seeOther(ctx, nextPath(ctx));
}

async function signOut(ctx: Context, options: WorkplaceOptions): Promise<void> {
  const signedIn = await findSession(ctx, options);
  if (signedIn) {
    const { token } = signedIn;
    const sent = await readForm(ctx, options.dataDir, null, { admit: (fields) => requireOwnForm(fields.formToken, formToken(token)) });
    await sent.dispose();
    await options.sessions.signOut(token);
  }
  forgetSession(ctx);
  seeOther(ctx, '/');
}

/** `isBelow`: the request is for an action or a file of a page, not for the page. */
function visitOf(
  ctx: Context, options: WorkplaceOptions, { token, session }: SignedIn, isBelow = ctx.method === 'POST',
): Visit {
  const { operations, trustedProxyHops, runLink, keys } = options;
  return new Visit({
    operations, session, formToken: formToken(token), address: clientAddress(ctx.req, trustedProxyHops), requestId: requestId(ctx) ?? '',
    location: isBelow ? pageOf(ctx) : ctx.url,
    params: { ...(ctx.params as Record<string, string>) }, query: new URLSearchParams(ctx.querystring), runLink, keys,
  });
}

async function show(ctx: Context, options: WorkplaceOptions, screen: Screen): Promise<void> {
  const signedIn = await findSession(ctx, options);
  if (!signedIn) return seeOther(ctx, `${workplacePaths.signIn()}?next=${encodeURIComponent(ctx.url)}`);
  const visit = visitOf(ctx, options, signedIn);
  await sendScreen(ctx, options, screen, visit, 200);
}

/** Sends a screen, or an error page when drawing the screen is refused. */
function sendScreen(ctx: Context, options: WorkplaceOptions, screen: Screen, visit: Visit, status: number): Promise<void> {
  return sendPage(ctx, options, async (page) => {
    const view = await screen.draw(visit).catch((error: unknown) => {
      if (error instanceof ApiError) return error;
      throw error;
    });
    ctx.status = view instanceof ApiError ? view.status : status;
    return view instanceof ApiError ? refusedPage(page, view.status, requestId(ctx)) : workplacePage(page, visit, view);
  }, RIGHTS);
}

/** Sends a file as a download. After a refusal, shows the screen that offers the file, with the reason. */
async function sendFile(ctx: Context, options: WorkplaceOptions, screen: Screen, offer: (visit: Visit) => Promise<OfferedFile>): Promise<void> {
  const signedIn = await findSession(ctx, options);
  if (!signedIn) return seeOther(ctx, `${workplacePaths.signIn()}?next=${encodeURIComponent(ctx.url)}`);
  const visit = visitOf(ctx, options, signedIn, true);
  try {
    const { filename, contentType, body } = await offer(visit);
    secureData(ctx);
    ctx.status = 200;
    ctx.set('Content-Disposition', contentDisposition('attachment', filename));
    ctx.body = body;
    ctx.type = contentType;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    await showRefusal(ctx, options, screen, visit, error);
  }
}

/** Receives a form. After a refusal, shows the page of the form again, with the reason and the remedy. */
async function send(ctx: Context, options: WorkplaceOptions, screen: Screen, action: FormAction): Promise<void> {
  requireSameSite(ctx, options.appUrl);
  const signedIn = await findSession(ctx, options);
  if (!signedIn && !action.takesKey) return seeOther(ctx, `${workplacePaths.signIn()}?ended=1&next=${encodeURIComponent(formPathOf(ctx))}`);
  const received = await (signedIn ? receiveOwn(ctx, options, action, signedIn) : receiveWithKey(ctx, options, action));
  if ('error' in received) return askForKey(ctx, options, received);
  const { sent, known } = received;
  try {
    await answerForm(ctx, options, screen, action, visitOf(ctx, options, known), sent);
  } finally {
    await sent.dispose();
  }
}

/** Shows the form for new material again, as it was sent up to its file, to a person whose key was refused. */
function askForKey(ctx: Context, options: WorkplaceOptions, { fields, hadFile, error }: KeyRefused): Promise<void> {
  ctx.state.code = error.code;
  ctx.set(error.headers);
  const wrongField = { field: 'key', words: noticeOf(error, null).text };
  return sendPage(ctx, options, (page) => {
    ctx.status = error.status;
    const { body, notice } = withRefused(newProductionForm(null), {
      refused: { fields, files: {}, idempotencyKey: '' }, refusedAt: ctx.path, wrongField, notice: noticeOf(error, requestId(ctx)), hadFile,
    });
    return materialPage(page, body, notice);
  }, RIGHTS);
}

async function answerForm(ctx: Context, options: WorkplaceOptions, screen: Screen, action: FormAction, visit: Visit, sent: SentForm): Promise<void> {
  let answer: string | View;
  try {
    answer = await action.send(visit, sent);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    visit.refused = sent;
    visit.refusedAt = ctx.path;
    visit.wrongField = wrongFieldOf(error);
    return showRefusal(ctx, options, screen, visit, error);
  }
  if (typeof answer === 'string') return seeOther(ctx, answer);
  const view = answer;
  await sendPage(ctx, options, (page) => workplacePage(page, visit, view), RIGHTS);
}

/** Shows the screen again, with the refusal above it. */
function showRefusal(ctx: Context, options: WorkplaceOptions, screen: Screen, visit: Visit, error: ApiError): Promise<void> {
  ctx.state.code = error.code;
  visit.notice = noticeOf(error, requestId(ctx));
  return sendScreen(ctx, options, screen, visit, error.status);
}
