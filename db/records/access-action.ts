import { z } from 'zod';

/** The accesses that are logged. */
export const ACCESS_ACTIONS = [
  'SIGN_IN',
  'SIGN_OUT',
  'SIGN_IN_FAILED',
  'SWITCH_COMPANY',
  'SWITCH_ROLE',
  'VIEW_PATIENT',
  'DOWNLOAD_RESULT',
  'EXPORT',
  'REFUSED',
  'OPEN_APPROVAL_LINK',
  'DECIDE_BY_LINK',
] as const;
export const AccessAction = z.enum(ACCESS_ACTIONS);
export type AccessAction = z.infer<typeof AccessAction>;
