import { hasCapability } from '#db/access/capabilities.ts';
import { may } from '#db/access/grants.ts';
import type { Role } from '#db/access/roles.ts';
import type { Protocol } from '#db/protocols/protocol.ts';
import type { Service } from './service.ts';
import { SERVICE_LIFECYCLE } from './service-lifecycle.ts';
import type { ServiceStatus } from './service-status.ts';

/**
 * Return what a service still needs before it can be put on sale (domain 4.5), each as a sentence with
 * advice.
 */
export function missingForSale(
  row: Pick<Service, 'name' | 'description' | 'packageTypes'>,
  protocolStatus: Protocol['status'],
  priced: boolean,
): string[] {
  return [
    ...(protocolStatus === 'ACTIVE' ? [] : ['Its protocol is not active. Have the protocol approved.']),
    ...(priced ? [] : ['No price is set for this service. Set one in Protocol Pricing.']),
    ...(row.name.trim() === '' ? ['Enter a name.'] : []),
    ...((row.description ?? '').trim() === '' ? ['Write a description.'] : []),
    ...(row.packageTypes.length === 0 ? ['Choose how specimens may be sent: tubes, plates or both.'] : []),
  ];
}

/** Return whether a role may change the status of a service, when the table lists the change. */
export const maySetServiceStatus = (role: Role, from: ServiceStatus): boolean =>
  may(role, 'lab/services:update') && (from !== 'NOT_A_SERVICE' || hasCapability(role, 'openServices'));

/** Return the statuses that a role may give a service now; pages offer only these. */
export const nextServiceStatuses = (role: Role, from: ServiceStatus): readonly ServiceStatus[] =>
  maySetServiceStatus(role, from) ? SERVICE_LIFECYCLE[from] : [];
