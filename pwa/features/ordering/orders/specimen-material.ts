import type { ShownOrder } from '#db/ordering/shown-order.ts';
import { SPECIMEN_TYPE } from '#db/specimens/specimen-type.ts';

type SpecimenMaterial = Pick<
  ShownOrder['specimens'][number],
  'providedSpecimenType' | 'otherSpecimenTypeText'
>;

/** Format the material, in the customer's words where the lab has no term. */
export const materialOf = ({ providedSpecimenType, otherSpecimenTypeText }: SpecimenMaterial): string =>
  providedSpecimenType === 'OTHER' && otherSpecimenTypeText
    ? otherSpecimenTypeText
    : SPECIMEN_TYPE[providedSpecimenType];

/** Find the material that all specimens share, to show it once for the order; null where they differ. */
export function commonMaterial(specimens: readonly SpecimenMaterial[]): string | null {
  const [only = null, ...otherMaterials] = new Set(specimens.map(materialOf));
  return otherMaterials.length === 0 ? only : null;
}
