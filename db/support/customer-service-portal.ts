import { z } from 'zod';
import { ShipmentStatus } from '#db/ordering/shipment-status.ts';
import { ListedSupportRequest } from './shown-support-request.ts';

/** `GET /api/support/desk`: what waits for customer service. */
export const CustomerServicePortal = z.object({
  /** Orders with specimens about which their customer has to decide, the longest wait first. */
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
  /** Parcels to the lab that failed, came back, or should be there. */
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
  /** Organizations and licenses that wait to be verified. */
  companiesToVerify: z.int(),
  licensesToVerify: z.int(),
  requests: z.object({ total: z.int(), rows: z.array(ListedSupportRequest) }),
  /** Parcels that the carriers expect at the lab, by day. */
  expected: z.array(z.object({ day: z.string(), parcels: z.int() })),
});
export type CustomerServicePortal = z.infer<typeof CustomerServicePortal>;
