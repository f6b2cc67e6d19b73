import { hasCapability } from '#db/access/capabilities.ts';
import { may } from '#db/access/grants.ts';
import { PROCEDURE_STATUS_DISPLAY, type Procedure } from '#db/protocols/procedure.ts';
import { isDraft } from '#db/protocols/procedures/open-procedure.ts';
import type { ShownProcedure } from '#db/protocols/procedures/shown-procedure.ts';
import { maySignOff } from '#db/protocols/procedures/sign-off-procedure.ts';
import type { StatusDisplay } from '#db/values/tone.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { useSession } from '#pwa/replica/session/session.ts';

type Version = Pick<Procedure, 'status' | 'submittedAt' | 'activatedAt' | 'effectiveFrom'>;

/** Return the status of a version as people read it: a draft is not waiting, an approved version may wait for its day. */
export function versionDisplay({ status, submittedAt, activatedAt, effectiveFrom }: Version): StatusDisplay {
  const display = PROCEDURE_STATUS_DISPLAY[status];
  if (status === 'PENDING_APPROVAL' && submittedAt === null) return { ...display, label: 'Draft' };
  if (status === 'APPROVED' && activatedAt === null && effectiveFrom !== null)
    return { ...display, label: `Approved, effective ${formatDate(effectiveFrom, 'monthDay')}` };
  return display;
}

/** What this person may do with a version now. */
export function useVersionRights({ procedure, versions }: ShownProcedure) {
  const user = useSession().session?.user;
  const isAuthor = user !== undefined && procedure.authorIds.includes(user.id);
  const isSubmitted = procedure.status === 'PENDING_APPROVAL' && procedure.submittedAt !== null;
  const writes = user !== undefined && may(user.role, 'lab/procedures:update');
  const isResearch = procedure.status === 'RESEARCH';
  const writesRoutine = user !== undefined && hasCapability(user.role, 'writeRoutineProcedures');
  const writesResearch = user !== undefined && hasCapability(user.role, 'createResearchProcedures');
  const isPrepared = versions.some(({ status }) => status === 'PENDING_APPROVAL' || status === 'REJECTED');
  return {
    edits: isAuthor && writes && isDraft(procedure),
    submits: isAuthor && writes && procedure.status === 'PENDING_APPROVAL' && !isSubmitted,
    withdraws: isAuthor && isSubmitted,
    decides: user !== undefined && isSubmitted && !isAuthor && maySignOff(user.role, procedure.clinical),
    starts:
      !isPrepared && writesRoutine && (procedure.status === 'APPROVED' || procedure.status === 'ARCHIVED'),
    startsResearch: !isPrepared && writesResearch && isResearch,
    promotes: !isPrepared && writesResearch && writesRoutine && isResearch,
    archives:
      writes &&
      (isResearch || (writesRoutine && (procedure.status === 'APPROVED' || procedure.status === 'REJECTED'))),
  };
}
