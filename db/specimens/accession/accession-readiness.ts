import { Decimal } from 'decimal.js';
import type { Order } from '#db/ordering/orders/order.ts';
import type { Company } from '#db/organizations/company.ts';
import type { Protocol } from '#db/protocols/protocol.ts';
import type { Specimen } from '#db/specimens/specimen.ts';
import { INFO_FIELD, type InfoField } from '#db/specimens/specimen-info.ts';
import type { ReceiptDiscrepancy } from './accession-args.ts';

type Paying = Pick<Order, 'status' | 'orderNumber' | 'orderType' | 'holdReason'>;

/** Return why material without a problem must wait, or null (domain 5.3). */
export function holdOf(
  order: Paying,
  company: Pick<Company, 'status' | 'name'> | undefined,
  paidFor: boolean,
): string | null {
  if (order.status === 'PENDING_APPROVAL' || order.status === 'PO_UNDER_REVIEW') {
    return `Order ${order.orderNumber} is still awaiting approval.`;
  }
  if (order.status === 'ON_HOLD') return `Order ${order.orderNumber} is on hold.`;
  if (company?.status === 'ON_HOLD') return `${company.name} is on hold.`;
  if (order.orderType === 'ONLINE' && !paidFor) return `Order ${order.orderNumber} has not been paid.`;
  return null;
}

/** List the required fields that a specimen lacks. */
export function missingFields(row: Specimen, clinical: boolean): InfoField[] {
  const missing: InfoField[] = [];
  if (clinical && !row.patientMrn) missing.push('patientMrn');
  if (clinical && !row.physician) missing.push('physician');
  if (clinical && !row.collectedAt) missing.push('collectedAt');
  if (row.providedSourceSpecies === 'OTHER' && !row.otherSpeciesText) missing.push('otherSpeciesText');
  if (row.providedSpecimenType === 'OTHER' && !row.otherSpecimenTypeText)
    missing.push('otherSpecimenTypeText');
  return missing;
}

/** List the missing fields as screen text. */
export const missingInfo = (row: Specimen, clinical: boolean): string[] =>
  missingFields(row, clinical).map((field) => INFO_FIELD[field]);

/**
 * Derive the conditions from the findings: too little volume, and a clinical tube without its second
 * identifier.
 */
export function conditionsOf(
  reported: readonly ReceiptDiscrepancy[],
  observations: { estimatedVolume: string | null; secondIdentifierConfirmed: boolean },
  protocol: Pick<Protocol, 'clinical' | 'minVolume'> | undefined,
): ReceiptDiscrepancy[] {
  const all = new Set(reported);
  if (protocol?.clinical && !observations.secondIdentifierConfirmed) all.add('WRONG_LABEL');
  const { estimatedVolume } = observations;
  const minVolume = protocol?.minVolume ?? null;
  if (estimatedVolume !== null && minVolume !== null && new Decimal(estimatedVolume).lt(minVolume))
    all.add('INSUFFICIENT_VOLUME');
  // An empty tube does not also count as a tube with too little.
  if (all.has('EMPTY')) all.delete('INSUFFICIENT_VOLUME');
  return [...all];
}
