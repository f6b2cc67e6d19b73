import { z } from 'zod';

/** What the customer sends. */
export const PACKAGE_TYPES = ['TUBE', 'PLATE'] as const;
export const PackageType = z.enum(PACKAGE_TYPES);
export type PackageType = z.infer<typeof PackageType>;

/** How each is worded on the screens. */
export const PACKAGE_TYPE: Record<PackageType, string> = {
  TUBE: 'Tubes',
  PLATE: 'Plates',
};
