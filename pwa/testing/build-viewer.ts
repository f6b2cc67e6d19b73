import type { Viewer } from '#pwa/features/ordering/viewer.ts';

/**
 * Build a user of an organization who looks at its orders and is never redirected; override the fields that
 * matter to the test.
 */
export const buildViewer = (overrides: Partial<Viewer> = {}): Viewer => ({
  role: 'COMPANY_MANAGER',
  userId: 'me',
  customer: true,
  family: 'orders',
  base: '/orders',
  hasWizard: false,
  draftLink: () => null,
  specimenLink: () => null,
  invoiceLink: () => null,
  listLink: () => null,
  companies: null,
  payLink: () => null,
  ...overrides,
});
