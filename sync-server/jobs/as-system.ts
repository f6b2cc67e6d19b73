import type { Actor, OperationContext } from '#db/operation.ts';
import { event } from '#db/records/event.ts';
import type { Transaction } from '#db/transaction.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { deriveId } from '#db/values/id.ts';
import { labDayOf } from '#db/values/lab-day.ts';

const SYSTEM = { userId: '', userCompanyId: '', companyId: '', role: 'ADMIN', name: 'System' } as const;

/** Build the context of an operation that the lab's system performs itself. */
export function systemContext(
  entity: BusinessEntity,
  run: { id: string; at: string; timeZone: string },
): OperationContext {
  const actor: Actor = { ...SYSTEM, entity };
  let ids = 0;
  return {
    operationId: run.id,
    deviceId: null,
    actor,
    occurredAt: run.at,
    labDay: labDayOf(run.at, run.timeZone),
    labTimezone: run.timeZone,
    base: {},
    replica: 'server',
    newId: () => deriveId(run.id, ids++),
    changedSinceSeen: async () => false,
    verifyProof: async () => 'FAILED',
  };
}

/**
 * Wrap a transaction for the system: its events name no person as author; operations for a person name them.
 */
export const asSystem = (tx: Transaction): Transaction => ({
  get: (entity, id) => tx.get(entity, id),
  find: (entity, filter) => tx.find(entity, filter),
  insert: (entity, row) =>
    tx.insert(
      entity,
      entity.name === event.name && 'userId' in row && row.userId === SYSTEM.userId
        ? { ...row, userId: null, companyId: null }
        : row,
    ),
  patch: (entity, id, changes) => tx.patch(entity, id, changes),
});
