import { hasCapability } from '#db/access/capabilities.ts';
import { batch } from '#db/batches/batch.ts';
import { userCompany } from '#db/identity/user-company.ts';
import { equipment } from '#db/inventory/equipment.ts';
import type { OperationContext } from '#db/operation.ts';
import { order } from '#db/ordering/orders/order.ts';
import { findVisibleCompany } from '#db/ordering/orders/order-access-scope.ts';
import { company } from '#db/organizations/company.ts';
import { clinicianLicense } from '#db/patients/clinician-license.ts';
import { project } from '#db/research/project.ts';
import { sample } from '#db/samples/sample.ts';
import { analysis } from '#db/sequencing/analyses/analysis.ts';
import { batchResult } from '#db/sequencing/runs/batch-result.ts';
import { specimen } from '#db/specimens/specimen.ts';
import type { Transaction } from '#db/transaction.ts';
import type { FileTargetType } from './files/file-type.ts';
import type { NoteTargetType } from './notes/note.ts';
import { supportRequest } from './support/support-request.ts';

type TargetType = FileTargetType | NoteTargetType;

async function ownerOfOrder(tx: Transaction, id: string | null): Promise<string | null | undefined> {
  const row = id === null ? undefined : await tx.get(order, id);
  return row && !row.deleted ? row.companyId : undefined;
}

async function ownerOfSpecimen(tx: Transaction, id: string): Promise<string | null | undefined> {
  const row = await tx.get(specimen, id);
  return row && !row.deleted ? ownerOfOrder(tx, row.orderId) : undefined;
}

async function ownerOfLicense(tx: Transaction, id: string): Promise<string | null | undefined> {
  const row = await tx.get(clinicianLicense, id);
  if (!row || row.deleted) return undefined;
  const memberships = await tx.find(userCompany, { userId: row.userId });
  return memberships.find(({ role }) => hasCapability(role, 'holdLicenses'))?.companyId;
}

const RECORD_OF_LAB = {
  Analysis: analysis,
  Batch: batch,
  BatchResult: batchResult,
  Equipment: equipment,
} as const;

/**
 * Find the company of a record: its id, null for the lab's own records, undefined when there is no such
 * record.
 */
async function ownerOf(
  tx: Transaction,
  targetType: TargetType,
  id: string,
): Promise<string | null | undefined> {
  if (targetType === 'Order') return ownerOfOrder(tx, id);
  if (targetType === 'Specimen') return ownerOfSpecimen(tx, id);
  if (targetType === 'ClinicianLicense') return ownerOfLicense(tx, id);
  if (targetType === 'Sample') {
    const row = await tx.get(sample, id);
    if (!row || row.deleted) return undefined;
    return row.specimenId === null ? null : ownerOfSpecimen(tx, row.specimenId);
  }
  if (targetType === 'Project') {
    const row = await tx.get(project, id);
    return row && !row.deleted ? row.companyId : undefined;
  }
  if (targetType === 'SupportRequest') return (await tx.get(supportRequest, id))?.companyId;
  if (targetType === 'Company') return (await tx.get(company, id))?.id;
  const row = await tx.get(RECORD_OF_LAB[targetType], id);
  return row && !row.deleted ? null : undefined;
}

/**
 * Check whether the actor sees this record: staff see the lab's own; the others need its company in their
 * scope.
 */
export async function seesRecord(
  tx: Transaction,
  context: OperationContext,
  target: { targetType: TargetType; targetId: string },
  staff: boolean,
): Promise<boolean> {
  const owner = await ownerOf(tx, target.targetType, target.targetId);
  if (owner === undefined) return false;
  return owner === null ? staff : (await findVisibleCompany(tx, context, owner)) !== undefined;
}
