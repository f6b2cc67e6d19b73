import { PROCEDURE_STATUS_DISPLAY, type Procedure } from '#db/protocols/procedure.ts';
import type { ShownProcedure } from '#db/protocols/procedures/shown-procedure.ts';
import { maySignOff } from '#db/protocols/procedures/sign-off-procedure.ts';
import type { StatusDisplay } from '#db/values/tone.ts';
import { useVersionRights, versionDisplay } from '#pwa/features/protocols/versions/version-status.ts';

type Version = Pick<Procedure, 'status' | 'submittedAt' | 'activatedAt' | 'effectiveFrom'>;

/** Return the status of a version of a procedure or a flow as people read it. */
export const procedureDisplay = (row: Version): StatusDisplay =>
  versionDisplay(PROCEDURE_STATUS_DISPLAY, row);

/** What this person may do with a version of a procedure now. */
export const useProcedureRights = ({ procedure, versions }: ShownProcedure) =>
  useVersionRights({
    row: procedure,
    versions,
    family: 'lab/procedures',
    mayDecide: (role) => maySignOff(role, procedure.clinical),
  });
