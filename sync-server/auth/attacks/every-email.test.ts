import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { EMAIL_KINDS } from '#db/records/emails/email-kind.ts';
import * as accountEmails from '#sync-server/auth/accounts/account-emails.ts';
import { readEnv } from '#sync-server/config/env.ts';
import { composeMessage, createOutboxMailer } from '#sync-server/integrations/mail/create-mailer.ts';
import * as moneyEmails from '#sync-server/services/billing/payments/billing-emails.ts';
import * as orderEmails from '#sync-server/services/ordering/orders/order-emails.ts';
import * as shippingEmails from '#sync-server/services/ordering/shipments/shipping-emails.ts';
import * as companyEmails from '#sync-server/services/organizations/company-emails.ts';
import * as licenseEmails from '#sync-server/services/patients/license-emails.ts';
import * as testEmails from '#sync-server/services/records/emails/sample-emails.ts';
import * as staffEmails from '#sync-server/services/records/emails/staff-emails.ts';
import * as noteEmails from '#sync-server/services/records/notes/notify-mentioned-users.ts';
import * as supportEmails from '#sync-server/services/records/support-requests.ts';
import * as progressEmails from '#sync-server/services/specimens/order-progress.ts';
import * as specimenEmails from '#sync-server/services/specimens/specimen-emails.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'emails-'));
afterAll(() => rmSync(folder, { recursive: true }));

const BREAKS = ['\r\n', '\n', '\r', '\u0000', '\u2028', '\u0085', '\u202e'];
const EVIL = BREAKS.map(
  (line) => `Acme${line}Bcc: victim@evil.example${line}${line}<img src=x onerror=alert(1)>`,
);
const URL = 'https://localhost/#token=x';

type RenderedEmail = { subject: string; text: string; html: string };

/** Every email with a hostile text in each field that people write; a new email needs its line here. */
const EMAILS: Readonly<Record<string, (text: string) => RenderedEmail>> = {
  renderVerificationEmail: () => accountEmails.renderVerificationEmail('WBL', URL),
  renderSignInEmail: () => accountEmails.renderSignInEmail('WBL', URL, true),
  renderPasswordEmail: () => accountEmails.renderPasswordEmail('WBL', URL),
  renderInvitationEmail: (text) =>
    accountEmails.renderInvitationEmail('WBL', {
      url: URL,
      invitedBy: text,
      companyName: text,
      role: 'COMPANY_USER',
    }),
  renderVerificationNeededEmail: (text) =>
    accountEmails.renderVerificationNeededEmail('WBL', { url: URL, companyName: text, similar: 1 }),
  renderReviewEmail: (text) =>
    companyEmails.renderReviewEmail('WBL', { url: URL, companyName: text, reason: text }),
  renderApprovedEmail: (text) =>
    companyEmails.renderApprovedEmail('WBL', { url: URL, companyName: text, reason: text }),
  renderRejectedEmail: (text) =>
    companyEmails.renderRejectedEmail('WBL', { url: URL, companyName: text, reason: text }),
  renderOrderEmail: (text) =>
    orderEmails.renderOrderEmail('ORDER_RETURNED', 'WBL', {
      url: URL,
      orderNumber: 'W-000101',
      companyName: text,
      serviceName: text,
      total: 100,
      reason: text,
    }),
  renderMoneyEmail: (text) =>
    moneyEmails.renderMoneyEmail('INVOICE_ISSUED', 'WBL', {
      url: URL,
      invoiceNumber: null,
      orderNumber: 'W-000101',
      companyName: text,
      amount: 100,
      balance: 100,
      dueDate: null,
      reason: text,
    }),
  renderShippingEmail: (text) =>
    shippingEmails.renderShippingEmail('SHIPPING_LABEL', 'WBL', {
      url: URL,
      direction: 'KIT_OUT',
      orderNumber: 'W-000101',
      carrier: text,
      trackingNumber: text,
    }),
  renderDataExpiryEmail: (text) =>
    orderEmails.renderDataExpiryEmail(readEnv({ AUTH_SECRET: 'x'.repeat(40) }), 'WBL', {
      path: '/orders/x',
      orderNumber: 'W-000101',
      companyName: text,
      ends: '2030-01-01',
      fileCount: 1,
    }),
  renderSpecimenEmail: (text) =>
    specimenEmails.renderSpecimenEmail('ACTION_REQUIRED', 'WBL', {
      url: URL,
      orderNumber: 'W-000101',
      companyName: text,
      lines: [[text, text]],
    }),
  renderProgressEmail: (text) =>
    progressEmails.renderProgressEmail('WBL', {
      since: '2026-11-20',
      orders: [
        {
          orderNumber: 'W-000101',
          serviceName: text,
          url: URL,
          lines: [{ label: 'Received by the lab', count: 1, names: [text] }],
        },
      ],
      ordersUrl: URL,
      settingsUrl: URL,
    }),
  renderStaffEmail: (text) =>
    staffEmails.renderStaffEmail('STOCK_LOW', 'WBL', { site: URL, lines: [[text, text]] }),
  renderTestEmail: (text) => testEmails.renderTestEmail('WBL', text),
  renderMentionEmail: (text) =>
    noteEmails.renderMentionEmail('WBL', { url: URL, author: text, record: text }),
  renderSupportEmail: (text) =>
    supportEmails.renderSupportEmail(
      'WBL',
      'SR-22CDFG',
      { subject: 'OTHER', about: text, message: text },
      { name: text, email: 'a@b.example', role: 'Clinician', companyName: text },
      [text],
    ),
  renderLicenseVerifiedEmail: (text) => licenseEmails.renderLicenseVerifiedEmail('RESONANT', license(text)),
  renderLicenseProblemEmail: (text) => licenseEmails.renderLicenseProblemEmail('RESONANT', license(text)),
  renderLicenseExpiredEmail: (text) => licenseEmails.renderLicenseExpiredEmail('RESONANT', license(text)),
  renderLicenseExpiringEmail: (text) =>
    licenseEmails.renderLicenseExpiringEmail('RESONANT', license(text), 7),
};
const license = (text: string) => ({
  url: URL,
  designation: 'MEDICAL_DOCTOR' as const,
  licenseNumber: text,
  state: text,
  expiresOn: '2030-01-01',
  reason: text,
});

/** Return the header names of a message as mail programs read it, with folded lines joined. */
function headersOf(eml: string): string[] {
  const [head = ''] = eml.split('\n\n');
  return head
    .replace(/\n[ \t]+/g, ' ')
    .split('\n')
    .map((line) => line.slice(0, line.indexOf(':')).toLowerCase());
}

const EXPECTED = [
  'from',
  'reply-to',
  'to',
  'subject',
  'message-id',
  'date',
  'mime-version',
  'content-type',
  'auto-submitted',
  'x-kind',
].sort();

test('the hostile texts cover every email', () => {
  const emailModules = [
    accountEmails,
    companyEmails,
    licenseEmails,
    orderEmails,
    noteEmails,
    supportEmails,
    moneyEmails,
    shippingEmails,
    specimenEmails,
    progressEmails,
    staffEmails,
    testEmails,
  ].flatMap((module) => Object.keys(module).filter((name) => /^render.*Email$/.test(name)));
  expect(Object.keys(EMAILS).sort()).toEqual(emailModules.sort());
});

test.each(Object.keys(EMAILS))(
  'header injection in emails: text of people starts no header or tag in %s',
  async (name) => {
    for (const [at, text] of EVIL.entries()) {
      const email = EMAILS[name]?.(text) ?? { subject: '', text: '', html: '<img src=x' };
      expect(email.html).not.toContain('<img src=x');
      const id = `${name}-${at}`;
      await createOutboxMailer(folder).send({
        id,
        entity: 'WBL',
        kind: 'EMAIL_TEST',
        to: 'a@wbl.example',
        ...email,
      });
      const eml = readFileSync(path.join(folder, `${id}.eml`), 'utf8');
      expect(headersOf(eml).sort()).toEqual(EXPECTED);
    }
  },
);

test.each(EMAIL_KINDS)(
  'header injection in emails: a subject of %s stays one line, whatever its author wrote',
  async (kind) => {
    for (const [at, text] of EVIL.entries()) {
      const message = {
        id: `${kind}-${at}`,
        entity: 'WBL',
        kind,
        to: 'a@wbl.example',
        subject: text,
        text,
        html: 'x',
      } as const;
      expect(composeMessage(message, undefined).subject).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u202e]/u);
      await createOutboxMailer(folder).send(message);
      const eml = readFileSync(path.join(folder, `${message.id}.eml`), 'utf8');
      expect(headersOf(eml).sort()).toEqual(EXPECTED);
      for (const to of [`a@wbl.example${text}`, 'a@wbl.example, v@evil.example', 'A <a@wbl.example>'])
        await expect(createOutboxMailer(folder).send({ ...message, to })).rejects.toThrow(
          'not a plain email address',
        );
    }
  },
);
