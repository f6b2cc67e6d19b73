import type { ListViewDefinition } from '#db/api/list-counts.ts';
import { COMPANY_STATUS, type CompanyStatus } from './company.ts';

const byStatus = (id: string, status: CompanyStatus): ListViewDefinition => ({
  id,
  label: COMPANY_STATUS[status].label,
  filters: { status: [status] },
});

/** The view of organizations that wait for their verification. */
export const PENDING_COMPANIES: ListViewDefinition = {
  id: 'pending',
  label: 'Awaiting verification',
  filters: { verificationStatus: ['PENDING'] },
};

const VIEWS: readonly ListViewDefinition[] = [
  { id: 'all', label: 'All', filters: {} },
  byStatus('active', 'ACTIVE'),
  PENDING_COMPANIES,
  byStatus('on-hold', 'ON_HOLD'),
];

/** Build the views of the list of organizations; those of a sales person are set for people who sell. */
export const companyViews = (salesRepUserId: string | null): readonly ListViewDefinition[] =>
  salesRepUserId === null
    ? VIEWS
    : [...VIEWS, { id: 'mine', label: 'Mine', filters: { salesRepUserId: [salesRepUserId] } }];
