import { PROTOCOL_STATUS_DISPLAY, type Protocol } from '#db/protocols/protocol.ts';
import type { ShownProtocol } from '#db/protocols/protocols/shown-protocol.ts';
import { mayApproveMethod } from '#db/protocols/versions/version-rules.ts';
import type { StatusDisplay } from '#db/values/tone.ts';
import { useVersionRights, versionDisplay } from '#pwa/features/protocols/versions/version-status.ts';

type Version = Pick<Protocol, 'status' | 'submittedAt' | 'activatedAt' | 'effectiveFrom'>;

/** Return the status of a version of a protocol as people read it. */
export const protocolDisplay = (row: Version): StatusDisplay => versionDisplay(PROTOCOL_STATUS_DISPLAY, row);

/** What this person may do with a version of a protocol now. */
export function useProtocolRights({ protocol, versions }: ShownProtocol) {
  const rights = useVersionRights({
    row: protocol,
    versions,
    family: 'lab/protocols',
    mayDecide: (role) => mayApproveMethod(role, protocol.clinical),
  });
  const { status } = protocol;
  return {
    ...rights,
    deprecates: rights.retires && status === 'ACTIVE',
    reinstates: rights.retires && status === 'DEPRECATED',
    discontinues: rights.retires && status !== 'PENDING_APPROVAL' && status !== 'DISCONTINUED',
  };
}
