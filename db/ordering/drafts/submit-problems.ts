import type { CampaignStatus } from '#db/ordering/campaigns/campaign.ts';
import type { Order } from '#db/ordering/orders/order.ts';
import { type AddressPart, missingParts } from '#db/ordering/orders/order-address.ts';
import type { OrderClassification } from '#db/ordering/orders/order-terms.ts';
import { NOT_ON_SALE, type ServiceStatus } from '#db/ordering/services/service.ts';
import type { CompanyStatus } from '#db/organizations/company.ts';
import type { CompanyVerificationStatus } from '#db/organizations/company-verification-status.ts';
import type { DataUseInfo } from './data-use-info.ts';

/** A requisition at submission, with the result of its column check. */
export interface SubmittedRow {
  /** The row number, from 1. */
  row: number;
  /** The errors of the row: the column label and the problem. */
  problems: readonly { column: string; message: string }[];
  patientId: string | null;
  collectedAt: string | null;
  /** Whether the row names a clinician who may order. */
  physicianMayOrder: boolean;
  /** For rework and supplemental orders: why the work on the earlier specimen cannot continue. */
  sourceProblem: string | null;
}

interface RowProblem {
  field: string;
  message: string;
}

interface RowRules {
  clinical: boolean;
}

function problemsOf(one: SubmittedRow, { clinical }: RowRules): RowProblem[] {
  const rowProblem = (column: string, message: string): RowProblem => ({
    field: `rows.${one.row}`,
    message: `Row ${one.row}, ${column}: ${message}`,
  });
  const problems = one.problems.map(({ column, message }) => rowProblem(column, message));
  if (one.sourceProblem !== null) problems.push(rowProblem('Sample ID', one.sourceProblem));
  if (!clinical) return problems;
  if (one.patientId === null) problems.push(rowProblem('Patient MRN', 'Enter the patient.'));
  if (!one.physicianMayOrder)
    problems.push(rowProblem('Physician', 'Enter a clinician with a verified license.'));
  if (one.collectedAt === null) problems.push(rowProblem('Collected At', 'Enter when it was collected.'));
  return problems;
}

/** Return the problems in the rows of a submitted order, in row order. */
export const specimenProblems = (rows: readonly SubmittedRow[], rules: RowRules): RowProblem[] =>
  rows.flatMap((one) => problemsOf(one, rules));

/** The steps of the order wizard (domain 6.2). */
export const WIZARD_STEPS = ['service', 'details', 'specimens', 'data-use', 'shipping', 'review'] as const;
export type WizardStep = (typeof WIZARD_STEPS)[number];

const STEPS: Record<OrderClassification, readonly WizardStep[]> = {
  STANDARD: WIZARD_STEPS,
  // A rework is the same service, free: there is nothing to decide.
  REWORK: ['specimens', 'data-use', 'review'],
  // Stored material needs no shipment.
  SUPPLEMENTAL: WIZARD_STEPS.filter((step) => step !== 'shipping'),
};

/** Return the steps of an order: one that continues with stored material has no shipping. */
export const stepsOf = ({ orderClassification }: Pick<Order, 'orderClassification'>): readonly WizardStep[] =>
  STEPS[orderClassification];

/** A problem that prevents submission, and the step that fixes it. */
export interface SubmitProblem {
  step: WizardStep;
  field: string;
  message: string;
}

/** The facts that decide whether an order may be submitted. */
export interface SubmitFacts {
  order: Pick<
    Order,
    | 'orderType'
    | 'orderClassification'
    | 'projectedSpecimenCount'
    | 'packageType'
    | 'purchaseOrderNumber'
    | 'purchaseOrderFileId'
    | 'campaignCode'
    | 'sourceOrderId'
    | 'billingAddress'
    | 'shippingAddress'
    | 'kitCount'
  >;
  company: {
    status: CompanyStatus;
    verificationStatus: CompanyVerificationStatus;
    allowPurchaseOrder: boolean;
  };
  supportAddress: string;
  service: {
    status: ServiceStatus;
    minSpecimens: number;
    maxSpecimens: number | null;
    packageTypes: readonly string[];
  };
  /** The text of `priceFor` when it finds none. */
  priceProblem: string | null;
  rows: readonly SubmittedRow[];
  dataUse: Pick<DataUseInfo, 'agreementTypes' | 'otherText'> | null;
  /** The campaign of the order's code; null when the code is unknown. */
  campaign: { status: CampaignStatus } | null;
  /** Whether staff may submit the order before all specimens are known: a sales order or campaign. */
  byStaff: boolean;
  /** For an order paid by card. */
  isPaid: boolean;
  /**
   * Null unless the order is clinical; then whether the submitter is a clinician, and may order, and what the
   * signed statement lacks.
   */
  clinical: {
    submitterIsClinician: boolean;
    submitterMayOrder: boolean;
    attestationProblem: string | null;
  } | null;
}

type Check = (facts: SubmitFacts) => SubmitProblem[];

const problem = (step: WizardStep, field: string, message: string): SubmitProblem => ({
  step,
  field,
  message,
});

const ofCompany: Check = ({ company, supportAddress, clinical }) => {
  const problems: SubmitProblem[] = [];
  if (company.verificationStatus === 'PENDING' || company.verificationStatus === 'REJECTED')
    problems.push(problem('review', 'company', 'Your organization is awaiting verification.'));
  if (company.status === 'ON_HOLD')
    problems.push(problem('review', 'company', `Your account is on hold. Contact ${supportAddress}.`));
  if (clinical?.submitterIsClinician && !clinical.submitterMayOrder)
    problems.push(problem('review', 'license', 'Your license must be verified before you can place orders.'));
  return problems;
};

const ofService: Check = ({ service, priceProblem, order }) => {
  if (order.orderClassification === 'REWORK') return [];
  if (service.status !== 'LIVE') return [problem('service', 'protocolId', NOT_ON_SALE)];
  const problems: SubmitProblem[] = [];
  if (priceProblem !== null) problems.push(problem('service', 'protocolId', priceProblem));
  if (order.orderClassification === 'STANDARD' && !service.packageTypes.includes(order.packageType))
    problems.push(
      problem('specimens', 'packageType', 'This service does not accept this container. Choose another.'),
    );
  return problems;
};

const ofCampaign: Check = ({ order, campaign }) => {
  if (order.orderType !== 'CAMPAIGN') return [];
  const campaignProblem = (message: string) => [problem('details', 'campaignCode', message)];
  if (!order.campaignCode) return campaignProblem('Enter the campaign code.');
  // A rework is free, and its code comes from the earlier order.
  if (order.orderClassification === 'REWORK') return [];
  if (campaign === null)
    return campaignProblem('No campaign has this code. Check it, or add the campaign on the sponsor’s page.');
  if (campaign.status === 'ENDED')
    return campaignProblem(
      'This campaign has ended. Enter the code of one that is active, or order in another way.',
    );
  return [];
};

const ofDetails: Check = (facts) => {
  const { order, company } = facts;
  const problems: SubmitProblem[] = [];
  const { orderType } = order;
  if (orderType === 'PURCHASE_ORDER' && !company.allowPurchaseOrder)
    problems.push(
      problem(
        'details',
        'orderType',
        'Purchase orders are not open to your organization. Choose another way to pay.',
      ),
    );
  problems.push(...ofCampaign(facts));
  if (order.orderClassification !== 'STANDARD' && order.sourceOrderId === null)
    problems.push(problem('details', 'sourceOrderId', 'Choose the order that this one continues.'));
  return problems;
};

const ofCount: Check = (facts) => {
  if (facts.order.orderClassification === 'STANDARD') return ofTypedCount(facts);
  return facts.rows.length > 0 ? [] : [problem('specimens', 'specimenIds', 'Choose at least one specimen.')];
};

const ofTypedCount: Check = ({ order, service, rows, byStaff }) => {
  const { projectedSpecimenCount: count, orderType } = order;
  const problems: SubmitProblem[] = [];
  const campaignProblem = (message: string) =>
    problems.push(problem('specimens', 'projectedSpecimenCount', message));
  if (count < service.minSpecimens) campaignProblem(`Enter at least ${service.minSpecimens} specimens.`);
  if (service.maxSpecimens !== null && count > service.maxSpecimens)
    campaignProblem(`No more than ${service.maxSpecimens} specimens.`);
  const mayComeLater = byStaff && (orderType === 'SALES_ORDER' || orderType === 'CAMPAIGN');
  if (mayComeLater ? rows.length > count : rows.length !== count)
    campaignProblem(`${rows.length} of ${count} specimens entered.`);
  return problems;
};

const ofRows: Check = ({ rows, clinical }) =>
  specimenProblems(rows, { clinical: clinical !== null }).map(({ field, message }) =>
    problem('specimens', field, message),
  );

const ofDataUse: Check = ({ dataUse }) => {
  if (!dataUse || dataUse.agreementTypes.length === 0)
    return [problem('data-use', 'agreementTypes', 'Accept the data-use agreement.')];
  const hasOtherText = !dataUse.agreementTypes.includes('OTHER') || (dataUse.otherText ?? '').trim() !== '';
  return hasOtherText ? [] : [problem('data-use', 'otherText', 'Say which other use you agree to.')];
};

const PART: Record<AddressPart, string> = {
  line1: 'address line',
  city: 'city',
  state: 'state',
  postalCode: 'postal code',
  country: 'country',
};

const ofPayment: Check = ({ order, isPaid }) => {
  // The order charges nothing.
  if (order.orderClassification === 'REWORK') return [];
  // The sponsor of a campaign is billed, at its own address.
  const missing = order.orderType === 'CAMPAIGN' ? [] : missingParts(order.billingAddress);
  const problems = missing.map((part) =>
    problem('review', `billingAddress.${part}`, `Billing ${PART[part]} is required`),
  );
  if (order.orderType === 'PURCHASE_ORDER') {
    if (!order.purchaseOrderNumber)
      problems.push(problem('review', 'purchaseOrderNumber', 'Enter the purchase order number.'));
    if (order.purchaseOrderFileId === null)
      problems.push(problem('review', 'purchaseOrderFileId', 'Upload the purchase order.'));
  }
  if (order.orderType === 'ONLINE' && !isPaid)
    problems.push(problem('review', 'payment', 'Pay for the order to submit it.'));
  return problems;
};

// Staff enter an order for a clinic, which has signed it on paper.
const ofAttestation: Check = ({ clinical, byStaff, order }) =>
  clinical?.attestationProblem && !byStaff && order.orderClassification !== 'REWORK'
    ? [problem('data-use', 'attestation', clinical.attestationProblem)]
    : [];

const ofKits: Check = ({ order }) =>
  order.kitCount === null
    ? []
    : missingParts(order.shippingAddress).map((part) =>
        problem(
          'shipping',
          `shippingAddress.${part}`,
          `Shipping ${PART[part]} is required to send the kits.`,
        ),
      );

const CHECKS: readonly Check[] = [
  ofCompany,
  ofService,
  ofDetails,
  ofCount,
  ofRows,
  ofDataUse,
  ofAttestation,
  ofKits,
  ofPayment,
];

/**
 * Return everything that prevents a submission (domain 6.3), in the order of the wizard's steps; empty when
 * nothing does.
 */
export function submitProblems(facts: SubmitFacts): SubmitProblem[] {
  const problems = CHECKS.flatMap((check) => check(facts));
  return WIZARD_STEPS.flatMap((step) => problems.filter((one) => one.step === step));
}
