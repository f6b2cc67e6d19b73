import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { OperationContext } from '#db/operation.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';

/**
 * Return the row of an operation; throw NOT_FOUND when it is missing, removed or of the other business
 * entity.
 */
export function ownRow<R extends { deleted: boolean; entity: BusinessEntity }>(
  context: OperationContext,
  row: R | undefined,
): R {
  if (!row || row.deleted || row.entity !== context.actor.entity)
    throw new AppError('NOT_FOUND', MESSAGES.notFound);
  return row;
}
