import type { ClientBase } from 'pg';
import type { RuleResult } from '#db/operation.ts';
import { syncConflict } from '#db/records/conflicts/sync-conflict.ts';
import { event } from '#db/records/events/event.ts';
import type { OperationEnvelope } from '#db/sync/wire.ts';
import { query } from '#sync-server/postgres/entity-store.ts';
import type { PgTransaction } from '#sync-server/postgres/pg-transaction.ts';

/**
 * An earlier operation of the same device whose open conflict about a record the device did not know at the
 * next operation.
 */
export interface InheritedConflict {
  rootId: string;
  result: RuleResult;
}

interface ConflictContext {
  subjects: readonly string[];
  deviceId: string;
  lab: string;
  titleOf(name: string): string;
}

/**
 * Report whether the record changed after the person saw it; otherwise they knew of every conflict about it.
 */
const hasChanged = (tx: PgTransaction, base: OperationEnvelope['base'], id: string): boolean =>
  tx.readRevisions.has(id) && tx.readRevisions.get(id) !== base[id];

/**
 * Find the open conflict that a later operation on the same record inherits (domain 5.1): the operation is
 * stored and judged like any other, but stays a conflict until a person has decided. No conflict is inherited
 * by an operation that ends it itself (a rescan), that was done in knowledge of it, or in which the record
 * was only the location.
 */
export async function findInheritedConflict(
  client: ClientBase,
  tx: PgTransaction,
  { id, base }: Pick<OperationEnvelope, 'id' | 'base'>,
  ruleResult: RuleResult,
  { subjects, deviceId, lab, titleOf }: ConflictContext,
): Promise<InheritedConflict | null> {
  if (ruleResult.outcome === 'CONFLICT' || ruleResult.outcome === 'REJECTED') return null;
  for (const targetId of subjects) {
    if (!hasChanged(tx, base, targetId)) continue;
    const open = (await tx.find(syncConflict, { targetId })).filter(
      ({ status, commandId }) => status === 'OPEN' && commandId !== id,
    );
    if (open.length === 0 || !(await isAbout(tx, id, targetId))) continue;
    for (const { commandId, action } of open) {
      const earlier = await findUnknownCommand(client, { lab, deviceId }, commandId, base[targetId] ?? 0);
      if (!earlier) continue;
      const before = `"${titleOf(earlier.name)}" before it is in conflict: ${action}.`;
      const message = ruleResult.message === null ? before : `${ruleResult.message} ${before}`;
      return {
        rootId: earlier.id,
        result: { outcome: 'CONFLICT', code: 'CONFLICT_BEFORE', message },
      };
    }
  }
  return null;
}

// The subject of an operation has it in its history; the box that receives a tube does not.
async function isAbout(tx: PgTransaction, operationId: string, targetId: string): Promise<boolean> {
  const history = await tx.find(event, { targetId });
  return history.some(({ data }) => data['operationId'] === operationId);
}

async function findUnknownCommand(
  client: ClientBase,
  { lab, deviceId }: Pick<ConflictContext, 'lab' | 'deviceId'>,
  commandId: string,
  seenRevision: number,
): Promise<{ id: string; name: string } | undefined> {
  const text =
    'SELECT id, name FROM operation WHERE id = $1 AND device_id = $2 AND rev > $3 AND (lab = $4) IS TRUE';
  const row = (await query(client, text, [commandId, deviceId, seenRevision, lab])).rows[0];
  return row && { id: String(row['id']), name: String(row['name']) };
}
