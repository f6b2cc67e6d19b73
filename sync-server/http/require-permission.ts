import { hasPermission, type PlainPermission } from '#db/access/permissions.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { Session } from './session.ts';

/** Refuses whoever's permission groups do not give the permission, itself or for all companies. */
export function requirePermission(session: Session, name: PlainPermission): void {
  if (!hasPermission(session.permissions, name)) throw new AppError('FORBIDDEN', MESSAGES.forbidden);
}
