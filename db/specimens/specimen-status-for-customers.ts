import type { StatusLook } from '#db/values/tone.ts';
import { SPECIMEN_STATUS, type SpecimenStatus } from './specimen-status.ts';

/** Words of the lab that customers read more softly (domain 6.6). */
const SOFTER: Partial<Record<SpecimenStatus, Pick<StatusLook, 'label' | 'tone'>>> = {
  FAILED_QC: { label: 'Under review', tone: 'warning' },
  RESET: { label: 'Being repeated', tone: 'active' },
};

/** How the status of a specimen is worded and toned for this reader. */
export const specimenLook = (status: SpecimenStatus, customer: boolean): StatusLook => ({
  ...SPECIMEN_STATUS[status],
  ...(customer ? SOFTER[status] : {}),
});
