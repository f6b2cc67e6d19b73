import type { Family } from '#db/access/families.ts';
import { of, type RowCall, reading } from './row-call.ts';

const ELSEWHERES = 'SELECT id FROM project WHERE entity = $1 AND company_id <> $2 ORDER BY id LIMIT 1';
const OTHER_COMPANY = `SELECT id FROM company WHERE entity = $1 AND id <> $2 AND parent_company_id IS NULL
  AND name NOT LIKE '%Laboratory' ORDER BY id LIMIT 1`;
const managerCase = (rows: string) => ({ company: { by: 'COMPANY_MANAGER' as const, rows } });

const callsOf = (family: 'projects' | 'lab/projects'): readonly RowCall[] => {
  // Customers have no grant of the lab's family, so they are not tested there.
  const otherCompanyCase = (rows: string) => (family === 'projects' ? managerCase(rows) : {});
  return [
    { ...reading(family, 'project'), ...otherCompanyCase(ELSEWHERES) },
    {
      method: 'post',
      path: `/api/${family}`,
      body: (companyId) => ({ companyId, form: { name: 'Tried from elsewhere' } }),
      rows: of('company', `AND name NOT LIKE '%Laboratory'`),
      ...otherCompanyCase(OTHER_COMPANY),
    },
    {
      method: 'patch',
      path: `/api/${family}/:id`,
      body: () => ({ seenVersion: -1, changes: { name: 'Taken over' } }),
      rows: of('project'),
      ...otherCompanyCase(ELSEWHERES),
    },
    {
      method: 'patch',
      path: `/api/${family}/:id/status`,
      body: () => ({ seenVersion: -1, status: 'CLOSED', reason: 'Tried from elsewhere' }),
      rows: of('project'),
      ...otherCompanyCase(ELSEWHERES),
    },
    {
      method: 'delete',
      path: `/api/${family}/:id`,
      body: () => ({ seenVersion: -1, reason: 'Tried from elsewhere' }),
      rows: of('project'),
    },
  ];
};

/** The calls of projects that name rows. */
export const PROJECT_ROW_CALLS: Partial<Record<Family, readonly RowCall[]>> = {
  projects: callsOf('projects'),
  'lab/projects': callsOf('lab/projects'),
};
