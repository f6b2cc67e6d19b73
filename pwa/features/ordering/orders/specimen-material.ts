import type { ShownOrder } from '#db/ordering/shown-order.ts';
import { SPECIMEN_TYPE } from '#db/specimens/specimen-type.ts';

type SpecimenMaterial = Pick<
  ShownOrder['specimens'][number],
  'providedSpecimenType' | 'otherSpecimenTypeText'
>;

/** What was sent in, as its customer named it where the lab has no word for it. */
export const materialOf = ({ providedSpecimenType, otherSpecimenTypeText }: SpecimenMaterial): string =>
  providedSpecimenType === 'OTHER' && otherSpecimenTypeText
    ? otherSpecimenTypeText
    : SPECIMEN_TYPE[providedSpecimenType];

/** The material of all specimens, which is then told of the order and not of each; null where they differ. */
export function commonMaterial(specimens: readonly SpecimenMaterial[]): string | null {
  const [only = null, ...otherMaterials] = new Set(specimens.map(materialOf));
  return otherMaterials.length === 0 ? only : null;
}
