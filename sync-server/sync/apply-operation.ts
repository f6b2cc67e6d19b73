import type { ClientBase, Pool } from 'pg';
import { benchOperationNamed } from '#db/bench-operations.ts';
import { AppError, type ErrorIssue } from '#db/errors/app-error.ts';
import type { Actor } from '#db/operation.ts';
import { operationNamed } from '#db/operations.ts';
import type { OperationEnvelope, OperationVerdict } from '#db/sync/wire.ts';
import { enqueueWrite, getReadCache } from '#sync-server/postgres/acceleration/acceleration.ts';
import { allOrFirstError, markHandled } from '#sync-server/postgres/transaction.ts';
import { correctTime } from './device-clock.ts';
import {
  type ActingPerson,
  type Judgement,
  judgeOperation,
  mismatch,
  type OperationRequest,
} from './judge-operation.ts';
import { type LockedDevice, lockHead, notEnrolled, type OpenedWork, openWork } from './lock-device.ts';
import {
  argsHash,
  type Entry,
  type LoggedOperation,
  loggedAt,
  verdictOf,
  writeEntry,
} from './operation-log.ts';
import { type ReadAhead, readAhead, SAVE, UNDO } from './read-ahead.ts';
import { refusalOf } from './verdict-of-error.ts';

/** What the engine needs from the running server. */
export interface Engine {
  pool: Pool;
  timeZone: string;
  now(): Date;
  /** Called for refusals that a bug of ours has caused. */
  onBug(error: unknown, operation: { id: string; name: string }): void;
  /** Looks an operation up; tests inject their own. */
  operationNamed?: typeof operationNamed;
  /** Reports which operations devices may send; tests inject their own. */
  benchOperationNamed?: typeof benchOperationNamed;
}

/**
 * The outcome of one operation: its verdict, the number that the server expects, or the reason why there is
 * no verdict. `device` is the sending device before the operation; `logged` is true if the operation was
 * written to the log.
 */
export type Applied =
  | { verdict: OperationVerdict; device: LockedDevice; logged: boolean }
  | { expectedN: number; device: LockedDevice }
  | { refused: AppError };

type Numbered = Omit<OperationEnvelope, 'n'>;

/** The sender of operations, and how many its outbox still holds. */
export interface Sender {
  actor: ActingPerson;
  deviceId: string;
  waiting?: number | undefined;
  /** Aborts when the client has disconnected; operations not yet started are left for its next attempt. */
  clientSignal?: AbortSignal | undefined;
}

const isEnd = (applied: Applied): boolean => !('verdict' in applied);

/**
 * Apply operations of a device in order, each exactly once: lock the head, lock the device, judge, log. Stops
 * at the first operation that is not the next. An infrastructure error is thrown; operations without a
 * reported verdict are then not consumed.
 */
export function applyOperations(
  engine: Engine,
  sender: Sender,
  envelopes: readonly OperationEnvelope[],
): Promise<Applied[]> {
  const steps = envelopes.map((envelope, index) => {
    const behind = envelopes.length - 1 - index;
    const waiting = sender.waiting === undefined ? undefined : sender.waiting + behind;
    return (client: ClientBase) => applyInOrder(engine, client, { ...sender, waiting }, envelope);
  });
  return enqueueWrite(
    { pool: engine.pool, lab: sender.actor.lab.id, lock: lockHead },
    steps,
    isEnd,
    sender.clientSignal,
  );
}

const definitionOf = (engine: Engine, { name }: Pick<OperationEnvelope, 'name'>) =>
  (engine.operationNamed ?? operationNamed)(name);

/** Apply one operation of a device; throws for errors of the request itself. */
export async function applyOperation(
  engine: Engine,
  actor: Actor,
  deviceId: string,
  envelope: OperationEnvelope,
): Promise<Exclude<Applied, { refused: AppError }>> {
  const [applied] = await applyOperations(engine, { actor, deviceId }, [envelope]);
  if (!applied) throw new AppError('INTERNAL', 'The operation has no end.');
  if ('refused' in applied) throw applied.refused;
  return applied;
}

async function applyInOrder(
  engine: Engine,
  client: ClientBase,
  sender: Sender,
  envelope: OperationEnvelope,
): Promise<Applied> {
  const { actor, deviceId } = sender;
  const { id, n, dependsOn } = envelope;
  const opening = openWork(client, actor, deviceId, { n, ids: [id, ...dependsOn] });
  const prefetch = readAhead(client, actor.lab.id, definitionOf(engine, envelope), envelope);
  const work = await opening;
  const isNew = work !== undefined && work.rev !== null && !work.known.some((known) => known.id === id);
  if (prefetch && !isNew) await client.query(UNDO);
  if (!work) return { refused: notEnrolled() };
  const { device, rev } = work;
  if (n > device.lastN + 1) return { expectedN: device.lastN + 1, device };
  if (n <= device.lastN || rev === null) {
    const loggedOperation = await loggedAt(client, actor.lab.id, deviceId, n);
    if (!loggedOperation || loggedOperation.argsHash !== argsHash(envelope)) return { refused: mismatch(n) };
    return { verdict: verdictOf(loggedOperation), device, logged: false };
  }
  const { verdict } = await applyNext(engine, client, sender, { ...work, rev, prefetch }, envelope);
  return { verdict, device, logged: true };
}

/**
 * Apply an operation under the next number of a device whose row the caller has locked. `issues` lists the
 * problems of a refusal for the response of a call; they are neither logged nor in the verdict.
 */
export async function applyNext(
  engine: Engine,
  client: ClientBase,
  sender: Omit<Sender, 'deviceId'>,
  work: OpenedWork & { rev: number; prefetch?: ReadAhead | undefined },
  unnumbered: Numbered,
): Promise<{ verdict: OperationVerdict; issues: readonly ErrorIssue[] }> {
  const { device, rev, known, membership, prefetch } = work;
  const { actor } = sender;
  const envelope: OperationEnvelope = { ...unnumbered, n: device.lastN + 1 };
  const received = engine.now();
  const offset = envelope.clockOffsetMs ?? device.clockOffsetMs;
  // The server sets the time of online operations itself.
  const time = correctTime(envelope.occurredAt, offset ?? 0, received, device.online ? undefined : device);
  const hash = argsHash(envelope);
  const earlier = known.find(({ id }) => id === envelope.id);
  const operationRequest: OperationRequest = {
    envelope,
    definition: definitionOf(engine, envelope),
    isForDevices: (engine.benchOperationNamed ?? benchOperationNamed)(envelope.name) !== undefined,
    device,
    actor,
    membership,
    time,
    receivedAt: received.toISOString(),
    timeZone: engine.timeZone,
    dependencies: known.filter(({ id }) => id !== envelope.id),
    ...prefetch,
  };
  const entry = {
    deviceId: device.id,
    lab: actor.lab.id,
    entity: actor.entity,
    userId: actor.userId,
    userCompanyId: actor.userCompanyId,
    envelope,
    argsHash: hash,
    deviceTime: time.deviceTime,
    occurredAt: time.occurredAt,
    receivedAt: operationRequest.receivedAt,
    clockOffsetMs: offset,
    clockShiftMs: time.shiftMs,
    repeated: earlier !== undefined,
    rev,
    waiting: sender.waiting ?? null,
  };
  const { judgement, logged, issues } = earlier
    ? log(client, entry, repeatOf(earlier, actor, hash))
    : await judgeSafely(engine, client, operationRequest, entry);
  await logged;
  const { outcome, code, message, rootId } = judgement;
  return { verdict: { id: envelope.id, n: envelope.n, outcome, code, message, rev, rootId }, issues };
}

/**
 * Handle the same operation from a device that enrolled again: the first verdict holds, and nothing is
 * applied twice.
 */
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

/** A judgement whose log entry is being written. */
interface Logged {
  judgement: Judgement;
  logged: Promise<void>;
  issues: readonly ErrorIssue[];
}

type Unjudged = Omit<Entry, keyof Judgement>;

const log = (
  client: ClientBase,
  entry: Unjudged,
  judgement: Judgement,
  issues: readonly ErrorIssue[] = [],
): Logged => ({
  judgement,
  issues,
  logged: writeEntry(client, { ...entry, ...judgement }),
});

// Deferred foreign keys are checked here, where they refuse the operation, and not at the commit; the next
// operation of the transaction may again write its rows in any order.
const RELEASE = 'SET CONSTRAINTS ALL IMMEDIATE; SET CONSTRAINTS ALL DEFERRED; RELEASE SAVEPOINT rule';

async function judgeSafely(
  engine: Engine,
  client: ClientBase,
  operationRequest: OperationRequest,
  entry: Unjudged,
): Promise<Logged> {
  const findOperation = engine.operationNamed ?? operationNamed;
  try {
    if (!operationRequest.prefetcher) markHandled(client.query(SAVE));
    const titleOf = (name: string): string => findOperation(name)?.title ?? name;
    const { judgement, tx } = await judgeOperation(client, operationRequest, titleOf);
    // The entry is sent with the writes of the rule: if Postgres refuses these, it refuses the entry too.
    const released = allOrFirstError(tx ? [tx.finish(), client.query(RELEASE)] : [client.query(UNDO)]);
    const end = log(client, entry, judgement);
    markHandled(end.logged);
    await released;
    return end;
  } catch (error) {
    const refusal = refusalOf(error);
    if (!refusal) throw error;
    await client.query('ROLLBACK TO SAVEPOINT rule');
    getReadCache(client).forget();
    if (refusal.bug)
      engine.onBug(error, { id: operationRequest.envelope.id, name: operationRequest.envelope.name });
    const { code, message } = refusal;
    const judgement = {
      outcome: 'REJECTED',
      code,
      message,
      rootId: null,
      quarantined: false,
      found: {},
    } as const;
    return log(client, entry, judgement, refusal.issues);
  }
}
