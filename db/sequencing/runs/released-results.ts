import type { OperationContext } from '#db/operation.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import { specimen } from '#db/specimens/specimen.ts';
import type { Transaction } from '#db/transaction.ts';
import { sampleResult } from './sample-result.ts';

/** Count the specimens with released results of a run. */
export async function countReleased(tx: Transaction, batchResultId: string): Promise<number> {
  const rows = await tx.find(sampleResult, { batchResultId, deleted: false });
  const specimens = await Promise.all(
    rows.map(({ specimenId }) => (specimenId === null ? undefined : tx.get(specimen, specimenId))),
  );
  return specimens.filter((row) => row && row.resultsReleasedAt !== null).length;
}

const inGigabases = (bases: number): string => `${(bases / 1e9).toFixed(2)} Gb`;

/** Record for the customer that the yield of released results changed; the event of the run or verdict has the reason. */
export async function recordChangedFigures(
  tx: Transaction,
  context: OperationContext,
  { specimenId, from, to }: { specimenId: string | null; from: number; to: number },
): Promise<void> {
  const owner = specimenId === null ? undefined : await tx.get(specimen, specimenId);
  if (!owner || owner.resultsReleasedAt === null || from === to) return;
  await recordEvent(tx, context, {
    type: 'RESULTS_FIGURES_CHANGED',
    targetType: 'Specimen',
    targetId: owner.id,
    data: { description: `The sequencing yield is ${inGigabases(to)}; it was ${inGigabases(from)}.` },
    customerVisible: true,
  });
}
