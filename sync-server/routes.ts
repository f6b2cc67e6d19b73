import { authRoutes } from './auth/routes.ts';
import { resetSecondFactorRoute } from './auth/second-factor/routes.ts';
import { confirmPasswordRoute } from './auth/signing/confirm-password.ts';
import type { ApiRoute } from './http/api-route.ts';
import { openApiRoute } from './http/open-api-route.ts';
import { entityRoute, healthRoute } from './http/public-routes.ts';
import { jobRoutes } from './jobs/job-routes.ts';
import { batchRoutes } from './services/batches/routes.ts';
import { billingPortalRoutes } from './services/billing/billing-portal.ts';
import { invoiceRoutes } from './services/billing/invoices/routes.ts';
import { paymentRoutes } from './services/billing/payments/routes.ts';
import { priceRoutes } from './services/billing/prices/routes.ts';
import { reportRoutes } from './services/billing/reports/routes.ts';
import { ownAccountRoutes, preferenceRoutes } from './services/identity/own-account.ts';
import { permissionRoutes } from './services/identity/permission-routes.ts';
import { membershipRoutes, userRoutes } from './services/identity/user-routes.ts';
import { inventoryRoutes } from './services/inventory/routes.ts';
import { manifestRoutes } from './services/ordering/manifest/routes.ts';
import { orderRoutes } from './services/ordering/orders/routes.ts';
import { serviceImageRoutes, serviceRoutes } from './services/ordering/services/routes.ts';
import { shippingRoutes } from './services/ordering/shipments/routes.ts';
import { companyRoutes } from './services/organizations/routes.ts';
import { licenseRoutes } from './services/patients/license-routes.ts';
import { patientRoutes } from './services/patients/patient-routes.ts';
import { protocolRoutes } from './services/protocols/routes.ts';
import { emailRoutes } from './services/records/emails/email-routes.ts';
import { recordFileRoutes } from './services/records/files/file-routes.ts';
import { recordRoutes } from './services/records/routes.ts';
import { supportRoutes } from './services/records/support-routes.ts';
import { projectRoutes } from './services/research/project-routes.ts';
import { sampleRoutes } from './services/samples/routes.ts';
import { sequencingRoutes } from './services/sequencing/routes.ts';
import { customersSpecimenRoutes } from './services/specimens/customers-routes.ts';
import { resultsRoutes } from './services/specimens/results-routes.ts';
import { specimenRoutes } from './services/specimens/routes.ts';
import { storageRoutes } from './services/storage/routes.ts';
import { syncRoutes } from './sync/routes.ts';

/** The REST families of the bench. */
export const benchRoutes: readonly ApiRoute[] = [
  ...recordFileRoutes,
  ...specimenRoutes,
  ...customersSpecimenRoutes,
  ...resultsRoutes,
  ...sampleRoutes,
  ...batchRoutes,
  ...protocolRoutes,
  ...storageRoutes,
  ...sequencingRoutes,
  ...inventoryRoutes,
  ...orderRoutes,
  ...recordRoutes,
];

/**
 * Every API family, one line each; a new family adds its line here. The sign-in router is last, because it
 * answers all other paths below its own.
 */
export const ROUTES: readonly ApiRoute[] = [
  healthRoute,
  entityRoute,
  openApiRoute,
  ...syncRoutes,
  // Before the orders, whose paths would take `manifest` for an order id.
  ...manifestRoutes,
  ...benchRoutes,
  ...emailRoutes,
  confirmPasswordRoute,
  ...permissionRoutes,
  ...preferenceRoutes,
  ...membershipRoutes,
  resetSecondFactorRoute,
  ...userRoutes,
  ...companyRoutes,
  ...serviceRoutes,
  ...serviceImageRoutes,
  ...priceRoutes,
  ...licenseRoutes,
  ...patientRoutes,
  ...projectRoutes,
  ...supportRoutes,
  ...billingPortalRoutes,
  ...invoiceRoutes,
  ...reportRoutes,
  ...paymentRoutes,
  ...shippingRoutes,
  ...jobRoutes,
  ...ownAccountRoutes,
  ...authRoutes,
];
