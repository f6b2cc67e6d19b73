import { z } from 'zod';
import { ShipmentStatus } from '#db/ordering/shipments/shipment-status.ts';
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

/** `GET /api/support/desk`: the tasks of customer service. */
export const CustomerServicePortal = z.object({
  /** Orders with specimens that await a decision of their customer, the longest wait first. */
  actionRequired: z.object({
    total: z.int(),
    rows: z.array(
      z.object({
        id: z.string(),
        orderNumber: z.string(),
        companyName: z.string(),
        specimens: z.int(),
        since: z.string().nullable(),
      }),
    ),
  }),
  /** Shipments to the lab that failed, came back, or are overdue. */
  lateParcels: z.object({
    total: z.int(),
    rows: z.array(
      z.object({
        id: z.string(),
        orderId: z.string(),
        orderNumber: z.string(),
        companyName: z.string(),
        status: ShipmentStatus,
        carrier: z.string().nullable(),
        estimatedDelivery: z.string().nullable(),
      }),
    ),
  }),
  /** Organizations and licenses that await verification. */
  companiesToVerify: z.int(),
  licensesToVerify: z.int(),
  requests: z.object({ total: z.int(), rows: z.array(ListedSupportRequest) }),
  /** Shipments that the carriers expect at the lab, by day. */
  expected: z.array(z.object({ day: z.string(), parcels: z.int() })),
});
export type CustomerServicePortal = z.infer<typeof CustomerServicePortal>;
