import { refuse } from '#db/errors/app-error.ts';
import { person } from '#db/identity/person.ts';
import type { OperationContext } from '#db/operation.ts';
import type { ConflictVersion } from '#db/records/sync-conflict.ts';
import type { Transaction } from '#db/transaction.ts';
import { awaitedAliquots, awaitedProblem } from './awaited-aliquots.ts';
import { byOther, custodyChain, doneBy, placeOf, placeText } from './custody-chain.ts';
import { batchProblem } from './end-guards.ts';
import { placeNow } from './place-samples.ts';
import { type Sample, sample as sampleEntity } from './sample.ts';
import { sightingsOf } from './sightings.ts';

/** What somebody else does with a sample that leaves the lab, and the words for it. */
export interface UnseenUse {
  version: ConflictVersion;
  words: string;
}

/**
 * What somebody else did with a sample, or needs it for, without this person knowing (domain 5.11, case 7); null when
 * nothing. Whoever could know that an aliquot is awaited is refused.
 */
export async function usedUnseen(
  tx: Transaction,
  context: OperationContext,
  sample: Sample,
): Promise<UnseenUse | null> {
  return (await neededUnseen(tx, context, sample)) ?? (await handledUnseen(tx, context, sample));
}

async function neededUnseen(
  tx: Transaction,
  context: OperationContext,
  sample: Sample,
): Promise<UnseenUse | null> {
  const awaited = await awaitedAliquots(tx, sample);
  const problem = awaitedProblem(sample, awaited);
  const [first] = awaited;
  if (!problem || !first) return null;
  // A device that knew of it has refused by itself.
  const fromDevice = context.replica === 'server' && context.deviceId !== null;
  if (!fromDevice) throw refuse(problem.code, problem.message);
  const [orderer] = await tx.find(person, { userId: first.createdById ?? '' });
  return {
    words: 'is needed for another order',
    version: {
      userId: first.createdById,
      name: orderer?.name ?? 'a customer',
      occurredAt: first.createdAt,
      label: `Ordered an aliquot of it, ${first.barcode}`,
      value: stayed(sample),
    },
  };
}

async function handledUnseen(
  tx: Transaction,
  context: OperationContext,
  sample: Sample,
): Promise<UnseenUse | null> {
  if (!(await context.changedSinceSeen(sampleEntity, sample.id))) return null;
  const { events, placed } = await sightingsOf(tx, sample);
  const chain = custodyChain(events).at(-1);
  const byAnother = chain !== undefined && byOther(context, chain);
  if (!byAnother && (await batchProblem(tx, sample)) === null) return null;
  const last = chain ?? placed;
  return {
    words: 'was used meanwhile',
    version: {
      userId: last?.userId ?? null,
      name: last ? doneBy(last) : 'a colleague',
      occurredAt: last?.occurredAt ?? sample.updatedAt,
      label: last ? `Last seen in ${placeText(placeOf(last) ?? (await placeNow(tx, sample)))}` : 'In use',
      value: stayed(sample),
    },
  };
}

const stayed = (sample: Sample): ConflictVersion['value'] => ({
  act: 'USED',
  containerId: sample.storageLocationId,
  position: sample.storagePosition,
});
