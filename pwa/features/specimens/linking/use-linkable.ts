import { useMemo } from 'react';
import { order } from '#db/ordering/orders/order.ts';
import { type Sample, sample } from '#db/samples/sample.ts';
import { AWAITED, awaitsMaterial } from '#db/specimens/accession/link-unexpected-sample.ts';
import { type Discrepancy, discrepancy } from '#db/specimens/discrepancies/discrepancy.ts';
import { type Specimen, specimen } from '#db/specimens/specimen.ts';
import { useQuery, useRows } from '#pwa/replica/hooks/use-query.ts';
import { childRows, rowOf } from '#pwa/replica/store/document.ts';

/** A tube in quarantine that belongs to no requisition yet. */
export interface UnexpectedTube {
  sample: Sample;
  /** The open discrepancy that records the tube as unexpected. */
  unexpected: Discrepancy | null;
  /** The note from receiving, for example the code on the tube. */
  description: string;
}

/** The unexpected tubes that wait for a decision, newest first; undefined while they load. */
export function useUnexpectedTubes(): readonly UnexpectedTube[] | undefined {
  const quarantinedRows = useQuery('samples', { kind: 'Sample', filter: { status: 'RECEIVED_QUARANTINED' } });
  return useMemo(
    () =>
      quarantinedRows
        ?.map(({ body }) => ({ row: rowOf(sample, body), body }))
        .filter(({ row }) => row.specimenId === null && !row.deleted)
        .map(({ row, body }) => {
          const open = childRows(discrepancy, body, 'discrepancies').filter(
            ({ resolution }) => resolution === 'OPEN',
          );
          const unexpected = open.find(({ type }) => type === 'UNEXPECTED') ?? null;
          return { sample: row, unexpected, description: (unexpected ?? open[0])?.description ?? '' };
        })
        .sort((a, b) => b.sample.createdAt.localeCompare(a.sample.createdAt)),
    [quarantinedRows],
  );
}

/** A requisition that still waits for its material. */
export interface AwaitedRequisition {
  specimen: Specimen;
  orderNumber: string;
}

/** The requisitions to which an unexpected tube can be linked; undefined while they load. */
export function useAwaited(): readonly AwaitedRequisition[] | undefined {
  const rows = useRows(specimen, { status: [...AWAITED] });
  const orders = useRows(order);
  return useMemo(() => {
    if (!rows || !orders) return undefined;
    const numbers = new Map(orders.map(({ id, orderNumber }) => [id, orderNumber]));
    return rows
      .filter(awaitsMaterial)
      .map((row) => ({ specimen: row, orderNumber: numbers.get(row.orderId) ?? '' }))
      .sort((a, b) => a.specimen.requisitionNumber.localeCompare(b.specimen.requisitionNumber));
  }, [rows, orders]);
}
