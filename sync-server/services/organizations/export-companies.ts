import { listQueryOf } from '#db/api/list-query.ts';
import { company } from '#db/organizations/company.ts';
import { COMPANY_STATUS } from '#db/organizations/company-status.ts';
import { COMPANY_TYPE } from '#db/organizations/company-type.ts';
import { COMPANY_VERIFICATION_STATUS } from '#db/organizations/company-verification-status.ts';
import type { TableCell } from '#db/values/csv.ts';
import { labDayOf } from '#db/values/lab-day.ts';
import { type ApiRoute, streamRoute } from '#sync-server/http/api-route.ts';
import { everyRow } from '#sync-server/services/listing/every-row.ts';
import { sendTable, tableQueryOf } from '#sync-server/services/listing/send-table.ts';
import { logExport } from '#sync-server/services/records/log-export.ts';
import { listCompanies } from './list-companies.ts';

const HEADERS = ['Name', 'Type', 'Status', 'Verification', 'Belongs to', 'Place', 'Members', 'Since'];

/** `GET /api/companies/export`: all pages of the filtered list, as CSV or a workbook. */
export const exportCompanies: ApiRoute = streamRoute({
  method: 'get',
  path: '/api/companies/export',
  access: 'companies:read',
  handler: async (call, request, response) => {
    const { services, session } = call;
    const { format, list } = tableQueryOf(listQueryOf(company), call.query);
    const zone = services.env.LAB_TIMEZONE;
    const rows = await everyRow((page) => listCompanies(services.pool, session, { ...list, ...page }));
    const lines = rows.map((row): TableCell[] => [
      row.name,
      COMPANY_TYPE[row.type],
      COMPANY_STATUS[row.status].label,
      COMPANY_VERIFICATION_STATUS[row.verificationStatus].label,
      row.parentName ?? '',
      row.place ?? '',
      row.members,
      labDayOf(row.createdAt, zone),
    ]);
    await logExport(services, session, 'companies', request);
    // The clinical site calls this page Locations.
    const name = services.env.SITE_VARIANT[session.entity] === 'clinical' ? 'locations' : 'organizations';
    const today = labDayOf(services.now().toISOString(), zone);
    await sendTable(response, `${name}-${today}`, format, [HEADERS, ...lines]);
  },
});
