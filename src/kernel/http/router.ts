import Router from '@koa/router';
import type { Middleware } from 'koa';
import { findClosestName } from '../contract/texts/closest-name.js';
import { filledPart, fitsPath } from './operations/declared-paths.js';
import type { Operation } from './operations/operation.js';

/** Sorts literal segments before parameters, so that `/story-projects/deleted` is not routed as an id. */
function bySpecificity(a: Operation, b: Operation): number {
  const [left, right] = [a.path.split('/'), b.path.split('/')];
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    const difference = Number(left[i]!.startsWith('{')) - Number(right[i]!.startsWith('{'));
    if (difference !== 0) return difference;
  }
  return 0;
}

/** The methods that a path answers, sorted, with HEAD wherever there is GET; empty for an unknown path. */
export function methodsAt(prefix: string, operations: readonly Operation[], path: string): string[] {
  if (!path.startsWith(`${prefix}/`)) return [];
  const methods = operations.filter(({ path: declared }) => fitsPath(declared, path.slice(prefix.length))).map(({ method }) => method);
  return [...new Set(methods.flatMap((method): string[] => (method === 'GET' ? [method, 'HEAD'] : [method])))].sort();
}

const MAX_COMPARED_CHARS = 120;

/** The operation path that is most similar to an unknown path, with the caller's own values for its parameters; null when none is similar enough. */
export function closestPath(prefix: string, operations: readonly Operation[], path: string): string | null {
  if (!path.startsWith(`${prefix}/`) || path.length > MAX_COMPARED_CHARS) return null;
  const parts = path.slice(prefix.length).split('/');
  const like = operations.map(({ path: declared }) => declared.split('/')).filter(({ length }) => length === parts.length)
    .map((wanted) => wanted.map((part, at) => filledPart(part, parts[at]!)).join('/'));
  const meant = findClosestName(path.slice(prefix.length), [...new Set(like)]);
  return meant && prefix + meant;
}

/**
 * Routes through one router per first path segment, found in a map, because a single router would scan hundreds of routes.
 * `serve` makes the middleware of one operation; an unmatched path or method falls through to the next middleware.
 */
export function operationRouter(prefix: string, operations: readonly Operation[], serve: (operation: Operation) => Middleware): Middleware {
  const routers = new Map<string, Router>();
  for (const operation of [...operations].sort(bySpecificity)) {
    const resource = operation.path.split('/')[1]!;
    let router = routers.get(resource);
    if (!router) routers.set(resource, router = new Router({ prefix, strict: true, sensitive: true }));
    router.register(operation.path.replace(/\{(\w+)\}/g, ':$1'), [operation.method], serve(operation));
  }
  const served = new Map([...routers].map(([resource, router]) => [resource, router.routes() as unknown as Middleware]));
  const start = prefix.length + 1;
  return (ctx, next) => {
    if (!ctx.path.startsWith(`${prefix}/`)) return next();
    const end = ctx.path.indexOf('/', start);
    const routes = served.get(end < 0 ? ctx.path.slice(start) : ctx.path.slice(start, end));
    return routes ? routes(ctx, next) : next();
  };
}
