import { Decimal } from 'decimal.js';
import type { Batch } from '#db/batches/batch.ts';
import type { Sample } from '#db/samples/sample.ts';
import type { Transaction } from '#db/transaction.ts';
import { flowCellUse } from '../flow-cells/flow-cell-use.ts';
import { poolMember } from './pool-member.ts';

/** Sum the volumes of a library that its batch put into pools and loaded without one. */
export async function sumUsed(
  tx: Transaction,
  batch: Pick<Batch, 'id'>,
  library: Pick<Sample, 'id'>,
): Promise<Decimal> {
  const members = await tx.find(poolMember, { sampleId: library.id });
  const uses = await tx.find(flowCellUse, { batchId: batch.id });
  const volumes = [
    ...members.filter((one) => one.batchId === batch.id).map((one) => one.volume),
    ...uses.filter((one) => one.loadedSampleId === library.id).map((one) => one.loadedVolume ?? '0'),
  ];
  return volumes.reduce((sum, volume) => sum.plus(volume), new Decimal(0));
}
