import { beforeAll, expect, test } from 'vitest';
import { approveBatch } from '#db/batches/approve-batch.ts';
import { cancelBatch } from '#db/batches/cancel-batch.ts';
import { createBatch } from '#db/batches/create-batch.ts';
import { failBatch } from '#db/batches/failures/fail-batch.ts';
import { fillPlate } from '#db/batches/layout/place-sample.ts';
import { missingControls, requiredControls } from '#db/batches/layout/plate-layout.ts';
import { startBatch } from '#db/batches/starting/start-batch.ts';
import { correctInvoice } from '#db/billing/invoices/correct-invoice.ts';
import { type Invoice, invoice } from '#db/billing/invoices/invoice.ts';
import { issueInvoice } from '#db/billing/invoices/issue-invoice.ts';
import { applyPaymentResult, type PaymentResult } from '#db/billing/payments/apply-payment-result.ts';
import { payment } from '#db/billing/payments/payment.ts';
import { recordPayment } from '#db/billing/payments/record-payment.ts';
import { startOrderPayment, startPayment } from '#db/billing/payments/start-payment.ts';
import { passSamples, sequenceBatch } from '#db/factories/benches/sequence-batch.ts';
import { WATCHED } from '#db/factories/benches/watched-world.ts';
import { buyLabel, LIBRARIES, receiveTubes, WholeLab } from '#db/factories/benches/whole-lab.ts';
import { buildS3File } from '#db/factories/build-records.ts';
import { addInventoryItem } from '#db/inventory/add-inventory-item.ts';
import { inventoryItem } from '#db/inventory/inventory-item.ts';
import { inventoryType } from '#db/inventory/inventory-type.ts';
import { markInventoryItemUsed, openInventoryItem } from '#db/inventory/open-inventory-item.ts';
import { receiveInventoryItem } from '#db/inventory/receive-inventory-item.ts';
import { continueOrder } from '#db/ordering/drafts/continue-order.ts';
import { discardDraft } from '#db/ordering/drafts/start-order.ts';
import { updateOrderDraft } from '#db/ordering/drafts/update-order-draft.ts';
import { attachPurchaseOrder } from '#db/ordering/orders/attach-purchase-order.ts';
import { cancelSpecimens } from '#db/ordering/orders/cancel-specimens.ts';
import { closeOrder } from '#db/ordering/orders/close-order.ts';
import { confirmRegistration } from '#db/ordering/orders/confirm-registration.ts';
import { holdOrder, releaseOrder } from '#db/ordering/orders/hold-order.ts';
import { company } from '#db/organizations/company.ts';
import { holdCompany } from '#db/organizations/hold-company.ts';
import { createCompany } from '#db/organizations/save-company.ts';
import {
  approveCompany,
  rejectCompany,
  requestCompanyVerification,
} from '#db/organizations/verify-company.ts';
import { procedure } from '#db/protocols/procedure.ts';
import { s3File } from '#db/records/files/s3-file.ts';
import { moveSample } from '#db/samples/placing/move-sample.ts';
import { type Sample, sample } from '#db/samples/sample.ts';
import { holdSpecimen } from '#db/specimens/holding/hold-specimen.ts';
import { restartSpecimen, stopSpecimen } from '#db/specimens/restart-specimen.ts';
import { approveSpecimens, recallResults, releaseResults } from '#db/specimens/results/release-results.ts';
import { storageManagement } from '#db/storage/storage-management.ts';
import { wellAt } from '#db/values/plate-well.ts';
import { runBatch } from './demo-bench.ts';

let lab: WholeLab;
beforeAll(async () => {
  lab = await WholeLab.open();
  const { companyId } = lab.context('COMPANY_MANAGER').actor ?? { companyId: '' };
  const owner = lab.world.one(company, companyId);
  if (owner) lab.world.putRow(company, { ...owner, allowPurchaseOrder: true, orderApprovalRequired: true });
});

const CONDITIONS = ['NONE', 'NONE', 'NONE', 'NONE', 'LEAKING', 'INSUFFICIENT_VOLUME', 'EMPTY'] as const;

const invoiceOf = (orderId: string): Invoice => {
  const [row] = lab.world
    .select(invoice, { orderId })
    .filter(({ status }) => status !== 'VOID' && status !== 'CANCELED');
  if (!row) throw new Error(`${orderId} has no invoice.`);
  return row;
};

/** Deliver the card processor's result of the newest payment. */
async function card(invoiceId: string, status: PaymentResult['status']): Promise<void> {
  const cardPayment = lab.world
    .all(payment)
    .filter((one) => one.invoiceId === invoiceId && one.kind === 'CARD')
    .at(-1);
  if (!cardPayment) throw new Error('Nothing was paid by card.');
  const result = {
    status,
    amountReceived: status === 'SUCCEEDED' ? cardPayment.amount : 0,
    failureCode: null,
    disputedAmount: null,
  };
  await lab.applyExternal((tx, context) => applyPaymentResult(tx, context, cardPayment, result));
}

test('a purchase order is approved, its shipment fails and arrives, and its tubes are received in every way', async () => {
  await lab.draft('COMPANY_USER', 'po', 'PURCHASE_ORDER', 8);
  const file = {
    fileType: 'ORDER_DOCUMENT',
    subType: 'PURCHASE_ORDER',
    targetType: 'Order',
    targetId: 'po',
  } as const;
  lab.world.putRow(s3File, buildS3File({ id: 'po-file', ...file, status: 'STORED' }));
  await lab.perform('COMPANY_USER', attachPurchaseOrder, { orderId: 'po', fileId: 'po-file' });
  const seenVersion = lab.order('po').version;
  await lab.perform('COMPANY_USER', updateOrderDraft, {
    orderId: 'po',
    seenVersion,
    changes: { purchaseOrderNumber: 'PO-1' },
  });
  await lab.submit('COMPANY_USER', 'po');
  await lab.decide('BILLING_MANAGER', 'po', 'RETURNED');
  await lab.submit('COMPANY_USER', 'po');
  await lab.decide('BILLING_MANAGER', 'po', 'APPROVED');
  await lab.decide('COMPANY_MANAGER', 'po', 'APPROVED');
  await buyLabel(lab, 'po', 1);
  await lab.carrier('po', 'in_transit', 'failure', 'in_transit', 'return_to_sender');
  await buyLabel(lab, 'po', 2);
  await lab.carrier('po', 'cancelled');
  await buyLabel(lab, 'po', 3);
  await lab.carrier('po', 'in_transit', 'delivered');
  expect(lab.specimens('po').map(({ status }) => status)).toEqual(Array(8).fill('DELIVERED'));
  await receiveTubes(lab, 'po', CONDITIONS);
  await lab.perform('CS_REP', holdOrder, { orderId: 'po', reason: 'Asked' });
  await lab.perform('CS_REP', releaseOrder, { orderId: 'po' });
  const [, , , fourth] = lab.specimens('po');
  const holdArgs = { status: 'RECEIVED_AWAITING_OPTIMAL_BATCH', reason: 'The run is full' } as const;
  await lab.perform('LAB_MANAGER', holdSpecimen, { specimenId: fourth?.id ?? '', ...holdArgs });
});

test('a batch of it is stopped, missing specimens are canceled, and the order is closed', async () => {
  const [method] = lab.world.select(procedure, { batchType: 'PREPARATION' });
  if (!method) throw new Error('There is no procedure.');
  const specimenIds = new Set(lab.specimens('po').map(({ id }) => id));
  const queued = lab.world
    .select(sample, { status: 'IN_QUEUE' })
    .filter(({ specimenId }) => specimenIds.has(specimenId ?? ''));
  const otherSamples = lab.world
    .select(sample, { status: 'IN_QUEUE', stage: 'PREPARATION' })
    .filter(({ id }) => queued.every((one) => one.id !== id));
  const tubes = [...queued, ...otherSamples.slice(0, 5)];
  const batchId = 'stopped';
  const plan = { batchId, name: 'Stopped', procedureId: method.id, research: false, assignedUserId: null };
  await lab.perform('LAB_MANAGER', createBatch, plan);
  const samples = tubes.map(({ id }, n) => ({ sampleId: id, plateLocation: wellAt(n + 1) ?? 'A1' }));
  const controls = missingControls(requiredControls(method), []).map((controlType, n) => ({
    controlId: `control-${n}`,
    controlType,
    plateLocation: wellAt(tubes.length + n + 1) ?? 'H12',
  }));
  await lab.perform('LAB_TECH', fillPlate, { batchId, samples, controls });
  await lab.perform('LAB_TECH', startBatch, { batchId });
  await lab.perform('LAB_MANAGER', failBatch, {
    batchId,
    qc: true,
    failureReason: 'BAD_SAMPLE',
    failureNotes: 'Clotted',
  });
  const [restartable, stoppable] = lab.specimens('po').filter(({ status }) => status === 'FAILED_QC');
  await lab.perform('PROJECT_MANAGER', restartSpecimen, {
    specimenId: restartable?.id ?? '',
    from: 'REPLACEMENT',
    reason: 'Clotted',
  });
  await lab.perform('LAB_MANAGER', stopSpecimen, { specimenId: stoppable?.id ?? '', reason: 'Clotted' });
  await lab.perform('LAB_MANAGER', cancelBatch, { batchId, reason: 'Nothing to gain' });
  const leftoverIds = lab
    .specimens('po')
    .filter(({ status }) => status !== 'FAILED_QC_CANCELED')
    .map(({ id }) => id);
  await lab.perform('PROJECT_MANAGER', cancelSpecimens, {
    orderId: 'po',
    specimenIds: leftoverIds,
    reason: 'Given up',
  });
  expect(lab.order('po').status).toBe('PENDING_COMPLETION');
  await lab.perform('PROJECT_MANAGER', closeOrder, { orderId: 'po' });
  expect(lab.order('po').status).toBe('COMPLETED');
});

test('it is billed, paid in parts and by a card that fails, and its invoice is corrected', async () => {
  const first = invoiceOf('po').id;
  await lab.perform('BILLING_MANAGER', issueInvoice, { invoiceId: first });
  await lab.perform('COMPANY_MANAGER', startPayment, { invoiceId: first });
  await card(first, 'PROCESSING');
  await card(first, 'FAILED');
  await lab.perform('BILLING_MANAGER', correctInvoice, { invoiceId: first, reason: 'Wrong address' });
  const { id: invoiceId, totalDue } = invoiceOf('po');
  await lab.perform('BILLING_MANAGER', issueInvoice, { invoiceId });
  const check = (amount: number, reference: string) =>
    lab.perform('BILLING_MANAGER', recordPayment, {
      invoiceId,
      payment: { kind: 'CHECK', amount, reference, receivedAt: '2026-11-21T08:00:00.000Z' },
    });
  await check(1000, '1');
  await lab.perform('COMPANY_MANAGER', startPayment, { invoiceId, amount: 5000 });
  await card(invoiceId, 'FAILED');
  await check(totalDue - 1000, '2');
  expect(invoiceOf('po').status).toBe('PAID_IN_FULL');
});

test('an order paid by card is quarantined with its tubes; an anticipated one is named later; a draft is discarded', async () => {
  await lab.draft('COMPANY_MANAGER', 'card', 'ONLINE', 1);
  await lab.perform('COMPANY_MANAGER', startOrderPayment, { orderId: 'card' });
  await card(invoiceOf('card').id, 'SUCCEEDED');
  await receiveTubes(lab, 'card', ['LEAKING']);
  expect(lab.order('card').status).toBe('QUARANTINED');
  await lab.draft('PROJECT_MANAGER', 'sold', 'SALES_ORDER', 5, 0);
  await lab.submit('PROJECT_MANAGER', 'sold');
  expect(lab.order('sold').status).toBe('ANTICIPATED');
  await lab.name('PROJECT_MANAGER', 'sold', 2);
  await lab.perform('PROJECT_MANAGER', confirmRegistration, { orderId: 'sold' });
  await lab.draft('COMPANY_USER', 'none', 'ONLINE', 1);
  await lab.perform('COMPANY_USER', discardDraft, { orderId: 'none' });
});

test('more work is ordered on stored material', async () => {
  const [source] = lab.specimens('po').filter(({ status }) => status === 'FAILED_QC_CANCELED');
  const more = { orderId: 'more', sourceOrderId: 'po', continuation: 'SUPPLEMENTAL' } as const;
  await lab.perform('PROJECT_MANAGER', continueOrder, { ...more, specimenIds: [source?.id ?? ''] });
  const changes = { orderType: 'SALES_ORDER' } as const;
  const seenVersion = lab.order('more').version;
  await lab.perform('PROJECT_MANAGER', updateOrderDraft, { orderId: 'more', seenVersion, changes });
  await lab.agree('PROJECT_MANAGER', 'more');
  await lab.submit('PROJECT_MANAGER', 'more');
  expect(lab.specimens('more').map(({ status }) => status)).toEqual(['SUPPLEMENTAL']);
});

test('libraries are sequenced; their results are released, and remaining material is stored when the order is closed', async () => {
  await lab.draft('PROJECT_MANAGER', 'reads', 'SALES_ORDER', 2, 2, LIBRARIES);
  await lab.submit('PROJECT_MANAGER', 'reads');
  await receiveTubes(lab, 'reads', ['NONE', 'NONE']);
  const specimenIds = lab.specimens('reads').map(({ id }) => id);
  const turnOf = ({ specimenId }: Sample) => (specimenIds.includes(specimenId ?? '') ? 0 : 1);
  const run = { key: 'sequence', name: 'Run', samples: 2, daysAgo: -0.5 } as const;
  const batchId = (await runBatch(lab.demo, { ...run, started: true, sections: 9 }, turnOf)) ?? '';
  await sequenceBatch(lab, batchId);
  await passSamples(lab, batchId);
  await lab.perform('LAB_RESEARCH_DIRECTOR', approveBatch, { batchId });
  const results = { fileType: 'ORDER_DOCUMENT', subType: 'LAB_RESULTS', targetType: 'Order' } as const;
  const file = { ...results, targetId: 'reads', status: 'STORED', scanStatus: 'CLEAN' } as const;
  lab.world.putRow(s3File, buildS3File({ id: 'reads-file', ...file, customerVisible: true }));
  const all = { orderId: 'reads', specimenIds };
  await lab.perform('LAB_RESEARCH_DIRECTOR', approveSpecimens, all);
  await lab.perform('LAB_MANAGER', releaseResults, all);
  expect(lab.order('reads').status).toBe('PENDING_COMPLETION');
  const wrong = { recallFor: 'CORRECTED_REPORT', reason: 'A column was swapped' } as const;
  await lab.perform('LAB_RESEARCH_DIRECTOR', recallResults, { ...all, ...wrong });
  const { occurredAt = '' } = lab.context('LAB_MANAGER');
  const right = { ...file, supersedesId: 'reads-file', customerVisible: true, createdAt: occurredAt };
  lab.world.putRow(s3File, buildS3File({ id: 'right-file', ...right }));
  await lab.perform('LAB_MANAGER', releaseResults, all);
  await lab.perform('PROJECT_MANAGER', closeOrder, { orderId: 'reads' });
  const [tube] = lab.world.select(sample, { specimenId: specimenIds[0] ?? '', sampleKind: 'PRIMARY' });
  const [box] = lab.world.select(storageManagement, { type: 'BOX', quarantine: false });
  const place = { containerId: box?.id ?? '', position: 'A8' };
  await lab.perform('LAB_TECH', moveSample, { sampleId: tube?.id ?? '', ...place });
  expect(lab.specimens('reads').map(({ status }) => status)).toEqual(['IN_STORAGE', 'COMPLETED']);
});

test('an inventory item and a company go through their states', async () => {
  const [type] = lab.world.select(inventoryType, { category: 'REAGENT' });
  const receipt = { lotNumber: 'L7', expirationDate: null, quantity: null, qcPassed: null };
  const decisionArgs = {
    barcode: null,
    serialNumber: null,
    quantity: null,
    unitCost: null,
    purchaseOrderNumber: null,
  };
  await lab.perform('LAB_MANAGER', addInventoryItem, {
    itemId: 'item',
    inventoryTypeId: type?.id ?? '',
    ...decisionArgs,
    receipt: null,
  });
  await lab.perform('LAB_TECH', receiveInventoryItem, { itemId: 'item', receipt });
  await lab.perform('LAB_TECH', openInventoryItem, { itemId: 'item' });
  await lab.perform('LAB_TECH', markInventoryItemUsed, { itemId: 'item', reason: 'Empty' });
  const reason = 'So agreed';
  for (const companyId of ['good', 'bad']) {
    const profile = {
      name: `${companyId} labs`,
      type: 'COMPANY' as const,
      billingEmails: ['pay@new.example'],
    };
    const noReferences = { employerIdentificationNumber: null, parentCompanyId: null };
    await lab.perform('CS_MANAGER', createCompany, { companyId, ...profile, ...noReferences });
    await lab.perform('CS_MANAGER', requestCompanyVerification, { companyId, reason });
  }
  await lab.perform('CS_MANAGER', approveCompany, { companyId: 'good' });
  await lab.perform('CS_MANAGER', rejectCompany, { companyId: 'bad', reason });
  await lab.perform('BILLING_MANAGER', holdCompany, { companyId: 'good', reason });
  expect(lab.world.one(inventoryItem, 'item')?.status).toBe('USED');
  const companies = ['good', 'bad'].map((id) => lab.world.one(company, id)?.verificationStatus);
  expect(companies).toEqual(['APPROVED', 'REJECTED']);
});

// The tests above run in this order in one lab; this test counts what they have reached.
test('operations alone reach every state of 4.1, 4.2 and 4.6, and take no unlisted transition', () => {
  expect(lab.world.unlisted).toEqual([]);
  for (const [name, { table }] of Object.entries(WATCHED)) {
    const missing = Object.keys(table).filter((status) => !lab.world.reached.get(name)?.has(status));
    expect([name, missing]).toEqual([name, []]);
  }
});
