import type { Replica } from '#pwa/replica/replica.ts';

/**
 * Report whether the session was submitted already: its draft survives when the app closes right after the
 * signature.
 */
export const wasSigned = (replica: Pick<Replica, 'outbox'>, sessionId: string): boolean =>
  replica.outbox
    .all()
    .some(({ name, subjects }) => name === 'accession-shipment' && subjects.includes(sessionId));
