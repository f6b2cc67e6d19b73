import type { ClientBase } from 'pg';
import type { AnyEntity } from '#db/entity.ts';
import type { Actor, OperationContext } from '#db/operation.ts';
import type { OperationEnvelope } from '#db/sync/wire.ts';
import { deriveId } from '#db/values/id.ts';
import { labDayOf } from '#db/values/lab-day.ts';
import { hasConfirmedPassword } from '#sync-server/auth/signing/confirm-password.ts';
import { query } from '#sync-server/postgres/entity-store.ts';
import { columnOf, hasRevision, quoted } from '#sync-server/postgres/row-mapping.ts';
import { tableOf } from './documents.ts';
import { verifyProof } from './verify-proof.ts';

/** The input of an operation's context. */
export interface ContextInput {
  envelope: OperationEnvelope;
  deviceId: string;
  /** True for work on an online page: its author had no stale offline data. */
  online: boolean;
  /** The sender, with the start of the session. */
  actor: Actor & { readonly signedInAt?: number };
  occurredAt: string;
  timeZone: string;
}

async function revisionOf(client: ClientBase, lab: string, table: string, id: string): Promise<number> {
  const text = `SELECT rev FROM ${quoted(table)} WHERE id = $1 AND (lab = $2) IS TRUE`;
  const { rows } = await query(client, text, [id, lab]);
  return Number(rows[0]?.['rev'] ?? 0);
}

/** Return the document of a row: the row itself, or the document that embeds it. */
async function documentOf(
  client: ClientBase,
  lab: string,
  entity: AnyEntity,
  id: string,
): Promise<{ table: string; id: string } | undefined> {
  if (hasRevision(entity)) return { table: entity.table, id };
  if (!entity.replica || !('embedded' in entity.replica)) return undefined;
  for (const { collection, parentKey } of entity.replica.embedded) {
    const text = `SELECT ${quoted(columnOf(parentKey))} AS parent FROM ${quoted(entity.table)} WHERE id = $1 AND (lab = $2) IS TRUE`;
    const parent: unknown = (await query(client, text, [id, lab])).rows[0]?.['parent'];
    const parentId: unknown = Array.isArray(parent) ? parent[0] : parent;
    const table = typeof parentId === 'string' ? await tableOf(client, lab, collection, parentId) : undefined;
    if (table) return { table, id: String(parentId) };
  }
  return undefined;
}

/**
 * Report whether another device changed a document after the person saw it. The device's own earlier
 * operations also raise the revision; the log has the revision that each of them found, so they are traced
 * back and excluded.
 */
async function changedSince(
  client: ClientBase,
  lab: string,
  { table, id }: { table: string; id: string },
  seenRevision: number,
  deviceId: string,
): Promise<boolean> {
  let rev = await revisionOf(client, lab, table, id);
  while (rev > seenRevision) {
    const text = `SELECT (found ->> $3)::bigint AS found FROM operation
      WHERE device_id = $1 AND rev = $2 AND (lab = $4) IS TRUE`;
    const own = (await query(client, text, [deviceId, rev, id, lab])).rows[0];
    if (!own) return true;
    // Touched but not read by the rule: only a child row was added, and no change of others can be in
    // between.
    rev = own['found'] === null ? seenRevision : Number(own['found']);
  }
  return false;
}

/** Build the context in which the server runs one operation. */
export function buildOperationContext(client: ClientBase, input: ContextInput): OperationContext {
  const { envelope, deviceId, actor, occurredAt } = input;
  let ids = 0;
  return {
    operationId: envelope.id,
    deviceId: input.online ? null : deviceId,
    actor,
    occurredAt,
    // Created on demand: most rules need no calendar, and it is expensive.
    get labDay() {
      return labDayOf(occurredAt, input.timeZone);
    },
    labTimezone: input.timeZone,
    base: envelope.base,
    replica: 'server',
    newId: () => deriveId(envelope.id, ids++),
    changedSinceSeen: async (entity, id) => {
      const document = await documentOf(client, actor.lab.id, entity, id);
      const seenRevision = envelope.base[id] ?? (document && envelope.base[document.id]);
      if (!document || seenRevision === undefined) return false;
      return changedSince(client, actor.lab.id, document, seenRevision, deviceId);
    },
    verifyProof: async (hash, proof, signer) => {
      if ('secondUserId' in signer) {
        const second = { userId: signer.secondUserId, deviceId: null, at: occurredAt };
        return verifyProof(client, second, hash, proof);
      }
      const { userId } = actor;
      const moment = { userId, deviceId, at: occurredAt, signedInAt: actor.signedInAt };
      const isConfirmed = await hasConfirmedPassword(client, moment, signer.passwordProof);
      return isConfirmed ? verifyProof(client, { userId, deviceId, at: occurredAt }, hash, proof) : 'FAILED';
    },
  };
}
