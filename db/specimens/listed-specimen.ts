import { z } from 'zod';
import { specimen } from './specimen.ts';

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

/** A specimen as its customer's list shows it: its own row, with order, service and project. */
export const ListedSpecimen = CustomersSpecimen.extend({
  orderNumber: z.string(),
  companyId: z.string(),
  companyName: z.string(),
  serviceName: z.string(),
  projectId: z.string().nullable(),
  projectName: z.string().nullable(),
  /** The number of the accepted rework order in which a reset specimen is repeated. */
  repeatedIn: z.string().nullable(),
});
export type ListedSpecimen = z.infer<typeof ListedSpecimen>;

/** A page of specimens. */
export const SpecimenPage = z.object({
  rows: z.array(ListedSpecimen),
  total: z.number(),
  page: z.number(),
  limit: z.number(),
});
export type SpecimenPage = z.infer<typeof SpecimenPage>;

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
  filter: ['status', 'orderId', 'protocolId', 'projectId', 'companyId', 'providedSpecimenType', 'results'],
} as const;
