import type { StatusDisplay } from '#db/values/tone.ts';
import { SPECIMEN_STATUS, type SpecimenStatus } from './specimen-status.ts';

/** Words of the lab that customers read more softly (domain 6.6). */
const SOFTER: Partial<Record<SpecimenStatus, Pick<StatusDisplay, 'label' | 'tone'>>> = {
  FAILED_QC: { label: 'Under review', tone: 'warning' },
  RESET: { label: 'Being repeated', tone: 'active' },
};

/**
 * How the status of a specimen is worded and toned for this reader; one that an accepted rework order repeats says in
 * which (domain D33).
 */
export const specimenDisplay = (
  status: SpecimenStatus,
  customer: boolean,
  repeatedIn: string | null | undefined = null,
): StatusDisplay => ({
  ...SPECIMEN_STATUS[status],
  ...(customer ? SOFTER[status] : {}),
  ...(status === 'RESET' && repeatedIn
    ? { label: `Repeated in order ${repeatedIn}`, tone: 'quiet' as const }
    : {}),
});
