import { z } from 'zod';
import { OrderStatus } from '#db/ordering/orders/order-status.ts';
import { HistoryEntry } from '#db/organizations/shown-company.ts';
import { decimal, int, largeCount } from '#db/values/field-types.ts';
import { CUSTOMER_DECISIONS, discrepancy } from './discrepancies/discrepancy.ts';
import { specimen } from './specimen.ts';
import { INFO_FIELDS } from './specimen-info.ts';

/** The fields of a specimen that its customer reads; internal handling is left out. */
export const CustomersSpecimen = specimen.schema.omit({
  flowId: true,
  storageLocation: true,
  netSuiteWorkOrderNumber: true,
  failedBatchCount: true,
  studyId: true,
  failureReason: true,
  failureNotes: true,
  statusBeforeHold: true,
  directorApproved: true,
  directorApprovedById: true,
  directorApprovedAt: true,
});

/** What the lab measured of a specimen, from the newest of its samples that has the value. */
export const SpecimenFigures = z.object({
  /** In ng/µL. */
  concentration: decimal.nullable(),
  /** In µL. */
  volume: decimal.nullable(),
  /** In base pairs. */
  fragmentLength: int.nullable(),
  /** Passed bases of all runs that count. */
  yieldBases: largeCount.nullable(),
  /** Of the run with the largest yield, in base pairs. */
  n50: int.nullable(),
  /** Of the run with the largest yield. */
  meanQscore: decimal.nullable(),
});
export type SpecimenFigures = z.infer<typeof SpecimenFigures>;

/** A specimen as its customer's list shows it: its own row, with order, service and project. */
export const ListedSpecimen = CustomersSpecimen.extend({
  /** Null for a draft. */
  orderNumber: z.string().nullable(),
  orderCreatedAt: z.string(),
  companyId: z.string(),
  companyName: z.string(),
  serviceName: z.string(),
  projectId: z.string().nullable(),
  projectName: z.string().nullable(),
  /** The number of the accepted rework order in which a reset specimen is repeated. */
  repeatedIn: z.string().nullable(),
});
export type ListedSpecimen = z.infer<typeof ListedSpecimen>;

/** Sorting, filters and search of the list; `results` is the state of the results (results-standing.ts). */
export const SPECIMEN_LIST = {
  sort: [
    'customerSampleId',
    'requisitionNumber',
    'julianId',
    'status',
    'receivedAt',
    'completedAt',
    'createdAt',
    'orderNumber',
  ],
  filter: [
    'status',
    'orderId',
    'protocolId',
    'projectId',
    'companyId',
    'providedSpecimenType',
    'results',
    'entity',
  ],
} as const;

const SpecimenName = z.object({
  id: z.string(),
  requisitionNumber: z.string(),
  customerSampleId: z.string(),
  /** Null for a draft. */
  orderNumber: z.string().nullable(),
});

/** One specimen with all that its customer's page shows. */
export const ShownSpecimen = ListedSpecimen.extend({
  /** What the lab measured, for customers once the results are released; null where nothing is known. */
  figures: SpecimenFigures.nullable(),
  orderStatus: OrderStatus,
  discrepancies: z.array(
    discrepancy.schema.pick({
      id: true,
      type: true,
      description: true,
      resolution: true,
      resolutionNote: true,
      resolvedAt: true,
      createdAt: true,
    }),
  ),
  history: z.array(HistoryEntry),
  /** Decisions that the reader may take now; empty when the specimen awaits none. */
  decisions: z.array(z.enum(CUSTOMER_DECISIONS)),
  /** Fields that the reader may fill in now, for a specimen that lacks them. */
  missing: z.array(z.enum(INFO_FIELDS)),
  /**
   * Whether the reader may delete it now, and whether the lab then keeps material of it; null when they may
   * not.
   */
  deletion: z.object({ material: z.boolean() }).nullable(),
  /** The specimen whose material this one is made from. */
  madeFrom: SpecimenName.nullable(),
  /** Specimens that were ordered again from it. */
  orderedAgain: z.array(SpecimenName),
});
export type ShownSpecimen = z.infer<typeof ShownSpecimen>;
