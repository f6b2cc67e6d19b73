import type { Pool } from 'pg';
import { hasCapability } from '#db/access/capabilities.ts';
import { APPROVAL_KIND, APPROVAL_KINDS } from '#db/ordering/approval-kind.ts';
import type { ApprovalPage } from '#db/ordering/listed-approval.ts';
import type { Session } from '#sync-server/http/session.ts';
import { listApprovals } from './approval-routes.ts';

/** Read the first few pending approvals that this person may decide, oldest first. */
export const openApprovals = (pool: Pool, session: Session, limit: number): Promise<ApprovalPage> =>
  listApprovals(pool, session, {
    sort: [{ field: 'createdAt', descending: false }],
    filter: {
      status: ['OPEN'],
      kind: APPROVAL_KINDS.filter((one) => hasCapability(session.role, APPROVAL_KIND[one].capability)),
    },
    search: '',
    records: 'active',
    page: 1,
    limit,
  });
