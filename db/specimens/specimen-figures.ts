import { z } from 'zod';
import { decimal, int } from '#db/values/field-types.ts';

/** What the lab measured of a specimen, from the newest of its samples that has the value. */
export const SpecimenFigures = z.object({
  /** In ng/µL. */
  concentration: decimal.nullable(),
  /** In µL. */
  volume: decimal.nullable(),
  /** In base pairs. */
  fragmentLength: int.nullable(),
});
export type SpecimenFigures = z.infer<typeof SpecimenFigures>;
