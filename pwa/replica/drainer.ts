import { AppError } from '#db/errors/app-error.ts';
import type { OperationEnvelope, PushResponse } from '#db/sync/wire.ts';
import type { ClockOffset } from './clock-offset.ts';
import type { Enrollment } from './enrollment.ts';
import { isUnsent, type OperationDocument } from './operation-document.ts';
import { lastN, type Outbox } from './outbox.ts';
import type { SyncApi } from './sync-api.ts';

export interface DrainerParts {
  api: SyncApi;
  outbox: Outbox;
  clock: ClockOffset;
  enrollment(): Promise<Enrollment>;
  /** Enrols this device under a new id and returns it with its first free number. */
  enrollReplacement(): Promise<{ deviceId: string; expectedN: number }>;
  /** Photos that are sent after their receipt: they wait too. */
  photosWaiting(): number;
  now(): number;
}

const BATCH = 50;

/** Sends what waits, lowest number first, until nothing waits. Returns how many verdicts came. */
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
      // What no request can carry is set aside by the server under its number, so that the work behind it goes on.
      if (batch.length === 1) tooLarge.add(first.id);
      size = Math.ceil(batch.length / 2);
    }
    if (typeof answer === 'string') continue;
    await parts.clock.measured(answer.serverTime, requestedAt, parts.now());
    verdicts += await applyPushAnswer(parts, deviceId, before, batch, answer);
    const stillWaiting = unsentOf(parts.outbox, deviceId)[0];
    const moved = stillWaiting?.key !== first.key || answer.expectedN !== first.n;
    if (!moved)
      throw new AppError(
        'UNAVAILABLE',
        'The server has not judged the work that was sent. It will be sent again.',
      );
  }
}

/** The server says that this device's count is not the one it keeps. */
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

/** Enrols anew and gives operations numbers of the new device; those that the server knows keep their verdict there. */
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
 * Brings the kept operations and the server's count together. After a restore the server expects numbers that it once
 * had: they are sent again from the kept log. When the outbox was evicted the device starts under a new id.
 */
export async function reconcile(
  parts: DrainerParts,
  deviceId: string,
  expectedN: number,
  judgedBefore: ReadonlySet<string>,
): Promise<void> {
  // Another tab may have added or sent work since; the store knows all that the server can have counted.
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

/** Keys of operations that have a verdict: taken before the server is asked where it stands. */
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
  // The server has judged another operation under this number: this device's count is not the one it knows.
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

/** Operations kept under a device id that is no longer this device's get numbers of the present one. */
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

/** The operation under its number without what made it too large; all of it stays in the outbox. */
const toSetAside = (operation: OperationDocument): OperationEnvelope => ({
  ...toEnvelope(operation),
  base: {},
  args: {},
  setAside: 'TOO_LARGE',
});
