import { z } from 'zod';

/** What a sample was taken out for. */
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

/** How each is worded on the screens. */
export const CHECK_OUT_PURPOSE: Record<CheckOutPurpose, string> = {
  BATCH: 'Batch',
  QC: 'QC',
  INSPECTION: 'Inspection',
  TRANSFER: 'Transfer',
  SHIP_TO_CLIENT: 'Ship to client',
  DISPOSAL: 'Disposal',
};
