import { z } from 'zod';
import { isVisible } from '#db/access/lab.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { onlineOnly } from '#db/identity/online-only.ts';
import { applied, defineOperation, type OperationContext } from '#db/operation.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import type { Transaction } from '#db/transaction.ts';
import { instant, ref } from '#db/values/field-types.ts';
import { type Sequencer, type SequencerStatus, sequencer } from './sequencer.ts';

/** A sequencer without a sign of life for so long is offline. */
const SILENT_MINUTES = 10;
/** Clocks of instruments and of the server may differ by so much. */
const MAX_AHEAD_MS = 60_000;
const SILENT_REASON = `No sign of life for ${SILENT_MINUTES} minutes`;

/** Change the status because of a sign of life or its absence; a person's status is left alone. */
async function changeStatus(
  tx: Transaction,
  context: OperationContext,
  row: Sequencer,
  to: SequencerStatus,
  reason: string | null,
): Promise<void> {
  await tx.patch(sequencer, row.id, { status: to, statusReason: reason });
  await recordEvent(tx, context, {
    type: 'SEQUENCER_STATUS_CHANGED',
    targetType: 'Sequencer',
    targetId: row.id,
    data: { from: row.status, to, reason },
  });
}

/**
 * Check whether a sequencer was last seen too long ago; one that never sent a sign of life is not expected to.
 */
const isSilent = ({ lastHeartbeatAt }: Sequencer, now: string): boolean =>
  lastHeartbeatAt !== null && Date.parse(now) - Date.parse(lastHeartbeatAt) >= SILENT_MINUTES * 60_000;

/**
 * Record a sign of life of a sequencer. The last one never moves back; one that went offline by its silence is
 * active again, and one that a person took out of work stays so.
 */
export const recordHeartbeat = defineOperation({
  name: 'record-heartbeat',
  version: 1,
  kind: 'fact',
  title: 'Record sign of life of sequencer',
  grant: 'lab/sequencers:update',
  args: z.strictObject({ sequencerId: ref, at: instant.nullable().default(null) }),
  subjects: ({ sequencerId }) => [sequencerId],
  async run(tx, { sequencerId, at }, context) {
    onlineOnly(context);
    const row = await tx.get(sequencer, sequencerId);
    if (!row || row.deleted || !isVisible(context.actor, row))
      throw new AppError('NOT_FOUND', MESSAGES.notFound);
    const now = context.occurredAt;
    const seenAt = at ?? now;
    if (Date.parse(seenAt) > Date.parse(now) + MAX_AHEAD_MS)
      throw new AppError('VALIDATION', 'The sign of life is in the future. Set the clock of the instrument.');
    if (row.status === 'RETIRED') return applied;
    const isNewer = row.lastHeartbeatAt === null || Date.parse(seenAt) > Date.parse(row.lastHeartbeatAt);
    const next = isNewer ? await tx.patch(sequencer, row.id, { lastHeartbeatAt: seenAt }) : row;
    if (next.status === 'OFFLINE' && next.statusReason === SILENT_REASON && !isSilent(next, now))
      await changeStatus(tx, context, next, 'ACTIVE', null);
    return applied;
  },
});

/** Set sequencers offline that sent signs of life before and are silent now; returns their number. */
export async function setSilentOffline(
  tx: Transaction,
  context: OperationContext,
  rows: readonly Sequencer[],
): Promise<number> {
  let count = 0;
  for (const row of rows) {
    if (row.deleted || row.status !== 'ACTIVE' || !isSilent(row, context.occurredAt)) continue;
    await changeStatus(tx, context, row, 'OFFLINE', SILENT_REASON);
    count += 1;
  }
  return count;
}
