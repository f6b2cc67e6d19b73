import { refuse } from '#db/errors/app-error.ts';
import type { OperationContext } from '#db/operation.ts';
import { openConflict } from '#db/records/conflicts/open-conflict.ts';
import { type ConflictVersion, syncConflict } from '#db/records/conflicts/sync-conflict.ts';
import type { EventType } from '#db/records/events/event-type.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import { doneBy, type JsonData, lastPlacing } from '#db/samples/custody/custody-chain.ts';
import { sightingsOf } from '#db/samples/custody/sightings.ts';
import { leftLabText, type Sample, sample as sampleEntity } from '#db/samples/sample.ts';
import { storageManagement } from '#db/storage/storage-management.ts';
import type { Transaction } from '#db/transaction.ts';

/** The conflict of domain 5.11, case 7. */
export const DISPOSED_AND_USED = 'disposed-and-used';

/** One person disposed of a sample, another sent it to the client: only one of the two can be true. */
export const ENDED_TWICE = 'ended-twice';

/** The conflicts that freeze a sample until a person decides. */
export const FREEZING_CONFLICTS: readonly string[] = [DISPOSED_AND_USED, ENDED_TWICE];

/** The use of a sample, as the conflict shows it. */
export interface SampleUse {
  type: EventType;
  label: string;
  value: ConflictVersion['value'];
  data?: JsonData;
  /**
   * Seen with other tubes in one scan: never refused, even when the person could know of the disposal (domain
   * 5.1).
   */
  isPhysicallySeen?: boolean;
}

/** Return the text for a sample in DISPOSED or SENT_TO_CLIENT, else null. */
export async function disposedProblem(
  tx: Transaction,
  sample: Sample,
): Promise<{ code: string; message: string } | null> {
  if (sample.storageLocationId === null) return null;
  const place = await tx.get(storageManagement, sample.storageLocationId);
  const message = place ? leftLabText(sample.barcode, place.type) : null;
  return place && message !== null ? { code: `SAMPLE_${place.type}`, message } : null;
}

/**
 * Return the text for a sample that is frozen until a person decides whether and how it left the lab, else
 * null.
 */
export async function frozenProblem(
  tx: Transaction,
  sampleId: string,
  barcode: string,
): Promise<{ code: string; message: string; kind: string } | null> {
  const conflicts = await tx.find(syncConflict, { targetId: sampleId });
  const open = conflicts.filter((one) => one.status === 'OPEN').map(({ kind }) => kind);
  const kind = FREEZING_CONFLICTS.find((one) => open.includes(one));
  if (kind === undefined) return null;
  const openQuestion = kind === ENDED_TWICE ? 'how it left the lab' : 'whether it was disposed of';
  return {
    code: 'SAMPLE_FROZEN',
    message: `Sample ${barcode} is frozen until a manager says ${openQuestion}.`,
    kind,
  };
}

/**
 * Check for a disposal before every use of a sample. A person who could know of the disposal is refused; work
 * without that knowledge is stored as withheld, and a person decides (domain 5.11, case 7). Null means that
 * the sample can be used.
 */
export async function findDisposalBlock(
  tx: Transaction,
  context: OperationContext,
  sample: Sample,
  use: SampleUse,
): Promise<{ code: string; message: string } | null> {
  const frozen = await frozenProblem(tx, sample.id, sample.barcode);
  const problem = frozen ?? (await disposedProblem(tx, sample));
  if (!problem) return null;
  if (!use.isPhysicallySeen && !(await context.changedSinceSeen(sampleEntity, sample.id)))
    throw refuse(problem.code, problem.message);
  await recordEvent(tx, context, {
    type: use.type,
    targetType: 'Sample',
    targetId: sample.id,
    data: { ...use.data, by: context.actor.name, withheld: true },
  });
  // A use of a sample with a conflict about how it left also opens the question whether it left at all.
  if (frozen && frozen.kind !== ENDED_TWICE) return frozen;
  await openConflict(tx, context, {
    kind: DISPOSED_AND_USED,
    targetType: 'Sample',
    targetId: sample.id,
    batchId: sample.batchId,
    action: `Say whether ${sample.barcode} was disposed of or is still there`,
    mine: { label: use.label, value: use.value },
    theirs: await endVersion(tx, sample),
  });
  return { code: 'DISPOSED_AND_USED', message: `${problem.message} A manager must confirm which is true.` };
}

/** Describe how a sample left the lab, for a conflict. */
export async function endVersion(tx: Transaction, sample: Sample): Promise<ConflictVersion | null> {
  const { events } = await sightingsOf(tx, sample);
  const disposed = lastPlacing(events);
  if (!disposed) return null;
  return {
    userId: disposed.userId,
    name: doneBy(disposed),
    occurredAt: disposed.occurredAt,
    label:
      disposed.type === 'SAMPLE_DISPOSED'
        ? `Disposed of ${sample.barcode}`
        : `Sent ${sample.barcode} to the client`,
    value: { act: 'DISPOSED', endPlaceId: sample.storageLocationId },
  };
}
