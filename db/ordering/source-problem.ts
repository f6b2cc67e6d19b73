import type { Specimen } from '#db/specimens/specimen.ts';
import type { SpecimenStatus } from '#db/specimens/specimen-status.ts';
import type { Continuation } from './continuation.ts';

/** The facts that decide whether the work on a specimen may continue in another order. */
export interface SourceFacts {
  specimen: Pick<Specimen, 'status' | 'completedAt' | 'customerSampleId'>;
  /** Whether material of it is available. */
  materialLeft: boolean;
  /** Whether the retention period that the customer chose has ended. */
  retentionEnded: boolean;
  /** The order that repeats it already. */
  repeatedIn: string | null;
}

const FAILED: readonly SpecimenStatus[] = ['FAILED_QC', 'FAILED_QC_CANCELED', 'RESET'];
const FINISHED_STATUSES: readonly SpecimenStatus[] = ['COMPLETED', 'FAILED_QC_CANCELED', 'IN_STORAGE'];

/** Return the domain's text for a specimen without usable material. */
export const noMaterialLeft = (id: string): string => `No material left for ${id}.`;

// A specimen that was stopped and then stored has no result.
const hasFailed = ({ status, completedAt }: SourceFacts['specimen']): boolean =>
  FAILED.includes(status) || (status === 'IN_STORAGE' && completedAt === null);

const rework = ({ specimen, materialLeft, repeatedIn }: SourceFacts): string | null => {
  const id = specimen.customerSampleId;
  if (!hasFailed(specimen)) return `${id} has not failed and was not recalled.`;
  if (repeatedIn !== null) return `${id} is being repeated in order ${repeatedIn} already.`;
  return materialLeft ? null : noMaterialLeft(id);
};

const supplemental = ({ specimen, materialLeft, retentionEnded }: SourceFacts): string | null => {
  const id = specimen.customerSampleId;
  if (!FINISHED_STATUSES.includes(specimen.status)) return `The work on ${id} is not finished.`;
  return materialLeft && !retentionEnded ? null : noMaterialLeft(id);
};

/** Return why a specimen cannot continue in another order; null when it can (domain 6.5). */
export const sourceProblem = (continuation: Continuation, facts: SourceFacts): string | null =>
  continuation === 'REWORK' ? rework(facts) : supplemental(facts);
