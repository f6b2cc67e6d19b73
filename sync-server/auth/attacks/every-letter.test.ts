import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { EMAIL_KINDS } from '#db/records/email-kind.ts';
import { readEnv } from '#sync-server/config/env.ts';
import { composed } from '#sync-server/integrations/mail/compose.ts';
import { createOutboxMailer } from '#sync-server/integrations/mail/outbox-mailer.ts';
import * as moneyLetters from '#sync-server/services/billing/payments/billing-letters.ts';
import * as orderLetters from '#sync-server/services/ordering/order-letters.ts';
import * as shippingLetters from '#sync-server/services/ordering/shipping/shipping-letters.ts';
import * as companyLetters from '#sync-server/services/organizations/company-letters.ts';
import * as licenceLetters from '#sync-server/services/patients/licence-letters.ts';
import * as expiryLetters from '#sync-server/services/records/data-expiry-letter.ts';
import * as noteLetters from '#sync-server/services/records/note-letters.ts';
import * as staffLetters from '#sync-server/services/records/staff-letters.ts';
import * as testLetters from '#sync-server/services/records/test-letter.ts';
import * as progressLetters from '#sync-server/services/specimens/progress-letter.ts';
import * as specimenLetters from '#sync-server/services/specimens/specimen-letters.ts';
import * as supportLetters from '#sync-server/services/support/support-letter.ts';
import * as accountLetters from '../account-letters.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'letters-'));
afterAll(() => rmSync(folder, { recursive: true }));

const BREAKS = ['\r\n', '\n', '\r', '\u0000', '\u2028', '\u0085', '\u202e'];
const EVIL = BREAKS.map(
  (line) => `Acme${line}Bcc: victim@evil.example${line}${line}<img src=x onerror=alert(1)>`,
);
const URL = 'https://localhost/#token=x';

type Written = { subject: string; text: string; html: string };

/** Every letter with a hostile text wherever somebody's words go; a new letter needs its line. */
const LETTERS: Readonly<Record<string, (text: string) => Written>> = {
  verificationLetter: () => accountLetters.verificationLetter('WBL', URL),
  signInLetter: () => accountLetters.signInLetter('WBL', URL, true),
  passwordLetter: () => accountLetters.passwordLetter('WBL', URL),
  invitationLetter: (text) =>
    accountLetters.invitationLetter('WBL', {
      url: URL,
      invitedBy: text,
      companyName: text,
      role: 'COMPANY_USER',
    }),
  verificationNeededLetter: (text) =>
    accountLetters.verificationNeededLetter('WBL', { url: URL, companyName: text, similar: 1 }),
  askReviewLetter: (text) =>
    companyLetters.askReviewLetter('WBL', { url: URL, companyName: text, reason: text }),
  approvedLetter: (text) =>
    companyLetters.approvedLetter('WBL', { url: URL, companyName: text, reason: text }),
  rejectedLetter: (text) =>
    companyLetters.rejectedLetter('WBL', { url: URL, companyName: text, reason: text }),
  orderLetter: (text) =>
    orderLetters.orderLetter('ORDER_RETURNED', 'WBL', {
      url: URL,
      orderNumber: 'W-000101',
      companyName: text,
      serviceName: text,
      total: 100,
      reason: text,
    }),
  moneyLetter: (text) =>
    moneyLetters.moneyLetter('INVOICE_ISSUED', 'WBL', {
      url: URL,
      invoiceNumber: null,
      orderNumber: 'W-000101',
      companyName: text,
      amount: 100,
      balance: 100,
      dueDate: null,
      reason: text,
    }),
  shippingLetter: (text) =>
    shippingLetters.shippingLetter('SHIPPING_LABEL', 'WBL', {
      url: URL,
      direction: 'KIT_OUT',
      orderNumber: 'W-000101',
      carrier: text,
      trackingNumber: text,
    }),
  dataExpiryLetter: (text) =>
    expiryLetters.dataExpiryLetter(readEnv({ AUTH_SECRET: 'x'.repeat(40) }), 'WBL', {
      path: '/orders/x',
      orderNumber: 'W-000101',
      companyName: text,
      ends: '2030-01-01',
      fileCount: 1,
    }),
  specimenLetter: (text) =>
    specimenLetters.specimenLetter('ACTION_REQUIRED', 'WBL', {
      url: URL,
      orderNumber: 'W-000101',
      companyName: text,
      lines: [[text, text]],
    }),
  progressLetter: (text) =>
    progressLetters.progressLetter('WBL', {
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
  staffLetter: (text) => staffLetters.staffLetter('STOCK_LOW', 'WBL', { site: URL, lines: [[text, text]] }),
  testLetter: (text) => testLetters.testLetter('WBL', text),
  mentionLetter: (text) => noteLetters.mentionLetter('WBL', { url: URL, author: text, record: text }),
  supportLetter: (text) =>
    supportLetters.supportLetter(
      'WBL',
      'SR-22CDFG',
      { subject: 'OTHER', about: text, message: text },
      { name: text, email: 'a@b.example', role: 'Clinician', companyName: text },
      [text],
    ),
  licenceVerifiedLetter: (text) => licenceLetters.licenceVerifiedLetter('RESONANT', licence(text)),
  licenceProblemLetter: (text) => licenceLetters.licenceProblemLetter('RESONANT', licence(text)),
  licenceExpiredLetter: (text) => licenceLetters.licenceExpiredLetter('RESONANT', licence(text)),
  licenceExpiringLetter: (text) => licenceLetters.licenceExpiringLetter('RESONANT', licence(text), 7),
};
const licence = (text: string) => ({
  url: URL,
  designation: 'MEDICAL_DOCTOR' as const,
  licenseNumber: text,
  state: text,
  expiresOn: '2030-01-01',
  reason: text,
});

/** Header names of a message as mail programs read it, folded lines joined. */
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

test('every letter there is, is tried here', () => {
  const there = [
    accountLetters,
    companyLetters,
    licenceLetters,
    orderLetters,
    noteLetters,
    supportLetters,
    moneyLetters,
    shippingLetters,
    expiryLetters,
    specimenLetters,
    progressLetters,
    staffLetters,
    testLetters,
  ].flatMap((letters) => Object.keys(letters).filter((name) => name.endsWith('Letter')));
  expect(Object.keys(LETTERS).sort()).toEqual(there.sort());
});

test.each(Object.keys(LETTERS))(
  'header injection in emails: no words of anybody begin a header or a tag in %s',
  async (name) => {
    for (const [at, text] of EVIL.entries()) {
      const letter = LETTERS[name]?.(text) ?? { subject: '', text: '', html: '<img src=x' };
      expect(letter.html).not.toContain('<img src=x');
      const id = `${name}-${at}`;
      await createOutboxMailer(folder).send({
        id,
        entity: 'WBL',
        kind: 'EMAIL_TEST',
        to: 'a@wbl.example',
        ...letter,
      });
      const eml = readFileSync(path.join(folder, `${id}.eml`), 'utf8');
      expect(headersOf(eml).sort()).toEqual(EXPECTED);
    }
  },
);

test.each(EMAIL_KINDS)(
  'header injection in emails: a subject of %s stays one line, whoever wrote it',
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
      expect(composed(message, undefined).subject).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u202e]/u);
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
