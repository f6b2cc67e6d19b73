import { PROCEDURE_STATUS_DISPLAY, type Procedure } from '#db/protocols/procedure.ts';
import type { StatusDisplay } from '#db/values/tone.ts';
import { formatDate } from '#pwa/format/dates.ts';

type Version = Pick<Procedure, 'status' | 'submittedAt' | 'activatedAt' | 'effectiveFrom'>;

/** Return the status of a version as people read it: a draft is not waiting, an approved version may wait for its day. */
export function versionDisplay({ status, submittedAt, activatedAt, effectiveFrom }: Version): StatusDisplay {
  const display = PROCEDURE_STATUS_DISPLAY[status];
  if (status === 'PENDING_APPROVAL' && submittedAt === null) return { ...display, label: 'Draft' };
  if (status === 'APPROVED' && activatedAt === null && effectiveFrom !== null)
    return { ...display, label: `Approved, effective ${formatDate(effectiveFrom, 'monthDay')}` };
  return display;
}
