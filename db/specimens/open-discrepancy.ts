import type { OperationContext } from '#db/operation.ts';
import { recordEvent } from '#db/records/record-event.ts';
import type { Transaction } from '#db/transaction.ts';
import { type Discrepancy, discrepancy } from './discrepancy.ts';
import type { DiscrepancyResolution } from './discrepancy-resolution.ts';
import { DISCREPANCY_TYPE, type DiscrepancyType } from './discrepancy-type.ts';

/** A problem of a specimen, or of a sample without a specimen. */
export interface FoundDiscrepancy {
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
