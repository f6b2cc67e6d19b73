import { z } from 'zod';
import { OrderAddress } from '#db/ordering/orders/order-address.ts';
import {
  OrderClassification,
  OrderType,
  PackageType,
  PostSequenceOption,
  ShipmentTemperature,
} from '#db/ordering/orders/order-terms.ts';
import { KitCount } from '#db/ordering/shipments/collection-kits.ts';
import { Id } from '#db/values/id.ts';
import { oneLine, orEmpty } from '#db/values/one-line.ts';
import { hasKnownState, UNKNOWN_STATE } from '#db/values/us-state.ts';
import { DataUseAgreement, RetentionPeriod } from './data-use-info.ts';

const EnteredAddress = OrderAddress.refine(hasKnownState, UNKNOWN_STATE);

/** More than ten plates of 96 wells are several orders. */
export const MAX_SPECIMENS = 960;
/** The present version of the data-use agreement. */
export const AGREEMENT_VERSION = '2026-01';

const Count = z
  .int('Enter a whole number.')
  .min(0, 'Enter a whole number.')
  .max(MAX_SPECIMENS, `No more than ${MAX_SPECIMENS} specimens.`);

/** The form that starts an order: a service is enough. */
const NewDraft = z.strictObject({
  protocolId: Id,
  /** Staff order for a customer; customers for their own company. */
  companyId: Id.nullable().default(null),
  projectId: Id.nullable().default(null),
  orderType: OrderType.nullable().default(null),
  orderClassification: OrderClassification.default('STANDARD'),
  packageType: PackageType.nullable().default(null),
  projectedSpecimenCount: Count.nullable().default(null),
  sourceOrderId: Id.nullable().default(null),
});

/** The form of a new order that continues no other. */
export const NewOrder = NewDraft.omit({ orderClassification: true, sourceOrderId: true });

/** The fields that a step of the wizard saves: only those given. */
export const DraftChanges = z
  .strictObject({
    protocolId: Id,
    projectId: Id.nullable(),
    orderType: OrderType,
    packageType: PackageType,
    projectedSpecimenCount: Count,
    postSequenceOption: PostSequenceOption,
    purchaseOrderNumber: orEmpty(oneLine('', 60)),
    salesOrderNumber: orEmpty(oneLine('', 60)),
    campaignCode: orEmpty(oneLine('', 40).transform((code) => code.toUpperCase())),
    carrier: orEmpty(oneLine('', 60)),
    trackingNumber: orEmpty(oneLine('', 60)),
    packageCount: z
      .int('Enter a whole number.')
      .min(1, 'At least one package.')
      .max(100, 'No more than 100 packages.'),
    kitCount: KitCount.nullable(),
    kitTemperature: ShipmentTemperature.nullable(),
    billingAddress: EnteredAddress,
    shippingAddress: EnteredAddress.nullable(),
  })
  .partial();
export type DraftChanges = z.infer<typeof DraftChanges>;

/** Changes of a draft that its writer has seen in a version. */
export const DraftUpdate = z.strictObject({ seenVersion: z.int(), changes: DraftChanges });

/** The specimens of the earlier order with which a draft continues. */
export const SourceSelection = z.strictObject({
  seenVersion: z.int(),
  specimenIds: z.array(Id).min(1, 'Choose at least one specimen.').max(MAX_SPECIMENS),
});

/** Specimens that leave the list of an order. */
export const RequisitionRemoval = z.strictObject({ specimenIds: z.array(Id).min(1).max(MAX_SPECIMENS) });

/** What a person has seen of the draft that they submit. */
export const OrderSubmission = z.strictObject({
  seenVersion: z.int(),
  /** The total that the person was shown; nobody orders at a price that changed in the meantime. */
  seenTotal: z.int().min(0).nullable().default(null),
});

/** The customer's permissions for the data, and the retention period. */
export const DataUseForm = z
  .strictObject({
    agreementTypes: z.array(DataUseAgreement).min(1, 'Accept the data-use agreement.'),
    otherText: orEmpty(oneLine('', 500)).default(null),
    retentionPeriod: RetentionPeriod,
    agreementVersion: z.literal(AGREEMENT_VERSION, 'The agreement has changed. Read it again and accept it.'),
  })
  .refine(({ agreementTypes }) => !agreementTypes.includes('NO_RIGHTS') || agreementTypes.length === 1, {
    path: ['agreementTypes'],
    message: 'No rights cannot be combined with another agreement.',
  })
  .refine(({ agreementTypes, otherText }) => !agreementTypes.includes('OTHER') || otherText, {
    path: ['otherText'],
    message: 'Say which other use you agree to.',
  });
