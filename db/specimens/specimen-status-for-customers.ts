import type { StatusDisplay } from '#db/values/tone.ts';
import { SPECIMEN_STATUS, type SpecimenStatus } from './specimen-status.ts';

/** Softer words for customers in place of the lab's words (domain 6.6). */
const SOFTER: Partial<Record<SpecimenStatus, Pick<StatusDisplay, 'label' | 'tone'>>> = {
  FAILED_QC: { label: 'Under review', tone: 'warning' },
  RESET: { label: 'Being repeated', tone: 'active' },
};

/**
 * Return the screen text and tone of a specimen's status for this reader; a specimen that an accepted rework
 * order repeats names that order (domain D33).
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
