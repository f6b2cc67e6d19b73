import { leftLabText } from '#db/samples/left-lab.ts';
import type { Sample } from '#db/samples/sample.ts';
import type { Places } from '#pwa/replica/hooks/use-places.ts';

/** What is said of a tube in the hand that has left the lab by the record; null of every other. */
export function leftLabMessage(
  { barcode, storageLocationId }: Pick<Sample, 'barcode' | 'storageLocationId'>,
  places: Pick<Places, 'byId'> | undefined,
): string | null {
  const place = storageLocationId === null ? undefined : places?.byId.get(storageLocationId);
  return place ? leftLabText(barcode, place.type) : null;
}

/** What to do with it: the record or the tube is wrong. */
export const LAY_ASIDE = 'Lay it aside and tell the lab manager.';
