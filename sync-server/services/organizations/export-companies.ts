import { company } from '#db/organizations/company.ts';
import { COMPANY_STATUS } from '#db/organizations/company-status.ts';
import { COMPANY_TYPE } from '#db/organizations/company-type.ts';
import { COMPANY_VERIFICATION_STATUS } from '#db/organizations/company-verification-status.ts';
import { csvOf } from '#db/values/csv.ts';
import { type ApiRoute, streamRoute } from '#sync-server/http/api-route.ts';
import { parseInput } from '#sync-server/http/parse.ts';
import { listQueryOf } from '#sync-server/services/listing/list-query.ts';
import { logExport } from '#sync-server/services/records/log-export.ts';
import { listCompanies } from './list-companies.ts';

const HEADERS = ['Name', 'Type', 'Status', 'Verification', 'Belongs to', 'Place', 'Members', 'Since'];
const ROUND = 500;
const MOST = 20_000;

/** `GET /api/companies/export`: the list as it is filtered, all pages, as comma-separated values. */
export const exportCompanies: ApiRoute = streamRoute({
  method: 'get',
  path: '/api/companies/export',
  access: 'companies:read',
  handler: async (call, request, response) => {
    const { services, session } = call;
    const query = parseInput(listQueryOf(company), call.query);
    const lines: string[][] = [HEADERS];
    for (let page = 1; page <= MOST / ROUND; page += 1) {
      const { rows, total } = await listCompanies(services.pool, session, { ...query, page, limit: ROUND });
      for (const row of rows)
        lines.push([
          row.name,
          COMPANY_TYPE[row.type],
          COMPANY_STATUS[row.status].label,
          COMPANY_VERIFICATION_STATUS[row.verificationStatus].label,
          row.parentName ?? '',
          row.place ?? '',
          String(row.members),
          row.createdAt.slice(0, 10),
        ]);
      if (page * ROUND >= total) break;
    }
    await logExport(services, session, 'companies', request);
    response.attachment('organizations.csv').type('text/csv').send(csvOf(lines));
  },
});
