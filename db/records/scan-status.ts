import { z } from 'zod';

/** Whether a stored file was scanned for malware; only clean files are served. */
export const SCAN_STATUSES = ['WAITING', 'CLEAN', 'QUARANTINED'] as const;
export const ScanStatus = z.enum(SCAN_STATUSES);
export type ScanStatus = z.infer<typeof ScanStatus>;
