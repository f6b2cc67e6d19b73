import { may } from '#db/access/grants.ts';
import type { Actor } from '#db/operation.ts';

const isOf = (version: unknown, userId: string): boolean =>
  typeof version === 'object' && version !== null && Reflect.get(version, 'userId') === userId;

/**
 * Check whether a conflict is in a person's inbox: people who decide see all, everybody else their own
 * (domain 5.1).
 */
export const seesConflict = (
  { role, userId }: Pick<Actor, 'role' | 'userId'>,
  { mine, theirs }: { mine?: unknown; theirs?: unknown },
): boolean => may(role, 'lab/data-sync:update') || isOf(mine, userId) || isOf(theirs, userId);
