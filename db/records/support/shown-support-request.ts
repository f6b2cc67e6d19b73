import { z } from 'zod';
import { ShipmentStatus } from '#db/ordering/shipments/shipment-status.ts';
import { ClinicianDesignation } from '#db/patients/clinician-license.ts';
import { supportRequest } from './support-request.ts';

/** A support request in a list, with its sender and who closed it. */
export const ListedSupportRequest = supportRequest.schema.extend({
  askedBy: z.string(),
  askedByEmail: z.string(),
  companyName: z.string(),
  closedBy: z.string().nullable(),
  files: z.int(),
});
export type ListedSupportRequest = z.infer<typeof ListedSupportRequest>;

/** The rows that wait longest, and how many there are. */
const waiting = <Row extends z.ZodType>(row: Row) => z.object({ total: z.int(), rows: z.array(row) });

const orderRef = { id: z.string(), orderNumber: z.string(), companyName: z.string() };

/** `GET /api/support/desk`: the tasks of customer service. */
export const CustomerServicePortal = z.object({
  /** Orders with specimens that await a decision of their customer. */
  actionRequired: waiting(z.object({ ...orderRef, specimens: z.int(), since: z.string().nullable() })),
  /** Shipments to the lab that failed, came back, or are overdue. */
  lateParcels: waiting(
    z.object({
      ...orderRef,
      orderId: z.string(),
      status: ShipmentStatus,
      carrier: z.string().nullable(),
      estimatedDelivery: z.string().nullable(),
    }),
  ),
  /** Orders whose collection kits have still to be sent; none for readers who send none. */
  kits: waiting(z.object({ ...orderRef, since: z.string().nullable() })),
  /** Organizations that await verification; none for readers who verify none. */
  companies: waiting(z.object({ id: z.string(), name: z.string(), since: z.string() })),
  /** Licenses that await verification; none for readers who verify none. */
  licenses: waiting(
    z.object({
      id: z.string(),
      holder: z.string(),
      designation: ClinicianDesignation,
      state: z.string(),
      since: z.string(),
    }),
  ),
  requests: waiting(ListedSupportRequest),
  /** Shipments that the carriers expect at the lab, by day. */
  expected: z.array(z.object({ day: z.string(), parcels: z.int() })),
});
export type CustomerServicePortal = z.infer<typeof CustomerServicePortal>;
