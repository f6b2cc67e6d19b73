import { type ApiRoute, jsonRoute } from '#sync-server/http/api-route.ts';
import { today } from '#sync-server/services/billing/invoices/execute-invoice-operation.ts';
import { readBillingPortal } from './read-billing-portal.ts';

/** `/api/billing/desk`: the data of billing's dashboard. */
export const billingPortalRoutes: readonly ApiRoute[] = [
  jsonRoute({
    method: 'get',
    path: '/api/billing/desk',
    access: 'billing:read',
    handler: ({ services, session }) =>
      readBillingPortal(services.pool, session, {
        today: today(services),
        timeZone: services.env.LAB_TIMEZONE,
      }),
  }),
];
