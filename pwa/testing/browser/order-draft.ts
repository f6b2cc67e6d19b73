import { expect, type Page } from '@playwright/test';
import type pg from 'pg';
import { AGREEMENT_VERSION } from '#db/ordering/drafts/draft-form.ts';
import { ShownDraft } from '#db/ordering/drafts/shown-draft.ts';
import { ServicePage } from '#db/ordering/services/shown-service.ts';
import type { Device } from './device.ts';

const BILLING = { line1: '1 Test Way', city: 'Boston', state: 'MA', postalCode: '02115', country: 'US' };

/** The input of a new order, besides its service. */
export interface DraftParts {
  orderType: ShownDraft['order']['orderType'];
  companyId?: string;
  projectedSpecimenCount?: number;
  /** Cells of every row that this service requires besides species and type. */
  cells?: Record<string, string>;
  /** The number of rows that are entered; all by default. */
  rows?: number;
  /** Changes to the draft afterwards. */
  changes?: Record<string, unknown>;
}

/**
 * Send a request as the user of this device, from its open page, because each business entity has its own
 * host.
 */
async function call({ page }: Device, path: string, data?: object): Promise<unknown> {
  const answer = await page.evaluate(
    async ([to, body]) => {
      const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: body ?? '' };
      const response = await fetch(to ?? '', body === null ? {} : init);
      return { ok: response.ok, text: await response.text() };
    },
    [path, data ? JSON.stringify(data) : null],
  );
  expect(answer.ok, `${path} ${answer.text}`).toBe(true);
  return answer.text === '' ? null : JSON.parse(answer.text);
}

/**
 * Create a draft with its rows that lacks only the submission step of its order type; the wizard's own
 * journey tests the steps before.
 */
export async function draftOf(
  device: Device,
  { orderType, cells, rows: rowCount, changes, ...orderFields }: DraftParts,
): Promise<ShownDraft> {
  const { rows } = ServicePage.parse(await call(device, '/api/lab/services?status=LIVE&limit=500'));
  const clinical = cells?.['patientMrn'] !== undefined;
  const sold = rows.find((one) => one.clinical === clinical && one.packageTypes.includes('TUBE'));
  const started = { protocolId: sold?.protocolId, orderType, packageType: 'TUBE', ...orderFields };
  const draft = ShownDraft.parse(await call(device, '/api/create-order', started));
  const { id, projectedSpecimenCount } = draft.order;
  const defaultCells = {
    providedSourceSpecies: draft.protocol.acceptedSpecies[0] ?? 'HOMO_SAPIENS',
    providedSpecimenType: 'WHOLE_BLOOD',
    ...cells,
  };
  const list = Array.from({ length: rowCount ?? projectedSpecimenCount }, (_, index) => ({
    row: index + 1,
    cells: { ...defaultCells, customerSampleId: `T-${index + 1}` },
  }));
  const listUrl = `/api/create-order/manifest/rows?orderId=${id}&mode=replace`;
  if (list.length > 0) await call(device, listUrl, { rows: list });
  const accepted = ShownDraft.parse(
    await call(device, `/api/create-order/${id}/data-use`, {
      agreementTypes: ['NO_RIGHTS'],
      otherText: '',
      retentionPeriod: 'YEARS_1',
      agreementVersion: AGREEMENT_VERSION,
    }),
  );
  return ShownDraft.parse(
    await call(device, `/api/create-order/${id}`, {
      seenVersion: accepted.order.version,
      changes: { billingAddress: BILLING, ...changes },
    }),
  );
}

/** Read the numbers that a submitted order and its specimens took. */
export async function numbersOf(
  pool: pg.Pool,
  orderId: string,
): Promise<{ orderNumber: string; requisitionNumbers: string[] }> {
  const { rows } = await pool.query<{ order: string; requisition: string | null }>(
    `SELECT o.order_number AS order, s.requisition_number AS requisition
       FROM "order" o LEFT JOIN specimen s ON s.order_id = o.id AND NOT s.deleted
      WHERE o.id = $1 AND o.order_number IS NOT NULL ORDER BY s.order_row`,
    [orderId],
  );
  const [first] = rows;
  if (!first) throw new Error('The order has no number yet.');
  return {
    orderNumber: first.order,
    requisitionNumbers: rows.flatMap(({ requisition }) => requisition ?? []),
  };
}

/** The file of a purchase order. */
export const PDF = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n');

/** Enter a purchase order and its file at the last step of the wizard, so that the order can be submitted. */
export async function enterPurchaseOrder(page: Page, purchaseOrder: string): Promise<void> {
  await expect(page.getByText('Upload the purchase order.').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Submit order' })).toBeDisabled();
  const number = page.getByLabel(/^Purchase order number/);
  await number.fill(purchaseOrder);
  await number.blur();
  const name = `order ${purchaseOrder}.pdf`;
  await page
    .getByLabel('Purchase order', { exact: true })
    .setInputFiles({ name, mimeType: 'application/pdf', buffer: PDF });
  await expect(page.getByRole('list', { name: 'Purchase order: files' })).toContainText(name);
  await expect(page.getByText('Everything is there.')).toBeVisible();
}
