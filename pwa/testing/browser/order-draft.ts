import { expect } from '@playwright/test';
import { AGREEMENT_VERSION } from '#db/ordering/draft-form.ts';
import { ShownDraft } from '#db/ordering/shown-draft.ts';
import { ServicePage } from '#db/ordering/shown-service.ts';
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
