import { type Capability, hasCapability } from './capabilities.ts';
import { replicaScopeOf } from './lab.ts';
import { mayVisit } from './paths.ts';
import { labMemberOf, type Session } from './session.ts';
import { sitePathOf } from './site-paths.ts';

/** The pages that read the replica of a device: they do not exist for people whose devices store none. */
const REPLICA_PATHS: readonly string[] = [
  '/lab/queue',
  '/lab/batches',
  '/lab/samples',
  '/lab/assigned-sections',
  '/lab/inventory/storage-management',
  '/lab/inventory/sequencers/flow-cells',
  '/lab/specimens/accession',
  '/director/clinical',
  '/director/research',
  '/lab/clinical-director',
  '/lab/research-director',
];

/** The person of a session, as far as it decides which pages open. */
export type PageVisitor = Pick<Session, 'lab' | 'entity' | 'user' | 'siteVariant'>;

const pathOf = (address: string): string => address.replace(/[?#].*$/, '');

/** Report whether a page reads the replica of the device. */
export const needsReplica = (address: string): boolean =>
  REPLICA_PATHS.some((path) => pathOf(address) === path || pathOf(address).startsWith(`${path}/`));

/** Report whether the person's devices store what a page reads. */
export const hasReplicaFor = (visitor: PageVisitor, address: string): boolean =>
  !needsReplica(address) || replicaScopeOf(labMemberOf(visitor)) !== null;

/**
 * Report whether an address opens for the person: the page is built, their role and permissions may visit it,
 * and it works on their devices. A link, tile or row that leads elsewhere is not drawn (domain-lab 10).
 */
export function mayOpen(visitor: PageVisitor, address: string): boolean {
  const path = pathOf(address);
  return (
    sitePathOf(path)?.built === true &&
    mayVisit(visitor.siteVariant, visitor.user, path) &&
    hasReplicaFor(visitor, path)
  );
}

/** The home pages: of the bench, of three offices, and the summary of orders for all others. */
export type Home = 'BENCH' | 'SALES' | 'SERVICE' | 'BILLING' | 'ORDERS';

const OFFICES: readonly { home: Home; capability: Capability }[] = [
  { home: 'SALES', capability: 'openSalesPortal' },
  { home: 'SERVICE', capability: 'openServicePortal' },
  { home: 'BILLING', capability: 'openBillingPortal' },
];

/** Return the home page of a person; that of the bench only where the bench's pages open. */
export function homeOf(visitor: PageVisitor): Home {
  const office = OFFICES.find(({ capability }) => hasCapability(visitor.user.role, capability));
  return office?.home ?? (mayOpen(visitor, '/lab/queue') ? 'BENCH' : 'ORDERS');
}
