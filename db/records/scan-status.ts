import { z } from 'zod';

/** Whether a stored file was looked through for what does harm; only clean ones are given to anybody. */
export const SCAN_STATUSES = ['WAITING', 'CLEAN', 'QUARANTINED'] as const;
export const ScanStatus = z.enum(SCAN_STATUSES);
export type ScanStatus = z.infer<typeof ScanStatus>;
