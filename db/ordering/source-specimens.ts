import type { OperationContext } from '#db/operation.ts';
import { retentionEnd } from '#db/samples/end-guards.ts';
import type { Sample } from '#db/samples/sample.ts';
import { type Specimen, specimen } from '#db/specimens/specimen.ts';
import type { SpecimenStatus } from '#db/specimens/specimen-status.ts';
import type { Transaction } from '#db/transaction.ts';
import type { Continuation } from './continuation.ts';
import { dataUseInfo } from './data-use-info.ts';
import { type Order, order } from './order.ts';
import { sourceMaterial } from './source-material.ts';
import { sourceProblem } from './source-problem.ts';
import { activeSpecimens } from './specimens-of-order.ts';

/** A specimen of an earlier order, with its usable material or the reason against it. */
export interface SourceSpecimen {
  specimen: Specimen;
  material: Sample | null;
  problem: string | null;
}

const OVER: readonly SpecimenStatus[] = ['CANCELED', 'COMPLETED', 'FAILED_QC_CANCELED', 'IN_STORAGE'];

/** Return the open reworks of an order, by the specimen that they repeat. */
async function repeatedIn(
  tx: Transaction,
  sourceId: string,
  exceptOrderId: string | null,
): Promise<Map<string, string>> {
  const numbers = new Map(
    (await tx.find(order, { sourceOrderId: sourceId }))
      .filter(
        ({ id, orderClassification, status }) =>
          orderClassification === 'REWORK' && id !== exceptOrderId && status !== 'CANCELED',
      )
      .map(({ id, orderNumber }) => [id, orderNumber]),
  );
  if (numbers.size === 0) return new Map();
  const rows = await tx.find(specimen, { orderId: [...numbers.keys()].sort() });
  return new Map(
    rows.flatMap(({ sourceSpecimenId, orderId, status }) =>
      sourceSpecimenId && !OVER.includes(status) ? [[sourceSpecimenId, numbers.get(orderId) ?? '']] : [],
    ),
  );
}

async function hasRetentionEnded(tx: Transaction, source: Order, labDay: string): Promise<boolean> {
  const [agreed] = await tx.find(dataUseInfo, { orderId: source.id });
  const ends = agreed ? retentionEnd(source.completedAt, agreed.retentionPeriod) : null;
  return ends !== null && ends <= labDay;
}

/**
 * Return the specimens of an order with which another one may continue, and the reasons why others may not
 * (domain 6.5).
 */
export async function sourceSpecimens(
  tx: Transaction,
  { labDay }: Pick<OperationContext, 'labDay'>,
  source: Order,
  query: { continuation: Continuation; protocolId: string; exceptOrderId: string | null },
): Promise<SourceSpecimen[]> {
  const { continuation, exceptOrderId } = query;
  const specimens = await activeSpecimens(tx, source.id);
  const material = await sourceMaterial(tx, specimens, query);
  const repeated =
    continuation === 'REWORK' ? await repeatedIn(tx, source.id, exceptOrderId) : new Map<string, string>();
  const retentionEnded = await hasRetentionEnded(tx, source, labDay);
  return specimens.map((row) => ({
    specimen: row,
    material: material.get(row.id) ?? null,
    problem: sourceProblem(continuation, {
      specimen: row,
      materialLeft: material.has(row.id),
      retentionEnded,
      repeatedIn: repeated.get(row.id) ?? null,
    }),
  }));
}
