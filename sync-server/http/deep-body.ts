import type { RequestHandler } from 'express';
import { AppError } from '#db/errors/app-error.ts';

// Far above what any screen sends, and far below the stack limit of a recursive function.
const MAX_DEPTH = 100;

/** Report whether JSON is nested deeper than the limit; does not descend further itself. */
export function isDeeperThan(limit: number, value: unknown): boolean {
  if (limit < 0) return true;
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some((inner) => isDeeperThan(limit - 1, inner));
}

/** Refuse bodies that are nested too deep, before other code traverses them. */
export const limitBodyDepth: RequestHandler = (request, _response, next) => {
  if (isDeeperThan(MAX_DEPTH, request.body))
    throw new AppError('BAD_REQUEST', 'The body is nested too deep.');
  next();
};
