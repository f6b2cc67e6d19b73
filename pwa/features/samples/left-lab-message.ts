import { leftLabText } from '#db/samples/left-lab.ts';
import type { Sample } from '#db/samples/sample.ts';
import type { Places } from '#pwa/replica/hooks/use-places.ts';

/** Title for a scanned tube that has left the lab by its record; null for any other. */
export function leftLabMessage(
  { barcode, storageLocationId }: Pick<Sample, 'barcode' | 'storageLocationId'>,
  places: Pick<Places, 'byId'> | undefined,
): string | null {
  const place = storageLocationId === null ? undefined : places?.byId.get(storageLocationId);
  return place ? leftLabText(barcode, place.type) : null;
}

/** Instruction for that case: either the record or the tube is wrong. */
export const LAY_ASIDE = 'Lay it aside and tell the lab manager.';
