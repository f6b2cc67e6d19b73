import { AppError } from '#db/errors/app-error.ts';
import type { OperationEnvelope, PushResponse } from '#db/sync/wire.ts';
import { isUnsent, type OperationDocument } from '#pwa/replica/operations/operation-document.ts';
import { lastN, type Outbox } from '#pwa/replica/operations/outbox.ts';
import type { Enrollment } from '#pwa/replica/session/enrollment.ts';
import type { ClockOffset } from './last-contact.ts';
import type { SyncApi } from './sync-api.ts';

export interface DrainerParts {
  api: SyncApi;
  outbox: Outbox;
  clock: ClockOffset;
  enrollment(): Promise<Enrollment>;
  /** Enroll this device under a new id and return it with its first free number. */
  enrollReplacement(): Promise<{ deviceId: string; expectedN: number }>;
  /** Photos that are sent after their receipt; they wait too. */
  photosWaiting(): number;
  now(): number;
}

const BATCH = 50;

/** Send waiting operations, lowest number first, until none waits; returns the number of verdicts. */
export async function drain(parts: DrainerParts): Promise<number> {
  let verdicts = 0;
  let size = BATCH;
  const tooLarge = new Set<string>();
  for (;;) {
    const { deviceId } = await parts.enrollment();
    await adoptStrays(parts, deviceId);
    const waiting = unsentOf(parts.outbox, deviceId);
    const batch = waiting.slice(0, size);
    const first = batch[0];
    const last = batch.at(-1);
    if (!first || !last) return verdicts;
    await markSent(parts.outbox, batch);
    const before = operationKeysWithVerdict(parts.outbox);
    const requestedAt = parts.now();
    const answer = await pushed(
      parts,
      deviceId,
      batch.map((operation) => (tooLarge.has(operation.id) ? toSetAside(operation) : toEnvelope(operation))),
      waiting.length - batch.length + parts.photosWaiting(),
    );
    if (answer === 'too large') {
      // The server sets an operation that is too large for a request aside under its number, so that later
      // work continues.
      if (batch.length === 1) tooLarge.add(first.id);
      size = Math.ceil(batch.length / 2);
    }
    if (typeof answer === 'string') continue;
    await parts.clock.measured(answer.serverTime, requestedAt, parts.now());
    verdicts += await applyPushAnswer(parts, deviceId, before, batch, answer);
    const stillWaiting = unsentOf(parts.outbox, deviceId)[0];
    const moved = stillWaiting?.key !== first.key || answer.expectedN !== first.n;
    if (!moved) throw new AppError('UNAVAILABLE', 'The server did not process all work. Sending again.');
  }
}

/** Check whether the server reports a different operation count for this device. */
const isForeignCount = (error: AppError): boolean =>
  error.code === 'NOT_FOUND' || error.message.startsWith('OPERATION_MISMATCH');

async function pushed(
  parts: DrainerParts,
  deviceId: string,
  batch: OperationEnvelope[],
  waiting: number,
): Promise<PushResponse | 'moved' | 'too large'> {
  try {
    return await parts.api.push(deviceId, batch, waiting);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'TOO_LARGE' && !batch[0]?.setAside) return 'too large';
    if (!isForeignCount(error)) throw error;
    await moveToNewDevice(parts, deviceId, error.code === 'NOT_FOUND' ? () => true : isUnsent);
    return 'moved';
  }
}

/**
 * Enroll again and renumber operations under the new device; those that the server knows keep their verdict
 * there.
 */
export async function moveToNewDevice(
  parts: DrainerParts,
  deviceId: string,
  mayMove: (operation: OperationDocument) => boolean,
): Promise<void> {
  const replacement = await parts.enrollReplacement();
  const moving = parts.outbox
    .all()
    .filter((operation) => operation.deviceId === deviceId && mayMove(operation));
  await parts.outbox.rekey(
    moving.map((operation) => operation.key),
    replacement.deviceId,
    replacement.expectedN,
  );
}

/**
 * Reconcile the stored operations with the server's count. After a restore the server expects earlier numbers
 * again: they are sent again from the stored log. When the browser evicted the outbox, the device starts
 * under a new id.
 */
export async function reconcile(
  parts: DrainerParts,
  deviceId: string,
  expectedN: number,
  judgedBefore: ReadonlySet<string>,
): Promise<void> {
  // Another tab may have added or sent operations since; the store has all that the server can have counted.
  await parts.outbox.reload();
  const own = parts.outbox.all().filter((operation) => operation.deviceId === deviceId);
  const last = lastN(own, deviceId);
  const forgotten = own.filter((operation) => operation.n >= expectedN && judgedBefore.has(operation.key));
  const unacknowledged = own.filter((operation) => operation.n >= expectedN);
  const gapFree = unacknowledged.every((operation, index) => operation.n === expectedN + index);
  if (expectedN > last + 1 || !gapFree) {
    await moveToNewDevice(
      parts,
      deviceId,
      (operation) => isUnsent(operation) || forgotten.includes(operation),
    );
    return;
  }
  await parts.outbox.update(
    forgotten.map((operation) => operation.key),
    (operation) => ({ ...operation, state: 'pending', outcome: null, code: null, message: null, rev: null }),
  );
}

/** List the keys of operations that have a verdict; read before the server is asked for its count. */
export const operationKeysWithVerdict = (outbox: Outbox): Set<string> =>
  new Set(
    outbox
      .all()
      .filter((operation) => !isUnsent(operation))
      .map((operation) => operation.key),
  );

async function applyPushAnswer(
  parts: DrainerParts,
  deviceId: string,
  judgedBefore: ReadonlySet<string>,
  batch: readonly OperationDocument[],
  answer: PushResponse,
): Promise<number> {
  const sentIds = new Map(batch.map((operation) => [operation.n, operation.id]));
  // The server has judged another operation under this number, so the counts of device and server differ.
  const foreign = answer.verdicts.some(
    (verdict) => sentIds.has(verdict.n) && sentIds.get(verdict.n) !== verdict.id,
  );
  const own = answer.verdicts.filter((verdict) => sentIds.get(verdict.n) === verdict.id);
  await parts.outbox.takeVerdicts(own);
  const next = unsentOf(parts.outbox, deviceId)[0]?.n;
  if (foreign) {
    await moveToNewDevice(parts, deviceId, isUnsent);
  } else if (next !== undefined && answer.expectedN !== next) {
    await reconcile(parts, deviceId, answer.expectedN, judgedBefore);
  }
  return own.length;
}

/** Renumber operations that were stored under a former id of this device. */
async function adoptStrays({ outbox }: DrainerParts, deviceId: string): Promise<void> {
  const strays = outbox.all().filter((operation) => operation.deviceId !== deviceId && isUnsent(operation));
  if (strays.length === 0) return;
  const present = new Set(
    outbox
      .all()
      .filter((operation) => operation.deviceId === deviceId)
      .map(({ id }) => id),
  );
  const twice = strays.filter((operation) => present.has(operation.id));
  if (twice.length > 0) await outbox.remove(twice.map((operation) => operation.key));
  const missingStrays = strays.filter((operation) => !present.has(operation.id));
  await outbox.rekey(
    missingStrays.map((operation) => operation.key),
    deviceId,
    lastN(outbox.all(), deviceId) + 1,
  );
}

const unsentOf = (outbox: Outbox, deviceId: string): OperationDocument[] =>
  outbox.all().filter((operation) => operation.deviceId === deviceId && isUnsent(operation));

async function markSent(outbox: Outbox, batch: readonly OperationDocument[]): Promise<void> {
  const replacement = batch
    .filter((operation) => operation.state === 'pending')
    .map((operation) => operation.key);
  await outbox.update(replacement, (operation) =>
    operation.state === 'pending' ? { ...operation, state: 'sent' } : operation,
  );
}

const toEnvelope = (operation: OperationDocument): OperationEnvelope => ({
  id: operation.id,
  n: operation.n,
  name: operation.name,
  version: operation.version,
  occurredAt: operation.occurredAt,
  base: operation.base,
  dependsOn: operation.dependsOn,
  args: operation.args,
  mono: operation.mono,
  clockOffsetMs: operation.clockOffsetMs,
});

/** Strip the operation of the content that made it too large; the outbox keeps the full operation. */
const toSetAside = (operation: OperationDocument): OperationEnvelope => ({
  ...toEnvelope(operation),
  base: {},
  args: {},
  setAside: 'TOO_LARGE',
});
