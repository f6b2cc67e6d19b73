import type { ShownOrder } from '#db/ordering/shown-order.ts';
import { SPECIMEN_TYPE } from '#db/specimens/specimen-type.ts';

type Sent = Pick<ShownOrder['specimens'][number], 'providedSpecimenType' | 'otherSpecimenTypeText'>;

/** What was sent in, as its customer named it where the lab has no word for it. */
export const materialOf = ({ providedSpecimenType, otherSpecimenTypeText }: Sent): string =>
  providedSpecimenType === 'OTHER' && otherSpecimenTypeText
    ? otherSpecimenTypeText
    : SPECIMEN_TYPE[providedSpecimenType];

/** The material of all specimens, which is then told of the order and not of each; null where they differ. */
export function oneMaterial(specimens: readonly Sent[]): string | null {
  const [only = null, ...others] = new Set(specimens.map(materialOf));
  return others.length === 0 ? only : null;
}
