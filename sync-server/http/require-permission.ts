import { hasPermission, type PlainPermission } from '#db/access/permissions.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { Session } from './session.ts';

/** Throw if the person's permission groups do not contain the permission, itself or for all companies. */
export function requirePermission(session: Session, name: PlainPermission): void {
  if (!hasPermission(session.permissions, name)) throw new AppError('FORBIDDEN', MESSAGES.forbidden);
}
