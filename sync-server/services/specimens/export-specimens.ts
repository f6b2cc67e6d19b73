import { seesAllCompanies } from '#db/access/scope.ts';
import { SOURCE_SPECIES } from '#db/specimens/source-species.ts';
import { specimenDisplay } from '#db/specimens/specimen-status-for-customers.ts';
import { SPECIMEN_TYPE } from '#db/specimens/specimen-type.ts';
import { labDayOf } from '#db/values/lab-day.ts';
import { type ApiRoute, streamRoute } from '#sync-server/http/api-route.ts';
import { everyRow } from '#sync-server/services/listing/every-row.ts';
import { sendTable, tableQueryOf } from '#sync-server/services/listing/send-table.ts';
import { logExport } from '#sync-server/services/records/log-export.ts';
import { listSpecimens, SpecimenQuery } from './list-specimens.ts';

const HEADERS = [
  'Sample ID',
  'Requisition',
  'Julian ID',
  'Status',
  'Order',
  'Organization',
  'Service',
  'Project',
  'Species',
  'Specimen type',
  'Plate',
  'Well',
  'Received',
  'Completed',
];

/** `GET /api/specimens/export`: all pages of the filtered list, in the reader's terms. */
export const exportSpecimens: ApiRoute = streamRoute({
  method: 'get',
  path: '/api/specimens/export',
  access: 'specimens:read',
  handler: async (call, request, response) => {
    const { services, session } = call;
    const customer = !seesAllCompanies(session.role);
    const { format, list } = tableQueryOf(SpecimenQuery, call.query);
    const zone = services.env.LAB_TIMEZONE;
    const dayOf = (moment: string | null): string => (moment === null ? '' : labDayOf(moment, zone));
    const rows = await everyRow((page) => listSpecimens(services.pool, session, { ...list, ...page }));
    const lines = rows.map((row) => [
      row.customerSampleId,
      row.requisitionNumber,
      row.julianId ?? '',
      specimenDisplay(row.status, customer, row.repeatedIn).label,
      row.orderNumber,
      row.companyName,
      row.serviceName,
      row.projectName ?? '',
      row.otherSpeciesText ?? SOURCE_SPECIES[row.providedSourceSpecies],
      row.otherSpecimenTypeText ?? SPECIMEN_TYPE[row.providedSpecimenType],
      row.shipmentPlateLocation ? String(row.shipmentPlateNumber ?? 1) : '',
      row.shipmentPlateLocation ?? '',
      dayOf(row.receivedAt),
      dayOf(row.completedAt),
    ]);
    await logExport(services, session, 'specimens', request);
    const today = labDayOf(services.now().toISOString(), zone);
    await sendTable(response, `specimens-${today}`, format, [HEADERS, ...lines]);
  },
});
