import type { Viewer } from '#pwa/features/ordering/viewer.ts';

/** Somebody of a company who looks at its orders, and whom no page leads elsewhere; name what matters to the test. */
export const buildViewer = (overrides: Partial<Viewer> = {}): Viewer => ({
  role: 'COMPANY_MANAGER',
  userId: 'me',
  customer: true,
  family: 'orders',
  base: '/orders',
  newOrder: null,
  draftPath: () => null,
  specimenPath: () => null,
  invoicePath: () => null,
  listPath: () => null,
  companiesPath: null,
  payPath: () => null,
  ...overrides,
});
