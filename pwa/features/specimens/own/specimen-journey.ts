import type { ListedSpecimen } from '#db/specimens/shown-specimen.ts';
import { SPECIMEN_STATUS, type SpecimenStatus } from '#db/specimens/specimen-status.ts';

/** A stage of the journey, and the specimen's state in it. */
export interface Stage {
  key: 'draft' | 'ordered' | 'sent' | 'received' | 'lab' | 'results';
  label: string;
  state: 'done' | 'now' | 'stopped' | 'ahead';
  /** Time at which it was reached, where known. */
  at: string | null;
}

type Journeying = Pick<
  ListedSpecimen,
  'status' | 'receivedAt' | 'completedAt' | 'resultsReleasedAt' | 'sourceSpecimenId' | 'createdAt'
>;

const LABELS: Record<Exclude<Stage['key'], 'draft'>, string> = {
  ordered: 'Ordered',
  sent: 'On its way',
  received: 'Received',
  lab: 'In the lab',
  results: 'Results',
};

/** Statuses before the order is placed; they name the first stage. */
const NOT_ORDERED: readonly SpecimenStatus[] = ['DRAFT', 'PENDING_APPROVAL'];

const IN_THE_LAB: readonly SpecimenStatus[] = [
  'BATCH_ASSIGNED',
  'IN_PROGRESS',
  'FAILED_QC',
  'FAILED_QC_CANCELED',
  'RESET',
];

function stageOf({ status, receivedAt }: Journeying): Stage['key'] {
  if (NOT_ORDERED.includes(status)) return 'draft';
  if (status === 'COMPLETED' || status === 'IN_STORAGE') return 'results';
  if (IN_THE_LAB.includes(status)) return 'lab';
  return receivedAt === null ? 'sent' : 'received';
}

/**
 * Compute the stages of a specimen from order to results; stored material skips shipping. The stage before the
 * order is shown only until the order is placed.
 */
export function journeyOf(row: Journeying): Stage[] {
  const stage = stageOf(row);
  const keys = (['draft', 'ordered', 'sent', 'received', 'lab', 'results'] as const).filter(
    (key) => (key !== 'draft' || stage === 'draft') && (key !== 'sent' || row.sourceSpecimenId === null),
  );
  const currentIndex = Math.max(0, keys.indexOf(stage));
  const isEnded = row.status === 'CANCELED' || row.status === 'FAILED_QC_CANCELED';
  const arrived = row.status === 'IN_STORAGE' || row.resultsReleasedAt !== null;
  const times: Partial<Record<Stage['key'], string | null>> = {
    draft: row.createdAt,
    ordered: row.createdAt,
    received: row.receivedAt,
    results: row.resultsReleasedAt ?? row.completedAt,
  };
  return keys.map((key, index) => {
    const passed = index < currentIndex || (arrived && index === currentIndex && key === 'results');
    const state = passed ? 'done' : index > currentIndex ? 'ahead' : isEnded ? 'stopped' : 'now';
    const label = key === 'draft' ? SPECIMEN_STATUS[row.status].label : LABELS[key];
    return { key, label, state, at: state === 'ahead' ? null : (times[key] ?? null) };
  });
}

/** Describe the next step in one sentence for the customer; null when there is none. */
export function nextStep(row: Journeying & Partial<Pick<ListedSpecimen, 'repeatedIn'>>): string | null {
  switch (row.status) {
    case 'DRAFT':
      return 'Submit the order to have it worked on.';
    case 'PENDING_APPROVAL':
      return 'The order needs approval.';
    case 'ORDERED':
      return 'Send it to the lab with the packing slip of its order.';
    case 'SHIPPED':
      return 'The carrier has it.';
    case 'DELIVERED':
      return 'Delivered. The lab receives the package next.';
    case 'RECEIVED':
    case 'SUPPLEMENTAL':
      return 'In the lab queue.';
    case 'RECEIVED_AWAITING_OPTIMAL_BATCH':
      return 'Awaiting a full run.';
    case 'RECEIVED_QUARANTINED':
      return 'The lab has set it apart and is looking into what was noticed.';
    case 'FAILED_QC':
      return 'The lab is reviewing this specimen and will contact you.';
    case 'RESET':
      return row.repeatedIn
        ? `The work is repeated in order ${row.repeatedIn}.`
        : 'The work is being repeated from the beginning.';
    case 'COMPLETED':
      return row.resultsReleasedAt === null ? 'Results are being checked before release.' : null;
    default:
      return null;
  }
}
