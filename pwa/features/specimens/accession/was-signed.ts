import type { Replica } from '#pwa/replica/replica.ts';

/** Was the session handed over already? Its draft may have outlived the signature when the app was closed just then. */
export const wasSigned = (replica: Pick<Replica, 'outbox'>, sessionId: string): boolean =>
  replica.outbox
    .all()
    .some(({ name, subjects }) => name === 'accession-shipment' && subjects.includes(sessionId));
