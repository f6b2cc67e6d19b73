import type { PreferenceForm } from '#db/identity/preference-form.ts';
import type { EmailKind } from './email-kind.ts';

/** The name, receivers and time of a kind of email (domain 3 and 6.8). */
export interface EmailKindFacts {
  label: string;
  to: string;
  when: string;
  /** The preference of the receiver that switches the email off; null: it is always sent at once. */
  choice: keyof PreferenceForm | null;
  /** The kind whose email contains this message, where it has no email of its own. */
  within?: EmailKind;
}

const always = (label: string, to: string, when: string): EmailKindFacts => ({
  label,
  to,
  when,
  choice: null,
});
const summed = (label: string, to: string, when: string): EmailKindFacts => ({
  label,
  to,
  when,
  choice: 'emailUpdateFrequency',
  within: 'STATUS_DIGEST',
});

const CREATOR = 'Who placed the order';
const WITH_MANAGERS = 'Who placed the order, organization managers';
const WITH_SERVICE = 'Who placed the order, customer service';
const BILLING = 'Billing addresses';

/** The facts of every kind of email. */
export const EMAIL_KIND: Record<EmailKind, EmailKindFacts> = {
  USER_INVITE: always('Invitation', 'The invited user', 'When they are invited'),
  EMAIL_VERIFICATION: always('Confirm an address', 'The user', 'When they sign up'),
  EMAIL_SIGN_IN: always('Sign-in link', 'The user', 'When they ask for it'),
  PASSWORD_RESET: always('New password', 'The user', 'When they ask for it'),
  SECURITY_NOTICE: always(
    'Account security',
    'The user; administrators for guessed PINs',
    'When a password or PIN changes, or PINs are guessed',
  ),
  COMPANY_VERIFICATION_NEEDED: always(
    'Organization to verify',
    'Customer service managers, administrators',
    'When an organization needs verification',
  ),
  COMPANY_APPROVED: always('Organization verified', 'Organization managers', 'When it is verified'),
  COMPANY_REJECTED: always('Organization not verified', 'Organization managers', 'When it is rejected'),
  LICENSE_VERIFIED: always('License verified', 'The clinician', 'When it is verified'),
  LICENSE_PROBLEM: always('License problem', 'The clinician', 'When it is sent back or has expired'),
  LICENSE_EXPIRING: always('License expires', 'The clinician', '60, 30 and 7 days before'),
  ORDER_CONFIRMATION: always('Order confirmed', WITH_MANAGERS, 'When an order is submitted'),
  ORDER_RETURNED: always('Order returned', WITH_MANAGERS, 'When an order is returned for a change'),
  ORDER_CANCELED: always('Order canceled', WITH_MANAGERS, 'When an order is canceled'),
  APPROVAL_NEEDED: always('Approval needed', 'Who may approve', 'When an order needs approval'),
  PO_REVIEW_NEEDED: always(
    'Purchase order to check',
    'Billing managers',
    'When a purchase order needs verification',
  ),
  ORDER_APPROVED: always('Order approved', CREATOR, 'When the last approval is given'),
  SHIPPING_LABEL: always('Shipping label', CREATOR, 'When a label is bought'),
  SHIPMENT_EXCEPTION: always('Shipment problem', CREATOR, 'When a shipment fails or is returned'),
  SPECIMENS_RECEIVED: summed('Specimens received', CREATOR, 'When the lab has received a shipment'),
  STATUS_CHANGED: summed('Progress of specimens', CREATOR, 'When specimens come to another status'),
  DISCREPANCY_REPORT: always('Noted on arrival', WITH_SERVICE, 'When something is wrong on arrival'),
  ACTION_REQUIRED: always('Decision needed', WITH_SERVICE, 'When a specimen needs a decision'),
  INFO_REQUESTED: always('Information needed', WITH_SERVICE, 'When a specimen lacks information'),
  SPECIMEN_FAILED_QC: always(
    'Specimen failed',
    'Who placed the order, project managers',
    'When the next step of a failed specimen is decided',
  ),
  RESULTS_READY: summed(
    'Results ready',
    'Who placed the order, ordering clinician',
    'When results are released; clinical ones at once',
  ),
  RESULTS_RECALLED: always(
    'Results recalled',
    'Who placed the order, ordering clinician',
    'When released results are taken back',
  ),
  ORDER_COMPLETED: {
    ...always('Order complete', CREATOR, 'When an order is complete'),
    choice: 'orderCompleteEmail',
  },
  INVOICE_ISSUED: always('Invoice', BILLING, 'When an invoice is issued'),
  PAYMENT_RECEIPT: always('Receipt', BILLING, 'When a payment arrived'),
  PAYMENT_FAILED: always(
    'Payment failed',
    `${BILLING}; billing managers of a dispute`,
    'When a payment did not go through or is disputed',
  ),
  INVOICE_OVERDUE: always('Invoice overdue', BILLING, '1, 15 and 30 days late'),
  INVOICE_VOIDED: always('Invoice void', BILLING, 'When an invoice is made void'),
  CREDIT_NOTE: always('Credit note', BILLING, 'When an issued invoice is corrected'),
  DATA_EXPIRY_WARNING: always('Data will be deleted', WITH_MANAGERS, '60 and 7 days before'),
  STATUS_DIGEST: {
    ...always('Summary', CREATOR, 'Every day, week or month at 07:00 lab time, if anything changed'),
    choice: 'emailUpdateFrequency',
  },
  NOTE_MENTION: always('Mentioned in a note', 'The mentioned user', 'When the note is written'),
  SUPPORT_REQUEST: always('Support request', 'Customer service', 'When somebody asks for help'),
  SYNC_CONFLICT: always('Conflict at the bench', 'Lab managers', 'When work of two people collides'),
  STOCK_LOW: always('Stock runs low', 'Lab managers', 'When stock falls below its reorder point'),
  CERTIFICATION_DUE: always('Certification due', 'Lab managers', '30 and 7 days before, and on the day'),
  TRAINING_DUE: always(
    'Training ends',
    'The trained user, lab managers',
    '30 and 7 days before, and on the day',
  ),
  RUN_FAILED: always('Sequencing run failed', 'Lab managers', 'When a run ends with an error'),
  BATCH_RETURNED: always(
    'Batch returned',
    'Lab managers, the assigned person',
    'When a director returns a completed batch',
  ),
  EMAIL_TEST: always('Test', 'Who asks for it', 'When it is asked for'),
};
