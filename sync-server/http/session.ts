import type { IncomingMessage } from 'node:http';
import type { Actor } from '#db/operation.ts';
import type { ActedAs } from '#sync-server/sync/actor-rights.ts';

/** A signed-in person as handlers see them: the actor of operations, with contact data. */
export interface Session extends Actor {
  email: string;
  isSuperAdmin: boolean;
  /** The permissions of the role through the entity's permission groups, read at every request. */
  permissions: readonly string[];
  /** The roles that a super admin took in this session, from the sealed cookie; absent for everybody else. */
  actedAs?: readonly ActedAs[];
  /** Identifies the session from its sign-in to its end. */
  sessionId?: string;
  /** When the person signed in, in milliseconds. */
  signedInAt?: number;
}

/**
 * Reads the sender of a request, or null; implemented in auth. Throws only if the database is unavailable.
 */
export type ReadSession = (request: IncomingMessage) => Promise<Session | null>;
