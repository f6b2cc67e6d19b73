import { z } from 'zod';

/** The kind of package that the customer sends. */
export const PACKAGE_TYPES = ['TUBE', 'PLATE'] as const;
export const PackageType = z.enum(PACKAGE_TYPES);
export type PackageType = z.infer<typeof PackageType>;

/** The label of each on screens. */
export const PACKAGE_TYPE: Record<PackageType, string> = {
  TUBE: 'Tubes',
  PLATE: 'Plates',
};
