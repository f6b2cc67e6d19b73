import type { OperationContext } from '#db/operation.ts';
import { entityOfRecord, recordEvent } from '#db/records/events/record-event.ts';
import type { Receipt, ReceivingSession } from '#db/specimens/accession/receiving-session.ts';
import type { Transaction } from '#db/transaction.ts';
import {
  DISCREPANCY_TYPE,
  type Discrepancy,
  type DiscrepancyResolution,
  type DiscrepancyType,
  discrepancy,
} from './discrepancy.ts';

/** A problem of a specimen, or of a sample without a specimen. */
interface FoundDiscrepancy {
  accessionGroupId: string;
  about: { specimenId: string } | { sampleId: string };
  type: DiscrepancyType;
  description?: string | null;
  photoFileIds?: readonly string[];
  resolution?: DiscrepancyResolution;
  /** Who resolved it and when, if not the person who records it now. */
  resolved?: { userId: string | null; occurredAt: string } | undefined;
}

/** Record a problem, with its event. */
export async function openDiscrepancy(
  tx: Transaction,
  context: OperationContext,
  finding: FoundDiscrepancy,
): Promise<Discrepancy> {
  const specimenId = 'specimenId' in finding.about ? finding.about.specimenId : null;
  const sampleId = 'sampleId' in finding.about ? finding.about.sampleId : null;
  const resolution = finding.resolution ?? 'OPEN';
  const row = await tx.insert(discrepancy, {
    id: context.newId(),
    entity: await (specimenId === null
      ? entityOfRecord(tx, context, 'Sample', sampleId)
      : entityOfRecord(tx, context, 'Specimen', specimenId)),
    accessionGroupId: finding.accessionGroupId,
    specimenId,
    sampleId,
    type: finding.type,
    description: finding.description?.trim() || DISCREPANCY_TYPE[finding.type],
    photoFileIds: [...(finding.photoFileIds ?? [])],
    resolution,
    ...(resolution === 'OPEN'
      ? {}
      : {
          resolvedById: (finding.resolved ?? context.actor).userId,
          resolvedAt: (finding.resolved ?? context).occurredAt,
        }),
  });
  await recordEvent(tx, context, {
    type: 'SPECIMEN_DISCREPANCY',
    targetType: specimenId === null ? 'Sample' : 'Specimen',
    targetId: specimenId ?? sampleId ?? row.id,
    data: { discrepancyId: row.id, type: finding.type, description: row.description },
    customerVisible: true,
  });
  return row;
}

/** Resolve a discrepancy, with its event. */
export async function closeDiscrepancy(
  tx: Transaction,
  context: OperationContext,
  row: Discrepancy,
  resolution: DiscrepancyResolution,
  note: string | null,
  statementFileId: string | null = null,
): Promise<Discrepancy> {
  const next = await tx.patch(discrepancy, row.id, {
    resolution,
    resolutionNote: note,
    statementFileId,
    resolvedById: context.actor.userId,
    resolvedAt: context.occurredAt,
  });
  await recordEvent(tx, context, {
    type: 'SPECIMEN_DISCREPANCY_RESOLVED',
    targetType: row.specimenId === null ? 'Sample' : 'Specimen',
    targetId: row.specimenId ?? row.sampleId ?? row.id,
    data: {
      discrepancyId: row.id,
      type: row.type,
      resolution,
      note,
      ...(statementFileId === null ? {} : { statementFileId }),
    },
    customerVisible: true,
  });
  return next;
}

const MAX_LISTED = 3;

/** Format what blocks work while discrepancies are open: how many, and on which records. */
export function resolveFirst(open: number, of: readonly string[] = []): string {
  const names = [...new Set(of)];
  const more = names.length > MAX_LISTED ? ` and ${names.length - MAX_LISTED} more` : '';
  const nameList = names.length === 0 ? '' : `: ${names.slice(0, MAX_LISTED).join(', ')}${more}`;
  return `Resolve ${open === 1 ? '1 discrepancy' : `${open} discrepancies`} first${nameList}.`;
}

/** Record a problem of a received tube or well, with the note and photos of the receiver. */
export async function openSeen(
  tx: Transaction,
  context: OperationContext,
  session: ReceivingSession,
  receipt: Receipt,
  observation: Pick<FoundDiscrepancy, 'about' | 'type'> & { otherwise?: string | null },
): Promise<void> {
  const { about, type, otherwise = null } = observation;
  await openDiscrepancy(tx, context, {
    accessionGroupId: session.groupId,
    about,
    type,
    description: receipt.note ?? otherwise,
    photoFileIds: receipt.photoFileIds,
  });
  for (const id of receipt.photoFileIds) session.photosHeld.add(id);
}
