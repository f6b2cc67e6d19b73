import { z } from 'zod';

/** The purpose of a check-out. */
export const CHECK_OUT_PURPOSES = [
  'BATCH',
  'QC',
  'INSPECTION',
  'TRANSFER',
  'SHIP_TO_CLIENT',
  'DISPOSAL',
] as const;
export const CheckOutPurpose = z.enum(CHECK_OUT_PURPOSES);
export type CheckOutPurpose = z.infer<typeof CheckOutPurpose>;

/** The screen text of each purpose. */
export const CHECK_OUT_PURPOSE: Record<CheckOutPurpose, string> = {
  BATCH: 'Batch',
  QC: 'QC',
  INSPECTION: 'Inspection',
  TRANSFER: 'Transfer',
  SHIP_TO_CLIENT: 'Ship to client',
  DISPOSAL: 'Disposal',
};
