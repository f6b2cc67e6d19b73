import { refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { Company } from '#db/organizations/company.ts';
import { patient } from '#db/patients/patient.ts';
import { recordNumbersLike } from '#db/patients/record-number.ts';
import { type Protocol, protocol } from '#db/protocols/protocol.ts';
import { specimen } from '#db/specimens/specimen.ts';
import type { Transaction } from '#db/transaction.ts';
import type { Order } from '../order.ts';
import { service } from '../service.ts';
import { activeSpecimens } from '../specimens-of-order.ts';
import { oneLineCell } from './clean-cell.ts';
import { groupOf, knownClinicians } from './known-clinicians.ts';
import type { ManifestField } from './manifest-columns.ts';
import { type ManifestContext, normalizeKey } from './manifest-context.ts';
import type { ManifestRow } from './manifest-row.ts';

/** Replace: the file is the order's whole list. Append: its rows are added to the existing ones. */
export const MANIFEST_MODES = ['replace', 'append'] as const;
export type ManifestMode = (typeof MANIFEST_MODES)[number];

const collectValues = (rows: readonly ManifestRow[], field: ManifestField): string[] => [
  ...new Set(rows.map(({ cells }) => oneLineCell(cells[field] ?? '')).filter((text) => text !== '')),
];

/** Return the patients of the medical group among the MRNs of the rows. */
async function knownPatients(
  tx: Transaction,
  owner: Company,
  rows: readonly ManifestRow[],
): Promise<Map<string, string>> {
  const typed = collectValues(rows, 'patientMrn');
  const numbers = [...new Set(typed.flatMap(recordNumbersLike))];
  if (numbers.length === 0) return new Map();
  const group = groupOf(owner);
  const existingRows = await tx.find(patient, { medicalRecordNumber: numbers });
  return new Map(
    existingRows
      .filter((row) => (row.medicalGroupCompanyId ?? row.originalCompanyId) === group)
      .map((row) => [normalizeKey(row.medicalRecordNumber), row.id]),
  );
}

async function requisitionsInUse(
  tx: Transaction,
  { id: orderId }: Order,
  rows: readonly ManifestRow[],
): Promise<Set<string>> {
  const numbers = collectValues(rows, 'requisitionNumber');
  if (numbers.length === 0) return new Set();
  const existingRows = await tx.find(specimen, { requisitionNumber: numbers, deleted: [true, false] });
  // A row of this order keeps its number, and a removed row may come back with its number.
  const ofOthers = existingRows.filter((row) => row.orderId !== orderId || row.status !== 'DRAFT');
  return new Set(ofOthers.map(({ requisitionNumber }) => requisitionNumber));
}

/** Return whether the specimens of an order need patient, physician and collection time. */
export async function isClinical(tx: Transaction, accepted: Protocol): Promise<boolean> {
  const [serviceRow] = await tx.find(service, { protocolId: accepted.id });
  return accepted.clinical || (serviceRow?.clinical ?? false);
}

/**
 * Load everything that rows of an order are checked against, except the names in earlier orders, which only
 * warn.
 */
export async function loadManifestContext(
  tx: Transaction,
  { row, owner }: { row: Order; owner: Company },
  rows: readonly ManifestRow[],
  moment: { mode: ManifestMode; now: string; labDay: string; timeZone: string },
): Promise<ManifestContext> {
  const { protocolId } = row;
  // These queries are independent and run together. The service tells whether it is clinical.
  const [accepted, inUse, staying] = await Promise.all([
    tx.get(protocol, protocolId),
    requisitionsInUse(tx, row, rows),
    moment.mode === 'append' ? activeSpecimens(tx, row.id) : [],
    tx.find(service, { protocolId }),
  ]);
  if (!accepted) throw refuse('NOT_FOUND', MESSAGES.notFound);
  const clinical = await isClinical(tx, accepted);
  return {
    protocol: accepted,
    packageType: row.packageType,
    clinical,
    now: moment.now,
    timeZone: moment.timeZone,
    patients: clinical ? await knownPatients(tx, owner, rows) : new Map(),
    clinicians: clinical ? await knownClinicians(tx, owner, moment.labDay) : new Map(),
    requisitionsInUse: inUse,
    staying,
    earlier: new Map(),
  };
}
