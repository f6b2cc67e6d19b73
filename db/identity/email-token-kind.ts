import { z } from 'zod';

/** The purpose of a link in an email. */
export const EMAIL_TOKEN_KINDS = [
  'EMAIL_SIGN_IN',
  'EMAIL_VERIFICATION',
  'PASSWORD_RESET',
  'INVITATION',
  'ORDER_APPROVAL',
] as const;
export const EmailTokenKind = z.enum(EMAIL_TOKEN_KINDS);
export type EmailTokenKind = z.infer<typeof EmailTokenKind>;
