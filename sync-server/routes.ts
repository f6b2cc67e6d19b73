import { confirmPasswordRoute } from '#sync-server/auth/confirm-password.ts';
import { authRoutes } from '#sync-server/auth/routes.ts';
import { resetSecondFactorRoute } from '#sync-server/auth/second-factor/reset-route.ts';
import type { ApiRoute } from '#sync-server/http/api-route.ts';
import { entityRoute } from '#sync-server/http/entity-route.ts';
import { healthRoute } from '#sync-server/http/health.ts';
import { openApiRoute } from '#sync-server/http/open-api-route.ts';
import { jobRoutes } from '#sync-server/jobs/job-routes.ts';
import { invoiceRoutes } from '#sync-server/services/billing/invoices/routes.ts';
import { paymentRoutes } from '#sync-server/services/billing/payments/routes.ts';
import { billingPortalRoutes } from '#sync-server/services/billing/portal/routes.ts';
import { priceRoutes } from '#sync-server/services/billing/prices/routes.ts';
import { reportRoutes } from '#sync-server/services/billing/reports/routes.ts';
import { membershipRoutes } from '#sync-server/services/identity/membership-routes.ts';
import { ownAccountRoutes } from '#sync-server/services/identity/own-account.ts';
import { permissionRoutes } from '#sync-server/services/identity/permission-routes.ts';
import { preferenceRoutes } from '#sync-server/services/identity/preference-routes.ts';
import { userRoutes } from '#sync-server/services/identity/user-routes.ts';
import { manifestRoutes } from '#sync-server/services/ordering/manifest/routes.ts';
import { serviceRoutes } from '#sync-server/services/ordering/services/routes.ts';
import { serviceImageRoutes } from '#sync-server/services/ordering/services/service-image-routes.ts';
import { shippingRoutes } from '#sync-server/services/ordering/shipping/routes.ts';
import { companyRoutes } from '#sync-server/services/organizations/routes.ts';
import { licenseRoutes } from '#sync-server/services/patients/license-routes.ts';
import { patientRoutes } from '#sync-server/services/patients/patient-routes.ts';
import { emailRoutes } from '#sync-server/services/records/email-routes.ts';
import { projectRoutes } from '#sync-server/services/research/project-routes.ts';
import { benchRoutes } from '#sync-server/services/routes.ts';
import { supportRoutes } from '#sync-server/services/support/support-routes.ts';
import { syncRoutes } from '#sync-server/sync/routes.ts';

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
