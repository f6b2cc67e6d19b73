import type { ClientBase, Pool } from 'pg';
import type { Actor } from '#db/operation.ts';
import { operationNamed } from '#db/operations.ts';
import type { OperationEnvelope, OperationVerdict } from '#db/sync/wire.ts';
import { inTransaction } from '#sync-server/postgres/transaction.ts';
import { argsHash } from './args-hash.ts';
import { correctTime } from './device-clock.ts';
import { type Case, type Judgement, judgeOperation, mismatch } from './judge-operation.ts';
import { type LockedDevice, lockDevice, lockHead, takeRevision } from './lock-device.ts';
import { type LoggedOperation, loggedAt, loggedWith, verdictOf, writeEntry } from './operation-log.ts';
import { refusalOf } from './verdict-of-error.ts';

/** What the engine needs of the running server. */
export interface Engine {
  pool: Pool;
  timeZone: string;
  now(): Date;
  /** Told about refusals whose cause is ours. */
  onBug(error: unknown, operation: { id: string; name: string }): void;
  /** Looks an operation up; tests give their own. */
  operationNamed?: typeof operationNamed;
}

/** One operation's end: its verdict, or the number that the server waits for. */
export type Applied = { verdict: OperationVerdict } | { expectedN: number };

type Numbered = Omit<OperationEnvelope, 'n'>;

/**
 * Applies one operation of a device exactly once, in one transaction: lock the order, lock the device, judge, log. An
 * error of the infrastructure is thrown and consumes nothing.
 */
export function applyOperation(
  engine: Engine,
  actor: Actor,
  deviceId: string,
  envelope: OperationEnvelope,
): Promise<Applied> {
  return inTransaction(engine.pool, async (client): Promise<Applied> => {
    await lockHead(client, actor.entity);
    const device = await lockDevice(client, deviceId, actor);
    if (envelope.n <= device.lastN) return { verdict: await storedVerdict(client, deviceId, envelope) };
    if (envelope.n > device.lastN + 1) return { expectedN: device.lastN + 1 };
    return { verdict: await applyNext(engine, client, actor, device, envelope) };
  });
}

async function storedVerdict(
  client: ClientBase,
  deviceId: string,
  envelope: OperationEnvelope,
): Promise<OperationVerdict> {
  const stored = await loggedAt(client, deviceId, envelope.n);
  if (!stored || stored.argsHash !== argsHash(envelope)) throw mismatch(envelope.n);
  return verdictOf(stored);
}

/** Applies an operation under the next number of a device whose row the caller has locked. */
export async function applyNext(
  engine: Engine,
  client: ClientBase,
  actor: Actor,
  device: LockedDevice,
  unnumbered: Numbered,
): Promise<OperationVerdict> {
  const envelope: OperationEnvelope = { ...unnumbered, n: device.lastN + 1 };
  const received = engine.now();
  const offset = envelope.clockOffsetMs ?? device.clockOffsetMs;
  const time = correctTime(envelope.occurredAt, offset ?? 0, received);
  const rev = await takeRevision(client, actor.entity);
  const hash = argsHash(envelope);
  const known = await loggedWith(client, actor.entity, [envelope.id, ...envelope.dependsOn]);
  const earlier = known.find(({ id }) => id === envelope.id);
  const found: Case = {
    envelope,
    definition: (engine.operationNamed ?? operationNamed)(envelope.name),
    device,
    actor,
    time,
    receivedAt: received.toISOString(),
    timeZone: engine.timeZone,
    dependencies: known.filter(({ id }) => id !== envelope.id),
  };
  const judgement = earlier ? repeatOf(earlier, actor, hash) : await judgeSafely(engine, client, found);
  await writeEntry(client, {
    ...judgement,
    deviceId: device.id,
    entity: actor.entity,
    userId: actor.userId,
    userCompanyId: actor.userCompanyId,
    envelope,
    argsHash: hash,
    deviceTime: time.deviceTime,
    occurredAt: time.occurredAt,
    receivedAt: found.receivedAt,
    clockOffsetMs: offset,
    repeated: earlier !== undefined,
    rev,
  });
  const { outcome, code, message, rootId } = judgement;
  return { id: envelope.id, n: envelope.n, outcome, code, message, rev, rootId };
}

/** The same operation sent by a device that enrolled anew: the first verdict holds, and nothing is applied again. */
function repeatOf(earlier: LoggedOperation, actor: Actor, hash: string): Judgement {
  const same = earlier.argsHash === hash && earlier.userId === actor.userId;
  const { outcome, code, message, rootId } = same
    ? earlier
    : {
        outcome: 'REJECTED' as const,
        code: 'OPERATION_MISMATCH',
        message: 'Another operation has this id already.',
        rootId: null,
      };
  return { outcome, code, message, rootId, quarantined: false, found: {} };
}

async function judgeSafely(engine: Engine, client: ClientBase, found: Case): Promise<Judgement> {
  const lookUp = engine.operationNamed ?? operationNamed;
  await client.query('SAVEPOINT rule');
  try {
    const judgement = await judgeOperation(client, found, (name) => lookUp(name)?.title ?? name);
    // Deferred foreign keys speak up here, where they refuse the operation, and not at the commit.
    await client.query('SET CONSTRAINTS ALL IMMEDIATE');
    return judgement;
  } catch (error) {
    const refusal = refusalOf(error);
    if (!refusal) throw error;
    await client.query('ROLLBACK TO SAVEPOINT rule');
    if (refusal.bug) engine.onBug(error, { id: found.envelope.id, name: found.envelope.name });
    const { code, message } = refusal;
    return { outcome: 'REJECTED', code, message, rootId: null, quarantined: false, found: {} };
  }
}
