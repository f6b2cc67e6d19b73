import { z } from 'zod';

/** The kinds of email (domain 3, complete), with the sign-in link and the recall of results. */
export const EMAIL_KINDS = [
  'USER_INVITE',
  'EMAIL_VERIFICATION',
  'EMAIL_SIGN_IN',
  'PASSWORD_RESET',
  'SECURITY_NOTICE',
  'COMPANY_VERIFICATION_NEEDED',
  'COMPANY_APPROVED',
  'COMPANY_REJECTED',
  'LICENSE_VERIFIED',
  'LICENSE_PROBLEM',
  'LICENSE_EXPIRING',
  'ORDER_CONFIRMATION',
  'ORDER_RETURNED',
  'ORDER_CANCELED',
  'APPROVAL_NEEDED',
  'PO_REVIEW_NEEDED',
  'ORDER_APPROVED',
  'SHIPPING_LABEL',
  'SHIPMENT_EXCEPTION',
  'SPECIMENS_RECEIVED',
  'STATUS_CHANGED',
  'DISCREPANCY_REPORT',
  'ACTION_REQUIRED',
  'INFO_REQUESTED',
  'SPECIMEN_FAILED_QC',
  'RESULTS_READY',
  'RESULTS_RECALLED',
  'ORDER_COMPLETED',
  'INVOICE_ISSUED',
  'PAYMENT_RECEIPT',
  'PAYMENT_FAILED',
  'INVOICE_OVERDUE',
  'INVOICE_VOIDED',
  'CREDIT_NOTE',
  'DATA_EXPIRY_WARNING',
  'STATUS_DIGEST',
  'NOTE_MENTION',
  'SUPPORT_REQUEST',
  'SYNC_CONFLICT',
  'STOCK_LOW',
  'CERTIFICATION_DUE',
  'TRAINING_DUE',
  'RUN_FAILED',
  'BATCH_RETURNED',
  'EMAIL_TEST',
] as const;
export const EmailKind = z.enum(EMAIL_KINDS);
export type EmailKind = z.infer<typeof EmailKind>;

/**
 * Kinds whose text contains a link that opens an account or makes a decision; the text is deleted as soon as
 * it is no longer needed.
 */
export const SECRET_EMAIL_KINDS = [
  'USER_INVITE',
  'EMAIL_VERIFICATION',
  'EMAIL_SIGN_IN',
  'PASSWORD_RESET',
  'APPROVAL_NEEDED',
  'PO_REVIEW_NEEDED',
] as const satisfies readonly EmailKind[];
