import { refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { user } from '#db/identity/user.ts';
import { userCompany } from '#db/identity/user-company.ts';
import type { Order } from '#db/ordering/orders/order.ts';
import { activeSpecimens } from '#db/ordering/orders/specimens-of-order.ts';
import { service } from '#db/ordering/services/service.ts';
import { type Company, company } from '#db/organizations/company.ts';
import { clinicianLicense, mayOrder } from '#db/patients/clinician-license.ts';
import { patient, recordNumbersLike } from '#db/patients/patient.ts';
import { type Protocol, protocol } from '#db/protocols/protocol.ts';
import { specimen } from '#db/specimens/specimen.ts';
import type { Transaction } from '#db/transaction.ts';
import { oneLineCell } from '#db/values/clean-cell.ts';
import type { ManifestField } from './manifest-columns.ts';
import { type ManifestContext, normalizeKey } from './manifest-context.ts';
import type { ManifestRow } from './manifest-row.ts';

/** Return the company at the top of a medical group: the parent, or the company itself. */
export const groupOf = (owner: Pick<Company, 'id' | 'parentCompanyId'>): string =>
  owner.parentCompanyId ?? owner.id;

/** Return the companies of a medical group: the top company and all its locations. */
export async function companiesOfGroup(tx: Transaction, owner: Company): Promise<string[]> {
  const group = groupOf(owner);
  const below = await tx.find(company, { parentCompanyId: group });
  return [group, ...below.map(({ id }) => id)];
}

/**
 * Return the people of the medical group who may be ordering physician on a day: printed name by name and by
 * NPI.
 */
export async function knownClinicians(
  tx: Transaction,
  owner: Company,
  day: string,
): Promise<Map<string, string>> {
  const companyId = await companiesOfGroup(tx, owner);
  const members = (await tx.find(userCompany, { companyId })).filter(({ deactivated }) => !deactivated);
  const userId = [...new Set(members.map((row) => row.userId))];
  if (userId.length === 0) return new Map();
  const licenses = await tx.find(clinicianLicense, { userId });
  const able = userId.filter((id) =>
    mayOrder(
      licenses.filter((license) => license.userId === id),
      day,
    ),
  );
  const people = able.length > 0 ? await tx.find(user, { id: able }) : [];
  const known = new Map<string, string>();
  for (const { id, name, email } of people) {
    const printed = name ?? email;
    known.set(normalizeKey(printed), printed);
    for (const { npi, userId: owns } of licenses) if (npi !== null && owns === id) known.set(npi, printed);
  }
  return known;
}

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
