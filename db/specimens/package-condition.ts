import { z } from 'zod';

/** The condition of a package on arrival; anything but INTACT needs a note or a photo. */
export const PACKAGE_CONDITIONS = [
  'INTACT',
  'DAMAGED',
  'LEAKING',
  'OPENED',
  'TEMPERATURE_EXCURSION',
] as const;
export const PackageCondition = z.enum(PACKAGE_CONDITIONS);
export type PackageCondition = z.infer<typeof PackageCondition>;

/** The screen text of each condition. */
export const PACKAGE_CONDITION: Record<PackageCondition, string> = {
  INTACT: 'Intact',
  DAMAGED: 'Damaged',
  LEAKING: 'Leaking',
  OPENED: 'Opened',
  TEMPERATURE_EXCURSION: 'Temperature excursion',
};
