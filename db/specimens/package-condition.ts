import { z } from 'zod';

/** How a package arrived; anything but INTACT asks for a note or a photo. */
export const PACKAGE_CONDITIONS = [
  'INTACT',
  'DAMAGED',
  'LEAKING',
  'OPENED',
  'TEMPERATURE_EXCURSION',
] as const;
export const PackageCondition = z.enum(PACKAGE_CONDITIONS);
export type PackageCondition = z.infer<typeof PackageCondition>;

/** How each is worded on the screens. */
export const PACKAGE_CONDITION: Record<PackageCondition, string> = {
  INTACT: 'Intact',
  DAMAGED: 'Damaged',
  LEAKING: 'Leaking',
  OPENED: 'Opened',
  TEMPERATURE_EXCURSION: 'Temperature excursion',
};
