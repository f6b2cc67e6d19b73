import { expect, test } from 'vitest';
import type { InvoiceLine } from '#db/billing/invoices/invoice.ts';
import type { ShownInvoice } from '#db/billing/invoices/shown-invoice.ts';
import { buildInvoiceLine, buildShownInvoice } from '#db/factories/build-billing.ts';
import { moneyText } from '#db/values/money.ts';
import { renderStatementPdf } from '#sync-server/services/billing/invoices/read-statement.ts';
import { renderInvoicePdf } from './invoice-pdf.ts';
import type { Payee } from './payee.ts';
import { printable } from './pdf-document.ts';

const PAYEE: Payee = {
  entity: 'WBL',
  zone: 'America/New_York',
  site: 'https://lab.example',
  bankAccount: ['Example Bank', 'Routing 021000021', 'Account 0001234567'],
  taxId: '12-3456789',
};
const pagesOf = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Type \/Page\b(?!s)/g)?.length ?? 0;

const line = (order: number, fields: Partial<InvoiceLine> = {}) => ({
  ...buildInvoiceLine({ order, ...fields }),
  specimens: [],
});

test('letters without a glyph lose their diacritic, and negative amounts keep a sign as wide as a minus', () => {
  expect(printable('Łódź, Zürich – “Genom”')).toBe('Lódz, Zürich – “Genom”');
  expect(printable('株式会社')).toBe('????');
  expect(printable(moneyText(-50))).toBe('–$0.50');
});

test('an invoice of many lines continues on further pages; a line higher than a page does not overflow', async () => {
  const pdf = (lines: ShownInvoice['lines']) => renderInvoicePdf({ ...buildShownInvoice(), lines }, PAYEE);
  expect(pagesOf(await pdf([line(1)]))).toBe(1);
  const many = Array.from({ length: 70 }, (_, index) => line(index + 1));
  expect(pagesOf(await pdf(many))).toBe(3);
  const long = line(71, { description: 'A very long description of what is sold. '.repeat(10) });
  const negative = line(72, { unitPrice: -100, amount: -100 });
  expect(pagesOf(await pdf([...many, long, negative]))).toBe(3);
});

test('equal rows render an equal statement', async () => {
  const statement = {
    company: { id: 'company-1', name: 'Northfield Biotech' },
    from: '2026-09-30',
    to: '2026-11-22',
    openingBalance: -5000,
    lines: [],
    closingBalance: 0,
    ageing: { notDue: 0, days1To30: 0, days31To60: 0, days61To90: 0, over90: 0 },
  };
  const pdf = await renderStatementPdf(statement, 'RESONANT');
  expect(pagesOf(pdf)).toBe(1);
  expect(pdf.equals(await renderStatementPdf(statement, 'RESONANT'))).toBe(true);
});
