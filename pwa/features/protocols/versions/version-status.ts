import { hasCapability } from '#db/access/capabilities.ts';
import { may } from '#db/access/grants.ts';
import type { Role } from '#db/access/roles.ts';
import type { ShownFlow } from '#db/protocols/flows/shown-flow.ts';
import { PROCEDURE_STATUS_DISPLAY, type ProcedureStatus } from '#db/protocols/procedure.ts';
import type { ShownProcedure } from '#db/protocols/procedures/shown-procedure.ts';
import { maySignOff } from '#db/protocols/procedures/sign-off-procedure.ts';
import {
  isDraft,
  isSubmitted,
  mayApproveMethod,
  type VersionState,
} from '#db/protocols/versions/version-rules.ts';
import type { StatusDisplay } from '#db/values/tone.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { useSession } from '#pwa/replica/session/session.ts';

interface VersionDates<Status extends string> {
  status: Status;
  submittedAt: string | null;
  activatedAt: string | null;
  effectiveFrom: string | null;
}

/** Return the status of a version as people read it: a draft is not waiting, an approved version may wait for its day. */
export function versionDisplay<Status extends string>(
  displays: Readonly<Record<Status, StatusDisplay>>,
  row: VersionDates<Status>,
): StatusDisplay {
  const display = displays[row.status];
  if (row.status === 'PENDING_APPROVAL' && row.submittedAt === null) return { ...display, label: 'Draft' };
  const isApproved = row.status === 'APPROVED' || row.status === 'ACTIVE';
  if (isApproved && row.activatedAt === null && row.effectiveFrom !== null)
    return { ...display, label: `Approved, effective ${formatDate(row.effectiveFrom, 'monthDay')}` };
  return display;
}

/** What this person may do with a version now. */
export function useVersionRights({
  row,
  versions,
  family,
  mayDecide,
}: {
  row: VersionState;
  versions: readonly Pick<VersionState, 'status'>[];
  family: 'lab/procedures' | 'lab/flows' | 'lab/protocols';
  mayDecide(role: Role): boolean;
}) {
  const user = useSession().session?.user;
  const isAuthor = user !== undefined && row.authorIds.includes(user.id);
  const submitted = isSubmitted(row);
  const creates = user !== undefined && may(user.role, `${family}:create`);
  const writes = user !== undefined && may(user.role, `${family}:update`);
  const isResearch = row.status === 'RESEARCH';
  const isPreparing = (status: string): boolean => status === 'PENDING_APPROVAL' || status === 'REJECTED';
  const writesRoutine = user !== undefined && hasCapability(user.role, 'writeRoutineProcedures');
  const writesResearch = user !== undefined && hasCapability(user.role, 'createResearchProcedures');
  const startsAny = creates && !versions.some(({ status }) => isPreparing(status));
  return {
    edits: isAuthor && writes && isDraft(row),
    submits: isAuthor && writes && row.status === 'PENDING_APPROVAL' && !submitted,
    withdraws: isAuthor && submitted,
    decides: user !== undefined && submitted && !isAuthor && mayDecide(user.role),
    /** Would decide about this version, but is one of its authors. */
    abstains: user !== undefined && isAuthor && isPreparing(row.status) && mayDecide(user.role),
    starts: startsAny && writesRoutine && !isResearch && !isPreparing(row.status),
    startsResearch: startsAny && writesResearch && isResearch,
    promotes: startsAny && writesResearch && writesRoutine && isResearch,
    retires: writes && (isResearch || writesRoutine),
    archives:
      writes && (isResearch || (writesRoutine && (row.status === 'APPROVED' || row.status === 'REJECTED'))),
  };
}

/** Return the status of a version of a procedure or a flow as people read it. */
export const procedureDisplay = (row: VersionDates<ProcedureStatus>): StatusDisplay =>
  versionDisplay(PROCEDURE_STATUS_DISPLAY, row);

/** What this person may do with a version of a procedure now. */
export const useProcedureRights = ({ procedure, versions }: ShownProcedure) =>
  useVersionRights({
    row: procedure,
    versions,
    family: 'lab/procedures',
    mayDecide: (role) => maySignOff(role, procedure.clinical),
  });

/** What this person may do with a version of a flow now. */
export const useFlowRights = ({ flow, versions, clinical }: ShownFlow) =>
  useVersionRights({
    row: flow,
    versions,
    family: 'lab/flows',
    mayDecide: (role) => mayApproveMethod(role, clinical),
  });
