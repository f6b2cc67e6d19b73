import { describe, expect, it } from 'vitest';
import { buildOrder } from '#db/factories/build-ordering.ts';
import {
  type SubmitFacts,
  type SubmittedRow,
  stepsOf,
  submitProblems,
  WIZARD_STEPS,
} from './submit-problems.ts';

const row = (n: number, overrides: Partial<SubmittedRow> = {}): SubmittedRow => ({
  row: n,
  problems: [],
  patientId: 'patient-1',
  collectedAt: '2026-11-20T09:00:00.000Z',
  physicianMayOrder: true,
  sourceProblem: null,
  ...overrides,
});

const facts = (overrides: Partial<SubmitFacts> = {}): SubmitFacts => ({
  order: buildOrder({ orderType: 'SALES_ORDER', projectedSpecimenCount: 2 }),
  company: { status: 'ACTIVE', verificationStatus: 'APPROVED', allowPurchaseOrder: true },
  supportAddress: 'support@wbl.example',
  service: { status: 'LIVE', minSpecimens: 1, maxSpecimens: null, packageTypes: ['TUBE', 'PLATE'] },
  priceProblem: null,
  rows: [row(1), row(2)],
  dataUse: { agreementTypes: ['DEIDENTIFIED_DATA'], otherText: null },
  campaign: null,
  byStaff: false,
  isPaid: false,
  clinical: null,
  ...overrides,
});
const order = (overrides: Partial<SubmitFacts['order']>) =>
  buildOrder({ orderType: 'SALES_ORDER', projectedSpecimenCount: 2, ...overrides });
const texts = (overrides: Partial<SubmitFacts>) =>
  submitProblems(facts(overrides)).map(({ message }) => message);

describe('an order is submitted', () => {
  it('when nothing prevents it', () => {
    expect(submitProblems(facts())).toEqual([]);
  });

  it.each(['PENDING', 'REJECTED'] as const)('not while its organization is %s', (verificationStatus) => {
    const company = { status: 'ACTIVE', verificationStatus, allowPurchaseOrder: true } as const;
    expect(texts({ company })).toEqual(['Your organization is awaiting verification.']);
  });

  it('not while the account is on hold', () => {
    const company = {
      status: 'ON_HOLD',
      verificationStatus: 'NOT_APPLICABLE',
      allowPurchaseOrder: true,
    } as const;
    expect(texts({ company })).toEqual(['Your account is on hold. Contact support@wbl.example.']);
  });

  it('not for a service that is off sale or has no price', () => {
    const { service } = facts();
    expect(texts({ service: { ...service, status: 'DRAFT' } })).toEqual([
      'This service is no longer available.',
    ]);
    expect(texts({ priceProblem: 'No price is set for this service.' })).toEqual([
      'No price is set for this service.',
    ]);
  });

  it('not with too few or too many specimens', () => {
    const service = { ...facts().service, minSpecimens: 3, maxSpecimens: 5 };
    expect(texts({ service })).toEqual(['Enter at least 3 specimens.']);
    const six = order({ projectedSpecimenCount: 6 });
    expect(texts({ service, order: six, rows: [1, 2, 3, 4, 5, 6].map((n) => row(n)) })).toEqual([
      'No more than 5 specimens.',
    ]);
  });

  it('not while rows are missing, unless staff enter a sales order or campaign', () => {
    for (const orderType of ['ONLINE', 'PURCHASE_ORDER', 'SALES_ORDER', 'CAMPAIGN'] as const) {
      const incompleteOrder = {
        order: order({
          orderType,
          campaignCode: 'C1',
          purchaseOrderNumber: 'PO-1',
          purchaseOrderFileId: 'file-1',
        }),
        campaign: { status: 'ACTIVE' } as const,
        rows: [row(1)],
        isPaid: true,
      };
      const laterForStaff = orderType === 'SALES_ORDER' || orderType === 'CAMPAIGN';
      expect(texts(incompleteOrder)).toEqual(['1 of 2 specimens entered.']);
      expect(texts({ ...incompleteOrder, byStaff: true })).toEqual(
        laterForStaff ? [] : ['1 of 2 specimens entered.'],
      );
    }
    const three = [row(1), row(2), row(3)];
    expect(texts({ rows: three, byStaff: true })).toEqual(['3 of 2 specimens entered.']);
  });

  it('not with an invalid row, reported by row and column', () => {
    const wrong = row(2, { problems: [{ column: 'Plate Position', message: 'Invalid plate location' }] });
    expect(submitProblems(facts({ rows: [row(1), wrong] }))).toEqual([
      { step: 'specimens', field: 'rows.2', message: 'Row 2, Plate Position: Invalid plate location' },
    ]);
  });

  it('not before the data-use agreement is accepted, and another use requires a text', () => {
    expect(texts({ dataUse: null })).toEqual(['Accept the data-use agreement.']);
    expect(texts({ dataUse: { agreementTypes: ['OTHER'], otherText: ' ' } })).toEqual([
      'Say which other use you agree to.',
    ]);
    expect(texts({ dataUse: { agreementTypes: ['OTHER'], otherText: 'Teaching' } })).toEqual([]);
  });

  it('not without each part of the billing address', () => {
    expect(texts({ order: order({ billingAddress: {} }) })).toEqual([
      'Billing address line is required',
      'Billing city is required',
      'Billing state is required',
      'Billing postal code is required',
    ]);
  });

  it('not by purchase order without its number and file, or when the company has none', () => {
    const po = order({ orderType: 'PURCHASE_ORDER' });
    expect(texts({ order: po })).toEqual(['Enter the purchase order number.', 'Upload the purchase order.']);
    const completeOrder = order({
      orderType: 'PURCHASE_ORDER',
      purchaseOrderNumber: 'PO-1',
      purchaseOrderFileId: 'file-1',
    });
    expect(texts({ order: completeOrder })).toEqual([]);
    const company = { ...facts().company, allowPurchaseOrder: false };
    expect(texts({ order: completeOrder, company })).toEqual([
      'Purchase orders are not open to your organization. Choose another way to pay.',
    ]);
  });

  it('not by card before it is paid, and not in a campaign without its code', () => {
    const online = order({ orderType: 'ONLINE' });
    expect(texts({ order: online })).toEqual(['Pay for the order to submit it.']);
    expect(texts({ order: online, isPaid: true })).toEqual([]);
    expect(texts({ order: order({ orderType: 'CAMPAIGN' }) })).toEqual(['Enter the campaign code.']);
  });

  it('in a campaign without a billing address, because its sponsor is billed; kits need a delivery address', () => {
    const inCampaign = order({ orderType: 'CAMPAIGN', campaignCode: 'SPRING', billingAddress: {} });
    const campaign = { status: 'ACTIVE' } as const;
    expect(texts({ order: inCampaign, campaign })).toEqual([]);
    const withKits = { ...inCampaign, kitCount: 12, shippingAddress: { line1: '1 Test Way', state: 'MA' } };
    expect(texts({ order: withKits, campaign })).toEqual([
      'Shipping city is required to send the kits.',
      'Shipping postal code is required to send the kits.',
    ]);
    expect(
      texts({ order: { ...withKits, shippingAddress: facts().order.billingAddress }, campaign }),
    ).toEqual([]);
    expect(texts({ order: order({ billingAddress: {} }) })).toContain('Billing city is required');
  });

  it('not in an unknown or ended campaign, except a rework, which costs nothing', () => {
    const inCampaign = order({ orderType: 'CAMPAIGN', campaignCode: 'SPRING' });
    expect(texts({ order: inCampaign, campaign: { status: 'ACTIVE' } })).toEqual([]);
    expect(texts({ order: inCampaign, campaign: null })).toEqual([
      'No campaign has this code. Check it, or add the campaign on the sponsor’s page.',
    ]);
    const endedCampaign = { status: 'ENDED' } as const;
    expect(texts({ order: inCampaign, campaign: endedCampaign })).toEqual([
      'This campaign has ended. Enter the code of one that is active, or order in another way.',
    ]);
    const rework = { ...inCampaign, orderClassification: 'REWORK', sourceOrderId: 'order-0' } as const;
    expect(texts({ order: rework, campaign: endedCampaign })).toEqual([]);
  });

  it('not for more work without material', () => {
    const more = order({ orderClassification: 'SUPPLEMENTAL', sourceOrderId: 'order-0' });
    const rowWithoutMaterial = row(2, { sourceProblem: 'No material left for S-2.' });
    expect(texts({ order: more, rows: [row(1), rowWithoutMaterial] })).toEqual([
      'Row 2, Sample ID: No material left for S-2.',
    ]);
    expect(texts({ order: more, rows: [] })).toEqual(['Choose at least one specimen.']);
    expect(texts({ order: order({ orderClassification: 'REWORK' }) })).toEqual([
      'Choose the order that this one continues.',
    ]);
  });
});

describe('a rework is submitted', () => {
  const reworkFields = { orderClassification: 'REWORK', sourceOrderId: 'order-0' } as const;

  it('with fewer specimens than the service requires, unpaid, and when the service is off sale', () => {
    const service = { status: 'DRAFT', minSpecimens: 8, maxSpecimens: null, packageTypes: [] } as const;
    const unpaid = order({ ...reworkFields, orderType: 'ONLINE', billingAddress: {} });
    expect(texts({ order: unpaid, service, priceProblem: 'No price is set for this service.' })).toEqual([]);
  });

  it('in steps without those already decided, and more work in all except shipping', () => {
    expect(stepsOf(order(reworkFields))).toEqual(['specimens', 'data-use', 'review']);
    expect(stepsOf(order({ orderClassification: 'SUPPLEMENTAL' }))).toEqual(
      WIZARD_STEPS.filter((step) => step !== 'shipping'),
    );
    expect(stepsOf(order({}))).toEqual(WIZARD_STEPS);
  });
});

describe('a clinical order is submitted', () => {
  const rights = { submitterIsClinician: true, submitterMayOrder: true, attestationProblem: null };

  it('not by a clinician without a verified license', () => {
    expect(texts({ clinical: { ...rights, submitterMayOrder: false } })).toEqual([
      'Your license must be verified before you can place orders.',
    ]);
    const assistant = { ...rights, submitterIsClinician: false, submitterMayOrder: false };
    expect(texts({ clinical: assistant })).toEqual([]);
  });

  it('by the clinic only with a signed statement; staff and reworks need none', () => {
    const unsigned = { ...rights, attestationProblem: 'Sign consent and medical necessity.' };
    expect(texts({ clinical: unsigned })).toEqual(['Sign consent and medical necessity.']);
    expect(texts({ clinical: unsigned, byStaff: true })).toEqual([]);
    expect(
      texts({
        clinical: unsigned,
        order: order({ orderClassification: 'REWORK', sourceOrderId: 'order-0' }),
      }),
    ).toEqual([]);
  });

  it('not without patient, clinician and time of collection of each specimen', () => {
    const incompleteRow = row(2, { patientId: null, collectedAt: null, physicianMayOrder: false });
    expect(texts({ clinical: rights, rows: [row(1), incompleteRow] })).toEqual([
      'Row 2, Patient MRN: Enter the patient.',
      'Row 2, Physician: Enter a clinician with a verified license.',
      'Row 2, Collected At: Enter when it was collected.',
    ]);
    expect(texts({ rows: [row(1), incompleteRow] })).toEqual([]);
  });
});

it('problems come in the order of the steps that fix them', () => {
  const problems = submitProblems(
    facts({
      order: order({ billingAddress: {}, projectedSpecimenCount: 5 }),
      company: { status: 'ON_HOLD', verificationStatus: 'PENDING', allowPurchaseOrder: false },
      service: { ...facts().service, status: 'DRAFT' },
      dataUse: null,
    }),
  );
  const places = problems.map(({ step }) => WIZARD_STEPS.indexOf(step));
  expect(places).toEqual([...places].sort((a, b) => a - b));
  expect(problems.length).toBeGreaterThan(6);
});
