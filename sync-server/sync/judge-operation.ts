import type { ClientBase } from 'pg';
import { may } from '#db/access/grants.ts';
import { entitiesOfGrant } from '#db/access/lab.ts';
import type { Role } from '#db/access/roles.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import {
  type Actor,
  conflicted,
  type OperationContext,
  type OperationDefinition,
  type Outcome,
  type RuleResult,
  warned,
} from '#db/operation.ts';
import { openConflict } from '#db/records/conflicts/open-conflict.ts';
import type { OperationEnvelope } from '#db/sync/wire.ts';
import { createPrefetcher, getReadCache } from '#sync-server/postgres/acceleration/acceleration.ts';
import type { Prefetcher } from '#sync-server/postgres/acceleration/parts.ts';
import { PgTransaction } from '#sync-server/postgres/pg-transaction.ts';
import { type ActedAs, actingRoleAt, type Membership, rightsAt } from './actor-rights.ts';
import type { CorrectedTime } from './device-clock.ts';
import { findInheritedConflict } from './inherited-conflict.ts';
import { findUnleased } from './leases.ts';
import type { LockedDevice } from './lock-device.ts';
import { buildOperationContext } from './operation-context.ts';
import type { LoggedOperation } from './operation-log.ts';
import { type EnteredArgs, enterArgs } from './read-ahead.ts';

/** The sender of an operation with the start of the session; for a super admin also the roles taken in it. */
export type ActingPerson = Actor & { readonly actedAs?: readonly ActedAs[]; readonly signedInAt?: number };

/** The input of a judgement: an operation and everything known about it. */
export interface OperationRequest {
  envelope: OperationEnvelope;
  definition: OperationDefinition | undefined;
  /** True if devices may send the operation; all others are online only. */
  isForDevices: boolean;
  device: LockedDevice;
  actor: ActingPerson;
  membership: Membership;
  time: CorrectedTime;
  receivedAt: string;
  timeZone: string;
  /** Those of its dependencies that are in the log. */
  dependencies: readonly LoggedOperation[];
  /** Its arguments, if parsed already. */
  enteredArgs?: EnteredArgs | undefined;
  /** The expected reads of its rule, if sent already. */
  prefetcher?: Prefetcher | undefined;
}

/** The result of judging an operation, before it is logged. */
export interface Judgement {
  outcome: Outcome;
  code: string | null;
  message: string | null;
  rootId: string | null;
  quarantined: boolean;
  found: Readonly<Record<string, number>>;
}

const rejected = (code: string, message: string, more: Partial<Judgement> = {}): Judgement => ({
  outcome: 'REJECTED',
  code,
  message,
  rootId: null,
  quarantined: false,
  found: {},
  ...more,
});

/**
 * Store the operation outside the lab's records for review, because its rights were missing when it was done.
 */
const quarantined = (code: string, message: string): Judgement =>
  rejected(code, `${message} It is kept in quarantine.`, { quarantined: true });

/** Return the role in which the person acted at a moment, or null if the account was deactivated then. */
function roleAt({ membership, actor, device }: OperationRequest, moment: string): Role | null {
  const rights = rightsAt(membership, moment);
  if ('deactivated' in rights) return null;
  return actingRoleAt(actor.actedAs ?? [], device.online ? null : moment) ?? rights.role;
}

/**
 * Codes of late refusals that do not refuse dependent operations, which are judged by themselves (domain
 * 5.11, cases 19 and 20).
 */
const RECORDED_AS_LATE: readonly string[] = ['SECTION_SIGNED', 'SECTION_COMPLETED', 'BATCH_CLOSED'];

function refusedDependency(
  dependencies: readonly LoggedOperation[],
  title: (name: string) => string,
): Judgement | undefined {
  const refusedOperation = dependencies.find(
    ({ outcome, code }) => outcome === 'REJECTED' && !RECORDED_AS_LATE.includes(code ?? ''),
  );
  if (!refusedOperation) return undefined;
  const rootId = refusedOperation.rootId ?? refusedOperation.id;
  return rejected(
    'DEPENDENCY_REJECTED',
    `This builds on "${title(refusedOperation.name)}" (${rootId}), which was refused.`,
    { rootId },
  );
}

/** A judgement and the pending writes of its rule; nothing is sent yet. */
export interface JudgedOperation {
  judgement: Judgement;
  tx?: PgTransaction;
}

/** Judge one operation inside its savepoint. Throws what the rule throws. */
export async function judgeOperation(
  client: ClientBase,
  request: OperationRequest,
  titleOf: (name: string) => string,
): Promise<JudgedOperation> {
  const authorized = authorize(request, titleOf);
  if ('outcome' in authorized) return { judgement: authorized };
  const unleased = await unleasedNumber(client, request, authorized);
  return unleased ? { judgement: unleased } : runRule(client, request, authorized, titleOf);
}

/** Refuse numbers that the device has not leased, because labels of other devices may carry them. */
async function unleasedNumber(
  client: ClientBase,
  { device }: OperationRequest,
  { definition, args, actor }: AuthorizedOperation,
): Promise<Judgement | undefined> {
  if (device.online || !definition.numbers) return undefined;
  const number = await findUnleased(client, actor.lab, device.id, definition.numbers(args));
  if (number === undefined) return undefined;
  return rejected(
    'NUMBER_NOT_LEASED',
    `Number ${number} was not given to this device. Connect it, print a new label and receive it again.`,
  );
}

/** The input of a rule. */
interface AuthorizedOperation {
  definition: OperationDefinition;
  args: Record<string, unknown>;
  actor: ActingPerson;
}

/** Check everything before the rule: known operation, permission, no dependency on a refused operation. */
function authorize(
  request: OperationRequest,
  titleOf: (name: string) => string,
): Judgement | AuthorizedOperation {
  const { envelope, definition, device, time } = request;
  if (envelope.setAside)
    return rejected(
      envelope.setAside,
      `This is too large to be sent and stays on the device (${definition?.title ?? envelope.name}). Do it again in smaller parts.`,
    );
  if (!definition) {
    return rejected(
      'UNSUPPORTED_OPERATION',
      `This server does not know "${envelope.name}". Update the app and enter it again.`,
    );
  }
  if (!device.online && !request.isForDevices)
    return rejected(
      'ONLINE_ONLY',
      `"${definition.title}" is done online. Open its page while you are connected.`,
    );
  const enteredArgs = request.enteredArgs ?? enterArgs(definition, envelope);
  if (enteredArgs === 'unknown version') {
    return rejected(
      'UNSUPPORTED_VERSION',
      `Version ${envelope.version} of "${definition.title}" is not known here. Update the app and enter it again.`,
    );
  }
  const role = roleAt(request, time.judgedAt);
  if (role === null)
    return quarantined('USER_DEACTIVATED', 'This was done after the account was deactivated.');
  if (device.revokedAt !== null && time.judgedAt >= device.revokedAt)
    return quarantined('DEVICE_REVOKED', 'This was done after the device was revoked.');
  if (role !== roleAt(request, time.claimedAt))
    return quarantined(
      'QUARANTINED',
      'This is dated before your role changed, and cannot have been done then. Set the clock and ask a lab manager.',
    );
  if (!may(role, definition.grant)) return rejected('FORBIDDEN', MESSAGES.forbidden);
  if ('invalid' in enteredArgs) return rejected('INVALID_ARGUMENTS', enteredArgs.invalid);
  const refusedOperation = refusedDependency(request.dependencies, titleOf);
  if (refusedOperation) return refusedOperation;
  return { definition, args: enteredArgs.args, actor: { ...request.actor, role } };
}

async function runRule(
  client: ClientBase,
  request: OperationRequest,
  { definition, args, actor }: AuthorizedOperation,
  titleOf: (name: string) => string,
): Promise<JudgedOperation> {
  const { envelope, device, time, receivedAt, timeZone } = request;
  const { occurredAt } = time;
  const stamp = {
    at: occurredAt,
    userId: actor.userId,
    entity: actor.entity,
    lab: actor.lab.id,
    entities: entitiesOfGrant(actor, definition.grant),
    receivedAt,
    requestId: envelope.id,
  };
  const prefetcher =
    request.prefetcher ?? createPrefetcher(client, actor.lab.id, { name: definition.name, args });
  const tx = new PgTransaction(client, stamp, prefetcher, getReadCache(client));
  const prefetching = tx.prefetch();
  const context = buildOperationContext(client, {
    envelope,
    deviceId: device.id,
    online: device.online,
    actor,
    occurredAt,
    timeZone,
  });
  await prefetching;
  const ruleResult = await definition.run(tx, args, context);
  const about = { subjects: definition.subjects(args), deviceId: device.id, lab: actor.lab.id, titleOf };
  const before = device.online ? null : await findInheritedConflict(client, tx, envelope, ruleResult, about);
  const result = before?.result ?? ruleResult;
  const finalResult = { ...result, ...(await judgeTime(tx, context, request, definition.title, result)) };
  const rootId = before?.rootId ?? null;
  return {
    judgement: { ...finalResult, rootId, quarantined: false, found: Object.fromEntries(tx.readRevisions) },
    tx,
  };
}

/** Adjust a result for a wrong clock: an impossible time opens a conflict, a corrected one adds a warning. */
async function judgeTime(
  tx: PgTransaction,
  context: OperationContext,
  { envelope, time }: OperationRequest,
  title: string,
  result: RuleResult,
): Promise<RuleResult | null> {
  const { outcome, message } = result;
  if (time.review !== null) {
    await openConflict(tx, context, {
      kind: 'CLOCK',
      targetType: 'Operation',
      targetId: envelope.id,
      action: `Check when "${title}" was done`,
      mine: {
        label: time.review,
        value: { deviceTime: time.deviceTime, occurredAt: time.occurredAt },
      },
      theirs: null,
    });
    return outcome === 'CONFLICT'
      ? null
      : conflicted('CLOCK', `${time.review}. It was applied; the time is to be checked.`);
  }
  if (time.warning === null || outcome === 'REJECTED') return null;
  if (outcome === 'APPLIED') return warned('CLOCK_CORRECTED', time.warning);
  return { ...result, message: [message, time.warning].filter(Boolean).join(' ') };
}

/** Return the error for two different operations under one number: an incident, never an overwrite. */
export const mismatch = (n: number): AppError =>
  new AppError(
    'VALIDATION',
    `OPERATION_MISMATCH: number ${n} of this device was another operation. Export the unsent work and enroll again.`,
    [{ path: 'operations', message: 'OPERATION_MISMATCH' }],
  );
