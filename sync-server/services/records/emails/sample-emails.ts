import { APPROVAL_KIND } from '#db/ordering/approvals/order-approval.ts';
import type { EmailKind } from '#db/records/emails/email-kind.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import {
  renderInvitationEmail,
  renderPasswordEmail,
  renderSignInEmail,
  renderVerificationEmail,
  renderVerificationNeededEmail,
} from '#sync-server/auth/accounts/account-emails.ts';
import { securityNotice } from '#sync-server/auth/accounts/security-notice.ts';
import type { Env } from '#sync-server/config/env.ts';
import { renderEmail } from '#sync-server/integrations/mail/email-template.ts';
import { renderMoneyEmail } from '#sync-server/services/billing/payments/billing-emails.ts';
import {
  type OrderNotification,
  renderDataExpiryEmail,
  renderOrderEmail,
} from '#sync-server/services/ordering/orders/order-emails.ts';
import { renderShippingEmail } from '#sync-server/services/ordering/shipments/shipping-emails.ts';
import {
  renderApprovedEmail,
  renderRejectedEmail,
} from '#sync-server/services/organizations/company-emails.ts';
import {
  renderLicenseExpiringEmail,
  renderLicenseProblemEmail,
  renderLicenseVerifiedEmail,
} from '#sync-server/services/patients/license-emails.ts';
import { renderTrainingDueEmail } from '#sync-server/services/protocols/training-emails.ts';
import { renderMentionEmail } from '#sync-server/services/records/notes/notify-mentioned-users.ts';
import { renderSupportEmail } from '#sync-server/services/records/support-requests.ts';
import { renderProgressEmail } from '#sync-server/services/specimens/order-progress.ts';
import { renderSpecimenEmail } from '#sync-server/services/specimens/specimen-emails.ts';
import { buildSampleNotifications } from './sample-notifications.ts';
import { renderStaffEmail } from './staff-emails.ts';

/** Render an email that only proves that emails arrive. */
export const renderTestEmail = (entity: BusinessEntity, person: string) =>
  renderEmail(entity, {
    subject: 'Test email',
    heading: 'Email works',
    paragraphs: [`${person} asked for this email to see that messages arrive.`],
  });

interface SampleFor {
  env: Env;
  entity: BusinessEntity;
  /** Base URL of the links. */
  site: string;
  /** The person who requested it. */
  person: string;
}

type RenderedEmail = ReturnType<typeof renderTestEmail>;

const accounts = ({ entity, site, person }: SampleFor) => {
  const { companyName, licence: license } = buildSampleNotifications(entity, site);
  // The token of a sample is invalid, so the link opens nothing.
  const link = (page: string) => `${site}${page}#token=this-is-a-sample`;
  const company = { url: `${site}/settings`, companyName, reason: null };
  return {
    USER_INVITE: renderInvitationEmail(entity, {
      url: link('/invitation'),
      invitedBy: person,
      companyName,
      role: 'COMPANY_USER',
    }),
    EMAIL_VERIFICATION: renderVerificationEmail(entity, link('/verify-email')),
    EMAIL_SIGN_IN: renderSignInEmail(entity, link('/sign-in/link'), false),
    PASSWORD_RESET: renderPasswordEmail(entity, link('/reset-password')),
    SECURITY_NOTICE: securityNotice(entity, { change: 'PASSWORD', now: new Date() }),
    COMPANY_VERIFICATION_NEEDED: renderVerificationNeededEmail(entity, {
      url: `${site}/organizations`,
      companyName,
      similar: 1,
    }),
    COMPANY_APPROVED: renderApprovedEmail(entity, company),
    COMPANY_REJECTED: renderRejectedEmail(entity, {
      ...company,
      reason: 'The tax number is not the one of this organization.',
    }),
    LICENSE_VERIFIED: renderLicenseVerifiedEmail(entity, license),
    LICENSE_PROBLEM: renderLicenseProblemEmail(entity, {
      ...license,
      reason: 'The registry lists another name for this number.',
    }),
    LICENSE_EXPIRING: renderLicenseExpiringEmail(entity, license, 30),
  };
};

const orders = ({ env, entity, site }: SampleFor) => {
  const { order, companyName, lines } = buildSampleNotifications(entity, site);
  const about = (kind: Parameters<typeof renderOrderEmail>[0], more: Partial<OrderNotification> = {}) =>
    renderOrderEmail(kind, entity, { ...order, reason: null, ...more });
  const page = `${site}/approvals`;
  const shipment = {
    ...order,
    direction: 'INBOUND',
    carrier: 'Northway',
    trackingNumber: 'NO398450408420',
  } as const;
  return {
    ORDER_CONFIRMATION: about('ORDER_CONFIRMATION', {
      packing: { packageType: 'PLATE', specimenCount: 96, kitCount: null },
      promise: '21 days after we receive your specimens: Dec 21, 2026 if received today',
    }),
    ORDER_RETURNED: about('ORDER_RETURNED', { reason: 'The purchase order names another amount.' }),
    ORDER_CANCELED: about('ORDER_CANCELED', { reason: 'Ordered twice.' }),
    APPROVAL_NEEDED: about('APPROVAL_NEEDED', { page, approvalLabel: APPROVAL_KIND.DISCOUNT.label }),
    PO_REVIEW_NEEDED: about('PO_REVIEW_NEEDED', { page, approvalLabel: APPROVAL_KIND.PURCHASE_ORDER.label }),
    ORDER_APPROVED: about('ORDER_APPROVED'),
    ORDER_COMPLETED: about('ORDER_COMPLETED'),
    SHIPPING_LABEL: renderShippingEmail('SHIPPING_LABEL', entity, shipment),
    SHIPMENT_EXCEPTION: renderShippingEmail('SHIPMENT_EXCEPTION', entity, shipment),
    DATA_EXPIRY_WARNING: renderDataExpiryEmail(env, entity, {
      path: '/orders/sample',
      orderNumber: order.orderNumber,
      companyName,
      ends: '2028-11-21',
      fileCount: 192,
    }),
    DISCREPANCY_REPORT: renderSpecimenEmail('DISCREPANCY_REPORT', entity, { ...order, lines }),
    ACTION_REQUIRED: renderSpecimenEmail('ACTION_REQUIRED', entity, { ...order, lines }),
    INFO_REQUESTED: renderSpecimenEmail('INFO_REQUESTED', entity, {
      ...order,
      lines: [['Tube 14', 'Volume is missing']],
    }),
    SPECIMEN_FAILED_QC: renderSpecimenEmail('SPECIMEN_FAILED_QC', entity, {
      ...order,
      lines: [['Tube 14', 'The work was stopped']],
    }),
  };
};

const progress = ({ entity, site }: SampleFor) => {
  const { order, second } = buildSampleNotifications(entity, site);
  const summary = (...summaryOrders: Parameters<typeof renderProgressEmail>[1]['orders']) =>
    renderProgressEmail(entity, {
      since: '2026-11-20',
      orders: summaryOrders,
      ordersUrl: `${site}/orders`,
      settingsUrl: `${site}/settings`,
    });
  const received = { label: 'Received by the lab', count: 96, names: [] };
  const running = { label: 'Now: In progress', count: 3, names: ['Tube 1', 'Tube 2', 'Tube 3'] };
  const ready = { label: 'Results ready', count: 24, names: [] };
  const clinical = entity === 'RESONANT';
  return {
    SPECIMENS_RECEIVED: summary({ ...order, lines: [received] }),
    STATUS_CHANGED: summary({ ...order, lines: [running] }),
    STATUS_DIGEST: summary(
      { ...order, lines: [received, running] },
      { ...second, lines: clinical ? [running] : [ready] },
    ),
    RESULTS_READY: clinical
      ? renderSpecimenEmail('RESULTS_READY', entity, {
          ...order,
          lines: [['R-000345-01', 'Results can be downloaded']],
        })
      : summary({ ...second, lines: [ready] }),
    RESULTS_RECALLED: renderSpecimenEmail('RESULTS_RECALLED', entity, {
      ...order,
      lines: [[clinical ? 'R-000345-01' : 'Tube 1', 'Results are being corrected']],
    }),
  };
};

const money = ({ entity, site }: SampleFor) => {
  const { invoice } = buildSampleNotifications(entity, site);
  const about = (kind: Parameters<typeof renderMoneyEmail>[0]) => renderMoneyEmail(kind, entity, invoice);
  return {
    INVOICE_ISSUED: about('INVOICE_ISSUED'),
    PAYMENT_RECEIPT: renderMoneyEmail('PAYMENT_RECEIPT', entity, {
      ...invoice,
      balance: 0,
      card: 'Visa ending in 4242',
    }),
    PAYMENT_FAILED: about('PAYMENT_FAILED'),
    INVOICE_OVERDUE: about('INVOICE_OVERDUE'),
    INVOICE_VOIDED: about('INVOICE_VOIDED'),
    CREDIT_NOTE: about('CREDIT_NOTE'),
  };
};

const staff = ({ entity, site, person }: SampleFor) => {
  const { staffLines, support, companyName } = buildSampleNotifications(entity, site);
  const about = (kind: Parameters<typeof renderStaffEmail>[0]) =>
    renderStaffEmail(kind, entity, { site, lines: staffLines[kind] });
  return {
    NOTE_MENTION: renderMentionEmail(entity, {
      url: `${site}/notes`,
      author: person,
      record: `Order ${entity === 'WBL' ? 'W' : 'R'}-000123`,
    }),
    SUPPORT_REQUEST: renderSupportEmail(
      entity,
      'SR-7K2M9Q',
      support,
      { name: 'Dana Reyes', email: 'dana.reyes@northlake.example', role: 'Member', companyName },
      ['carrier-receipt.pdf'],
    ),
    SYNC_CONFLICT: about('SYNC_CONFLICT'),
    STOCK_LOW: about('STOCK_LOW'),
    CERTIFICATION_DUE: about('CERTIFICATION_DUE'),
    TRAINING_DUE: renderTrainingDueEmail(entity, `${site}/lab/training`, [
      { person, procedure: 'Ligation library preparation', expiresOn: '2026-12-21' },
    ]),
    RUN_FAILED: about('RUN_FAILED'),
    BATCH_RETURNED: about('BATCH_RETURNED'),
    EMAIL_TEST: renderTestEmail(entity, person),
  };
};

/**
 * Render an email of any kind with made-up data, as its recipient would get it; its links open and change
 * nothing.
 */
export function buildSampleEmail(kind: EmailKind, sample: SampleFor): RenderedEmail {
  const all: Record<EmailKind, RenderedEmail> = {
    ...accounts(sample),
    ...orders(sample),
    ...progress(sample),
    ...money(sample),
    ...staff(sample),
  };
  return all[kind];
}
