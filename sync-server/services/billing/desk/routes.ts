import { type ApiRoute, jsonRoute } from '#sync-server/http/api-route.ts';
import { today } from '#sync-server/services/billing/invoices/act-on-invoice.ts';
import { readBillingDesk } from './read-billing-desk.ts';

/** `/api/billing/desk`: what the dashboard of billing shows. */
export const billingDeskRoutes: readonly ApiRoute[] = [
  jsonRoute({
    method: 'get',
    path: '/api/billing/desk',
    access: 'billing:read',
    handler: ({ services, session }) =>
      readBillingDesk(services.pool, session, {
        today: today(services),
        timeZone: services.env.LAB_TIMEZONE,
      }),
  }),
];
