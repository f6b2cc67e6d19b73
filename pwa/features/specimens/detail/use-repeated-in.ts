import { isAcceptedRework } from '#db/ordering/accepted-repeats.ts';
import { order } from '#db/ordering/order.ts';
import { type Specimen, specimen } from '#db/specimens/specimen.ts';
import { useRows } from '#pwa/replica/hooks/use-query.ts';

/** The number of the accepted rework order that repeats a reset specimen, from this device's data. */
export function useRepeatedIn(row: Pick<Specimen, 'id' | 'orderId' | 'status'> | null): string | null {
  const reset = row?.status === 'RESET' ? row : null;
  const reworks = useRows(order, { sourceOrderId: reset?.orderId ?? '' })?.filter(isAcceptedRework) ?? [];
  const repeats = useRows(specimen, { orderId: reworks.map(({ id }) => id) });
  const repeat = repeats?.find(
    ({ sourceSpecimenId, status }) => sourceSpecimenId === reset?.id && status !== 'CANCELED',
  );
  return reworks.find(({ id }) => id === repeat?.orderId)?.orderNumber ?? null;
}
