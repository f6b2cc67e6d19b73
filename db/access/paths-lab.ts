import type { Role } from './roles.ts';

/**
 * `/x/*` matches the path and everything below it; a plain path matches only itself; a leading `!` excludes.
 */
export type Pattern = string;

/** Paths of every role with a session (domain 7.1). */
export const COMMON: readonly Pattern[] = [
  '/',
  '/settings/*',
  '/support/*',
  '/create-account/success',
  '/notes/*',
];

const LAB_SHARED: readonly Pattern[] = [
  '/lab/queue/*',
  '/lab/batches/*',
  '/lab/specimens/*',
  '/lab/samples/*',
  '/lab/orders/*',
  '/lab/assigned-sections/*',
  '/lab/inventory/*',
  '/lab/measurement-unit/*',
  '/internal/results/*',
  '/lab/flows/*',
  '/lab/training',
  '/data-sync',
];
const DIRECTOR: readonly Pattern[] = [
  ...LAB_SHARED,
  '/lab/studies/*',
  '/lab/protocols/*',
  '/lab/sections/*',
  '/queue/*',
  '/lab/projects/*',
  '/projects/*',
  '/lab/procedures/*',
  '/event-log/*',
  '/lab/analysis/*',
];
const MANAGER: readonly Pattern[] = [
  '/invoices/*',
  '/order/*',
  '/orders/*',
  '/payment/*',
  '/projects/*',
  '/specimens/*',
  '/users/*',
  '/service/*',
];
const MEMBER: readonly Pattern[] = ['/order/*', '/orders/*', '/projects/*', '/specimens/*', '/service/*'];
const CUSTOMER_SERVICE: readonly Pattern[] = [
  '/lab/orders/*',
  '/lab/specimens/*',
  '!/lab/specimens/accession/*',
  '/payment/*',
  '/billing/invoices',
  '/organizations/*',
];

/**
 * Domain 7.1, lab variant: paths beyond the common ones. ADMIN and DEVELOPER have all paths; clinical roles
 * have none.
 */
export const LAB_PATHS: Partial<Record<Role, readonly Pattern[]>> = {
  LAB_MANAGER: [
    ...LAB_SHARED,
    '/lab/projects/*',
    '/lab/studies/*',
    '/users/*',
    '/event-log/*',
    '/lab/sections/*',
    '/lab/protocols/*',
    '/lab/procedures/*',
    '/lab/services/*',
    '/lab/analysis/*',
  ],
  LAB_CLINICAL_DIRECTOR: [...DIRECTOR, '/director/clinical/*', '/lab/clinical-director'],
  LAB_RESEARCH_DIRECTOR: [
    ...DIRECTOR,
    '/director/research/*',
    '/lab/research-director',
    '/lab/research/protocols',
  ],
  LAB_TECH: [...LAB_SHARED, '/lab/projects/*', '!/lab/studies/*', '!/lab/protocols/*'],
  RESEARCH_ASSISTANT: [
    ...LAB_SHARED,
    '/lab/procedures/*',
    '/lab/sections/*',
    '/lab/protocols/*',
    '/lab/research/protocols',
    '/lab/studies/*',
    '/lab/projects/*',
    '/lab/analysis/*',
  ],
  PROJECT_MANAGER: [
    '/lab/orders/*',
    '/lab/queue/*',
    '/lab/batches/*',
    '/lab/specimens/*',
    '!/lab/specimens/accession/*',
    '/lab/samples/*',
    '!/lab/samples/check-in/*',
    '!/lab/samples/check-out/*',
    '!/lab/samples/move/*',
    '/lab/sections/*',
    '/order/*',
    '/queue/*',
    '/users/*',
    '/lab/projects/*',
    '/projects/*',
    '/lab/procedures/*',
    '/lab/training',
    '/director/research/*',
    '/lab/protocols/*',
    '/lab/services/*',
    '/service/*',
    '/internal/results/*',
    '/lab/analysis/*',
    '/lab/flows/*',
    '/organizations/*',
  ],
  BILLING_MANAGER: ['/approvals/*', '/lab/orders/*', '/queue/*', '/billing/*'],
  CS_MANAGER: CUSTOMER_SERVICE,
  CS_REP: CUSTOMER_SERVICE,
  SALES_LEADER: [
    '/lab/orders/*',
    '/lab/services/*',
    '/approvals/*',
    '/users/*',
    '/lab/protocols/*',
    '/organizations/*',
  ],
  SALES_REP: ['/lab/orders/*', '/lab/services/*', '/organizations/*'],
  COMPANY_MANAGER: MANAGER,
  INSTITUTION_MANAGER: MANAGER,
  COMPANY_USER: MEMBER,
  INSTITUTION_USER: MEMBER,
};
