import type { RequestHandler } from 'express';
import { AppError } from '#db/errors/app-error.ts';

// Far above what any screen sends, and far below what ends the walk of a recursive function.
const MAX_DEPTH = 100;

/** True when JSON is nested deeper than that; looks no deeper itself. */
export function isDeeperThan(limit: number, value: unknown): boolean {
  if (limit < 0) return true;
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some((inner) => isDeeperThan(limit - 1, inner));
}

/** Refuses bodies that are nested too deep to be walked, before anything walks them. */
export const limitBodyDepth: RequestHandler = (request, _response, next) => {
  if (isDeeperThan(MAX_DEPTH, request.body))
    throw new AppError('BAD_REQUEST', 'The body is nested too deep.');
  next();
};
