import { hasCapability } from '#db/access/capabilities.ts';
import { isOneOf, STAFF_ROLES } from '#db/access/roles.ts';
import { type PriceAdjustment, priceAdjustment } from '#db/billing/adjustments/price-adjustment.ts';
import { invoice } from '#db/billing/invoices/invoice.ts';
import { payment } from '#db/billing/payments/payment.ts';
import { retainedAmount } from '#db/billing/payments/waiting-refunds.ts';
import { type OrderQuote, priceBookOf, quoteOrder } from '#db/billing/prices/quote-order.ts';
import { refuse } from '#db/errors/app-error.ts';
import { user } from '#db/identity/user.ts';
import { userCompany } from '#db/identity/user-company.ts';
import type { OperationContext } from '#db/operation.ts';
import { campaignOf } from '#db/ordering/campaigns/campaign.ts';
import { companiesOfGroup } from '#db/ordering/manifest/load-manifest-context.ts';
import { normalizeKey } from '#db/ordering/manifest/manifest-context.ts';
import { type Order, order } from '#db/ordering/orders/order.ts';
import { activeSpecimens } from '#db/ordering/orders/specimens-of-order.ts';
import { NOT_ON_SALE, type Service, service } from '#db/ordering/services/service.ts';
import type { Company } from '#db/organizations/company.ts';
import { ENTITY_PROFILE } from '#db/organizations/entity-profile.ts';
import { clinicianLicense, mayOrder } from '#db/patients/clinician-license.ts';
import { type Protocol, protocol } from '#db/protocols/protocol.ts';
import type { Specimen } from '#db/specimens/specimen.ts';
import type { Transaction } from '#db/transaction.ts';
import { attestationProblem, type ClinicalAttestation, clinicalAttestation } from './clinical-attestation.ts';
import { continuationOf } from './continuation.ts';
import { dataUseInfo } from './data-use-info.ts';
import { sourceSpecimens } from './source-specimens.ts';
import type { SubmitFacts, SubmittedRow } from './submit-problems.ts';

/** Clinicians who may be ordering physician: their user ids, and their names for comparison and display. */
export interface OrderingClinicians {
  ids: ReadonlySet<string>;
  names: ReadonlySet<string>;
  printed: readonly string[];
}
const NO_CLINICIANS: OrderingClinicians = { ids: new Set(), names: new Set(), printed: [] };

/** Return the clinicians of some companies who may be ordering physician on a day. */
export async function orderingClinicians(
  tx: Transaction,
  companyIds: readonly string[],
  day: string,
): Promise<OrderingClinicians> {
  const members = (await tx.find(userCompany, { companyId: companyIds })).filter(
    ({ deactivated }) => !deactivated,
  );
  const userIds = [...new Set(members.map(({ userId }) => userId))].sort();
  if (userIds.length === 0) return NO_CLINICIANS;
  const licenses = await tx.find(clinicianLicense, { userId: userIds });
  const ids = userIds.filter((id) =>
    mayOrder(
      licenses.filter(({ userId }) => userId === id),
      day,
    ),
  );
  const people = ids.length === 0 ? [] : await tx.find(user, { id: ids });
  const printed = people.map(({ name, email }) => name ?? email).sort();
  return { ids: new Set(ids), names: new Set(printed.map(normalizeKey)), printed };
}

/** A draft with everything that decides whether and at what price it may be submitted now. */
export interface Submission {
  facts: SubmitFacts;
  quote: OrderQuote;
  service: Service;
  protocol: Protocol;
  specimens: readonly Specimen[];
  adjustments: readonly PriceAdjustment[];
  /** The possible ordering physicians of a clinical order; none for others. */
  clinicians: readonly string[];
  attestation: ClinicalAttestation | null;
}

/** Return what no longer fits since the row was entered, for instance because another service was chosen. */
function rowProblems(row: Specimen, accepted: Protocol, of: Order) {
  // The same work on the same material was accepted before.
  if (of.orderClassification === 'REWORK') return [];
  const unaccepted = (column: string) => ({ column, message: 'Not accepted for this service.' });
  return [
    ...(accepted.acceptedSpecies.length > 0 && !accepted.acceptedSpecies.includes(row.providedSourceSpecies)
      ? [unaccepted('Source Species')]
      : []),
    ...(accepted.acceptedSpecimenTypes.includes(row.providedSpecimenType)
      ? []
      : [unaccepted('Specimen Type')]),
    ...(of.orderClassification === 'STANDARD' &&
    of.packageType === 'PLATE' &&
    row.shipmentPlateLocation === null
      ? [{ column: 'Plate Position', message: 'Enter the well.' }]
      : []),
  ];
}

function submittedRow(
  row: Specimen,
  accepted: Protocol,
  of: Order,
  known: { clinicians: ReadonlySet<string>; sources: ReadonlyMap<string, string | null> | null },
): SubmittedRow {
  const { orderRow, patientId, collectedAt, sourceSpecimenId } = row;
  return {
    row: orderRow,
    problems: rowProblems(row, accepted, of),
    patientId,
    collectedAt,
    physicianMayOrder: known.clinicians.has(normalizeKey(row.physician ?? '')),
    sourceProblem: known.sources === null ? null : (known.sources.get(sourceSpecimenId ?? '') ?? null),
  };
}

/** Return what prevents each specimen of the earlier order from continuing; null for an independent order. */
async function problemsOfSources(
  tx: Transaction,
  context: Pick<OperationContext, 'labDay'>,
  row: Order,
): Promise<Map<string, string | null> | null> {
  const continuation = continuationOf(row);
  const source = row.sourceOrderId === null ? undefined : await tx.get(order, row.sourceOrderId);
  // A submitted order has its material reserved already.
  if (!continuation || !source || row.status !== 'DRAFT') return null;
  const { protocolId, id: exceptOrderId } = row;
  const all = await sourceSpecimens(tx, context, source, { continuation, protocolId, exceptOrderId });
  return new Map(all.map(({ specimen: { id }, problem }) => [id, problem]));
}

async function isPaid(tx: Transaction, orderId: string, total: number): Promise<boolean> {
  const invoices = (await tx.find(invoice, { orderId })).filter(({ status }) => status !== 'CANCELED');
  if (invoices.length === 0) return total === 0;
  const payments = await tx.find(payment, { invoiceId: invoices.map(({ id }) => id) });
  // A payment that is being refunded does not count.
  return retainedAmount(payments) >= total;
}

/** Read everything about a draft that its submission depends on (domain 6.3, 8.1). */
export async function readSubmission(
  tx: Transaction,
  context: Pick<OperationContext, 'actor' | 'labDay'>,
  row: Order,
  owner: Company,
): Promise<Submission> {
  const { actor, labDay: day } = context;
  const { protocolId, projectId } = row;
  // These queries are independent and run together.
  const [[sold], accepted, specimens, adjustments, prices, [dataUse], [attestation], sources, campaign] =
    await Promise.all([
      tx.find(service, { protocolId }),
      tx.get(protocol, protocolId),
      activeSpecimens(tx, row.id),
      tx.find(priceAdjustment, { orderId: row.id }),
      priceBookOf(tx, row),
      tx.find(dataUseInfo, { orderId: row.id }),
      tx.find(clinicalAttestation, { orderId: row.id }),
      problemsOfSources(tx, context, row),
      campaignOf(tx, row),
    ]);
  if (!sold || !accepted) throw refuse('NOT_ON_SALE', NOT_ON_SALE);
  const quote = quoteOrder(
    prices,
    { protocolId, projectId, companyType: owner.type, count: row.projectedSpecimenCount, day },
    row.discountPerSpecimen,
    adjustments,
  );
  const clinicians = sold.clinical
    ? await orderingClinicians(tx, await companiesOfGroup(tx, owner), day)
    : NO_CLINICIANS;
  return {
    service: sold,
    protocol: accepted,
    specimens,
    adjustments,
    quote,
    clinicians: clinicians.printed,
    attestation: attestation ?? null,
    facts: {
      order: row,
      company: owner,
      supportAddress: ENTITY_PROFILE[actor.entity].supportAddress,
      service: sold,
      priceProblem: quote.problem,
      rows: specimens.map((one) =>
        submittedRow(one, accepted, row, { clinicians: clinicians.names, sources }),
      ),
      dataUse: dataUse ?? null,
      campaign: campaign ?? null,
      byStaff: isOneOf(actor.role, STAFF_ROLES),
      isPaid: row.orderType === 'ONLINE' && (await isPaid(tx, row.id, quote.totals.total)),
      clinical: sold.clinical
        ? {
            submitterIsClinician: hasCapability(actor.role, 'holdLicenses'),
            submitterMayOrder: clinicians.ids.has(actor.userId),
            attestationProblem: attestationProblem(
              attestation ?? null,
              specimens.map(({ patientId }) => patientId),
            ),
          }
        : null,
    },
  };
}
