import { APPROVAL_KIND } from '#db/ordering/approval-kind.ts';
import type { EmailKind } from '#db/records/email-kind.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import {
  invitationLetter,
  passwordLetter,
  signInLetter,
  verificationLetter,
  verificationNeededLetter,
} from '#sync-server/auth/account-letters.ts';
import { securityNotice } from '#sync-server/auth/security-notice.ts';
import type { Env } from '#sync-server/config/env.ts';
import { moneyLetter } from '#sync-server/services/billing/payments/billing-letters.ts';
import { type OrderNews, orderLetter } from '#sync-server/services/ordering/order-letters.ts';
import { shippingLetter } from '#sync-server/services/ordering/shipping/shipping-letters.ts';
import { approvedLetter, rejectedLetter } from '#sync-server/services/organizations/company-letters.ts';
import {
  licenceExpiringLetter,
  licenceProblemLetter,
  licenceVerifiedLetter,
} from '#sync-server/services/patients/licence-letters.ts';
import { progressLetter } from '#sync-server/services/specimens/progress-letter.ts';
import { specimenLetter } from '#sync-server/services/specimens/specimen-letters.ts';
import { supportLetter } from '#sync-server/services/support/support-letter.ts';
import { dataExpiryLetter } from './data-expiry-letter.ts';
import { mentionLetter } from './note-letters.ts';
import { sampleNews } from './sample-news.ts';
import { staffLetter } from './staff-letters.ts';
import { testLetter } from './test-letter.ts';

interface SampleFor {
  env: Env;
  entity: BusinessEntity;
  /** Where links lead. */
  site: string;
  /** Who asked for it. */
  person: string;
}

type Written = ReturnType<typeof testLetter>;

const accounts = ({ entity, site, person }: SampleFor) => {
  const { companyName, licence } = sampleNews(entity, site);
  // Nothing opens with it: the token of a sample is none.
  const link = (page: string) => `${site}${page}#token=this-is-a-sample`;
  const company = { url: `${site}/settings`, companyName, reason: null };
  return {
    USER_INVITE: invitationLetter(entity, {
      url: link('/invitation'),
      invitedBy: person,
      companyName,
      role: 'COMPANY_USER',
    }),
    EMAIL_VERIFICATION: verificationLetter(entity, link('/verify-email')),
    EMAIL_SIGN_IN: signInLetter(entity, link('/sign-in/link'), false),
    PASSWORD_RESET: passwordLetter(entity, link('/reset-password')),
    SECURITY_NOTICE: securityNotice(entity, { change: 'PASSWORD', now: new Date() }),
    COMPANY_VERIFICATION_NEEDED: verificationNeededLetter(entity, {
      url: `${site}/organizations`,
      companyName,
      similar: 1,
    }),
    COMPANY_APPROVED: approvedLetter(entity, company),
    COMPANY_REJECTED: rejectedLetter(entity, {
      ...company,
      reason: 'The tax number is not the one of this organization.',
    }),
    LICENSE_VERIFIED: licenceVerifiedLetter(entity, licence),
    LICENSE_PROBLEM: licenceProblemLetter(entity, {
      ...licence,
      reason: 'The registry lists another name for this number.',
    }),
    LICENSE_EXPIRING: licenceExpiringLetter(entity, licence, 30),
  };
};

const orders = ({ env, entity, site }: SampleFor) => {
  const { order, companyName, lines } = sampleNews(entity, site);
  const about = (kind: Parameters<typeof orderLetter>[0], more: Partial<OrderNews> = {}) =>
    orderLetter(kind, entity, { ...order, reason: null, ...more });
  const page = `${site}/approvals`;
  const parcel = {
    ...order,
    direction: 'INBOUND',
    carrier: 'Northway',
    trackingNumber: 'NO398450408420',
  } as const;
  return {
    ORDER_CONFIRMATION: about('ORDER_CONFIRMATION'),
    ORDER_RETURNED: about('ORDER_RETURNED', { reason: 'The purchase order names another amount.' }),
    ORDER_CANCELED: about('ORDER_CANCELED', { reason: 'Ordered twice.' }),
    APPROVAL_NEEDED: about('APPROVAL_NEEDED', { page, asked: APPROVAL_KIND.DISCOUNT.label }),
    PO_REVIEW_NEEDED: about('PO_REVIEW_NEEDED', { page, asked: APPROVAL_KIND.PURCHASE_ORDER.label }),
    ORDER_APPROVED: about('ORDER_APPROVED'),
    ORDER_COMPLETED: about('ORDER_COMPLETED'),
    SHIPPING_LABEL: shippingLetter('SHIPPING_LABEL', entity, parcel),
    SHIPMENT_EXCEPTION: shippingLetter('SHIPMENT_EXCEPTION', entity, parcel),
    DATA_EXPIRY_WARNING: dataExpiryLetter(env, entity, {
      path: '/orders/sample',
      orderNumber: order.orderNumber,
      companyName,
      ends: '2028-11-21',
      fileCount: 192,
    }),
    DISCREPANCY_REPORT: specimenLetter('DISCREPANCY_REPORT', entity, { ...order, lines }),
    ACTION_REQUIRED: specimenLetter('ACTION_REQUIRED', entity, { ...order, lines }),
    INFO_REQUESTED: specimenLetter('INFO_REQUESTED', entity, {
      ...order,
      lines: [['Tube 14', 'Volume is missing']],
    }),
    SPECIMEN_FAILED_QC: specimenLetter('SPECIMEN_FAILED_QC', entity, {
      ...order,
      lines: [['Tube 14', 'The work was stopped']],
    }),
  };
};

const progress = ({ entity, site }: SampleFor) => {
  const { order, second } = sampleNews(entity, site);
  const summary = (...tell: Parameters<typeof progressLetter>[1]['orders']) =>
    progressLetter(entity, {
      since: '2026-11-20',
      orders: tell,
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
      ? specimenLetter('RESULTS_READY', entity, {
          ...order,
          lines: [['R-000345-01', 'Results can be downloaded']],
        })
      : summary({ ...second, lines: [ready] }),
    RESULTS_RECALLED: specimenLetter('RESULTS_RECALLED', entity, {
      ...order,
      lines: [[clinical ? 'R-000345-01' : 'Tube 1', 'They are being corrected']],
    }),
  };
};

const money = ({ entity, site }: SampleFor) => {
  const { invoice } = sampleNews(entity, site);
  const about = (kind: Parameters<typeof moneyLetter>[0]) => moneyLetter(kind, entity, invoice);
  return {
    INVOICE_ISSUED: about('INVOICE_ISSUED'),
    PAYMENT_RECEIPT: moneyLetter('PAYMENT_RECEIPT', entity, { ...invoice, balance: 0 }),
    PAYMENT_FAILED: about('PAYMENT_FAILED'),
    INVOICE_OVERDUE: about('INVOICE_OVERDUE'),
    INVOICE_VOIDED: about('INVOICE_VOIDED'),
  };
};

const staff = ({ entity, site, person }: SampleFor) => {
  const { staffLines, support, companyName } = sampleNews(entity, site);
  const about = (kind: Parameters<typeof staffLetter>[0]) =>
    staffLetter(kind, entity, { site, lines: staffLines[kind] });
  return {
    NOTE_MENTION: mentionLetter(entity, {
      url: `${site}/notes`,
      author: person,
      record: `Order ${entity === 'WBL' ? 'W' : 'R'}-000123`,
    }),
    SUPPORT_REQUEST: supportLetter(
      entity,
      'SR-7K2M9Q',
      support,
      { name: 'Dana Reyes', email: 'dana.reyes@northlake.example', role: 'Member', companyName },
      ['carrier-receipt.pdf'],
    ),
    SYNC_CONFLICT: about('SYNC_CONFLICT'),
    STOCK_LOW: about('STOCK_LOW'),
    CERTIFICATION_DUE: about('CERTIFICATION_DUE'),
    RUN_FAILED: about('RUN_FAILED'),
    EMAIL_TEST: testLetter(entity, person),
  };
};

/** The letter of any kind with made-up data, as its receiver would get it; nothing in it opens or changes anything. */
export function sampleLetter(kind: EmailKind, sample: SampleFor): Written {
  const all: Record<EmailKind, Written> = {
    ...accounts(sample),
    ...orders(sample),
    ...progress(sample),
    ...money(sample),
    ...staff(sample),
  };
  return all[kind];
}
