import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { isClinical } from '#db/ordering/manifest/load-manifest-context.ts';
import { cellsOf, type ManifestCells } from '#db/ordering/manifest/manifest-row.ts';
import { type ManifestTemplate, manifestTemplate } from '#db/ordering/manifest/manifest-template.ts';
import { momentCell } from '#db/ordering/manifest/moment-cell.ts';
import { shownRequisition } from '#db/ordering/manifest/requisition-number.ts';
import { openOrder } from '#db/ordering/orders/order-access-scope.ts';
import type { PackageType } from '#db/ordering/orders/order-terms.ts';
import { activeSpecimens } from '#db/ordering/orders/specimens-of-order.ts';
import { service } from '#db/ordering/services/service.ts';
import { protocol } from '#db/protocols/protocol.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { csvOf } from '#db/values/csv.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import type { Session } from '#sync-server/http/session.ts';
import { maskColumns } from '#sync-server/services/patients/mask-patients.ts';
import { listedRows, readInTransaction } from './check-list.ts';
import { writeWorkbook } from './write-workbook.ts';

const CLOCKS = new Map<string, Intl.DateTimeFormat>();

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = CLOCKS.get(timeZone);
  if (known) return known;
  const formatter = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  CLOCKS.set(timeZone, formatter);
  return formatter;
}

/**
 * Format an instant in the lab's time zone as a manifest writes it, if it parses back to the same instant.
 */
export function localMoment(instant: string, timeZone: string): string {
  const short = clockOf(timeZone).format(new Date(instant)).replace(/:00$/, '');
  const { value } = momentCell(short, { now: '9999', timeZone });
  return value === instant ? short : instant;
}

export type FileFormat = 'xlsx' | 'csv';

/** A file to be sent. */
export interface Download {
  fileName: string;
  type: string;
  content: Buffer;
}

const TYPES: Record<FileFormat, string> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
};

async function fileOf(
  name: string,
  format: FileFormat,
  template: ManifestTemplate,
  rows: readonly ManifestCells[],
): Promise<Download> {
  const lines = [
    template.columns.map(({ header }) => header),
    ...rows.map((cells) => template.columns.map(({ field }) => cells[field] ?? '')),
  ];
  const content = format === 'csv' ? Buffer.from(csvOf(lines)) : await writeWorkbook(template, rows);
  return { fileName: `manifest-${name.replace(/[^\w.-]+/g, '-')}.${format}`, type: TYPES[format], content };
}

const notFound = (): AppError => new AppError('NOT_FOUND', MESSAGES.notFound);

/** Create the empty manifest of a service, with the lists of accepted values. */
export async function downloadTemplate(
  services: AppServices,
  session: Session,
  request: { protocolId: string; packageType: PackageType | undefined; format: FileFormat },
): Promise<Download> {
  const { accepted, packageType, clinical } = await readInTransaction(services, session, async (tx) => {
    const accepted = await tx.get(protocol, request.protocolId);
    if (!accepted || accepted.deleted) throw notFound();
    const [serviceRow] = await tx.find(service, { protocolId: accepted.id });
    const packageType: PackageType = request.packageType ?? serviceRow?.packageTypes[0] ?? 'TUBE';
    return { accepted, packageType, clinical: await isClinical(tx, accepted) };
  });
  const template = manifestTemplate({ protocol: accepted, packageType, clinical });
  return fileOf(`${accepted.code}-${packageType.toLowerCase()}`, request.format, template, []);
}

/**
 * Create the manifest of an order's rows for editing and upload; patients only for readers who may see them.
 */
export async function downloadOrder(
  services: AppServices,
  session: Session,
  request: { orderId: string; format: FileFormat },
): Promise<Download> {
  const { LAB_TIMEZONE: timeZone } = services.env;
  const manifestData = await readInTransaction(services, session, async (tx, context) => {
    const { row } = await openOrder(tx, context, request.orderId);
    const accepted = await tx.get(protocol, row.protocolId);
    if (!accepted) throw notFound();
    const rows = await listedRows(tx, await activeSpecimens(tx, row.id));
    return { row, accepted, rows, clinical: await isClinical(tx, accepted) };
  });
  const { row, accepted, clinical } = manifestData;
  const fullTemplate = manifestTemplate({ protocol: accepted, packageType: row.packageType, clinical });
  const columns = maskColumns(session, specimen, fullTemplate.columns);
  const cells = manifestData.rows.map((specimenRow) => ({
    ...cellsOf(specimenRow),
    requisitionNumber: shownRequisition(specimenRow.requisitionNumber ?? '') ?? '',
    ...(specimenRow.collectedAt ? { collectedAt: localMoment(specimenRow.collectedAt, timeZone) } : {}),
  }));
  return fileOf(row.orderNumber ?? 'draft', request.format, { ...fullTemplate, columns }, cells);
}
