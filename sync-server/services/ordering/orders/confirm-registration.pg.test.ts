import { afterAll, beforeAll, expect, test } from 'vitest';
import { AGREEMENT_VERSION } from '#db/ordering/drafts/draft-form.ts';
import { ShownDraft } from '#db/ordering/drafts/shown-draft.ts';
import { ShownOrder, ShownRegistration } from '#db/ordering/orders/shown-order.ts';
import { moneyText } from '#db/values/money.ts';
import { type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';

let lab: DemoServer;
let protocolId = '';
beforeAll(async () => {
  lab = await openDemoServer();
  const [sold] = await lab.rows(
    `SELECT protocol_id AS id FROM service WHERE entity = 'WBL' AND status = 'LIVE' AND package_types @> '{TUBE}'
      ORDER BY min_specimens, sort_order, name LIMIT 1`,
  );
  protocolId = sold?.id ?? '';
});
afterAll(() => lab.close());

const BILLING = { line1: '1 Test Way', city: 'Boston', state: 'MA', postalCode: '02115', country: 'US' };
const draftUrl = (id: string, rest = '') => `/api/create-order/${id}${rest}`;
const rows = (count: number, species: string) =>
  Array.from({ length: count }, (_, index) => ({
    row: index + 1,
    cells: {
      customerSampleId: `S-${index + 1}`,
      providedSourceSpecies: species,
      providedSpecimenType: 'WHOLE_BLOOD',
    },
  }));

test('an anticipated order shows its total, refuses an outdated one, and waits for billing beyond the credit limit', async () => {
  const [customer] = await lab.rows(
    `SELECT id FROM company WHERE name = 'Northfield Biotech' AND entity = 'WBL'`,
  );
  const draftAnswer = await lab.call('PROJECT_MANAGER', 'post', '/api/create-order', {
    protocolId,
    companyId: customer?.id,
    orderType: 'SALES_ORDER',
  });
  const draft = ShownDraft.parse(draftAnswer.body);
  const { id } = draft.order;
  await lab.call('PROJECT_MANAGER', 'post', draftUrl(id, '/data-use'), {
    agreementTypes: ['DEIDENTIFIED_DATA'],
    otherText: '',
    retentionPeriod: 'INDEFINITE',
    agreementVersion: AGREEMENT_VERSION,
  });
  const { order } = ShownDraft.parse((await lab.call('PROJECT_MANAGER', 'get', draftUrl(id))).body);
  const countAnswer = await lab.call('PROJECT_MANAGER', 'post', draftUrl(id), {
    seenVersion: order.version,
    changes: { billingAddress: BILLING, projectedSpecimenCount: 3 },
  });
  const { version } = ShownDraft.parse(countAnswer.body).order;
  const submission = await lab.call('PROJECT_MANAGER', 'post', draftUrl(id, '/submit'), {
    seenVersion: version,
  });
  const agreed = ShownOrder.parse(submission.body);
  expect(agreed.status).toBe('ANTICIPATED');
  const species = draft.protocol.acceptedSpecies[0] ?? 'HOMO_SAPIENS';
  await lab.call('COMPANY_USER', 'post', `/api/create-order/manifest/rows?orderId=${id}&mode=replace`, {
    rows: rows(2, species),
  });
  const before = agreed.total;
  const fewerCost = `WITH dearer AS (UPDATE price SET amount = amount * 4 WHERE protocol_id = $1)
    UPDATE company SET credit_limit = $3, order_approval_required = false WHERE id = $2`;
  await lab.rows(fewerCost, [protocolId, customer?.id, before]);
  const url = `/api/orders/${id}/confirm-registration`;
  const registrationAnswer = await lab.call('COMPANY_USER', 'get', url);
  const registration = ShownRegistration.parse(registrationAnswer.body);
  const total = 2 * 4 * agreed.pricePerSpecimen;
  expect(registration).toMatchObject({
    projectedCount: 3,
    registeredCount: 2,
    totalBefore: before,
    total,
    approvals: ['CREDIT_LIMIT'],
    problems: [],
  });
  for (const body of [{}, { seenTotal: before }]) {
    const refusal = await lab.call('COMPANY_USER', 'post', url, body);
    expect([refusal.status, refusal.body.code]).toEqual([409, 'TOTAL_CHANGED']);
    expect(refusal.body.error).toContain(`It is ${moneyText(total)} for 2 specimens`);
  }
  const confirmed = await lab.call('COMPANY_USER', 'post', url, { seenTotal: total });
  expect(confirmed.status, JSON.stringify(confirmed.body)).toBe(200);
  expect(ShownOrder.parse(confirmed.body)).toMatchObject({
    status: 'PENDING_APPROVAL',
    total,
    approvals: [{ kind: 'CREDIT_LIMIT', status: 'OPEN' }],
  });
  const approvalEmails = await lab.rows(
    `SELECT "to" FROM email WHERE kind = 'APPROVAL_NEEDED' AND data ->> 'targetId' = $1`,
    [id],
  );
  expect(approvalEmails.map(({ to }) => to)).toEqual(['billing-manager@wbl.example']);
  const [approval] = await lab.rows('SELECT id FROM order_approval WHERE order_id = $1', [id]);
  const decided = await lab.call('BILLING_MANAGER', 'post', `/api/lab/orders/approvals/${approval?.id}`, {
    decision: 'APPROVED',
  });
  expect(decided.status).toBe(204);
  const accepted = ShownOrder.parse((await lab.call('BILLING_MANAGER', 'get', `/api/lab/orders/${id}`)).body);
  expect(accepted).toMatchObject({ status: 'ORDERED', total, paymentStatus: 'SERVICE_IN_PROGRESS' });
  expect(accepted.invoices).toMatchObject([{ totalDue: total }]);
  expect(accepted.specimens.map(({ status }) => status)).toEqual(['ORDERED', 'ORDERED']);
});
