import type { IncomingMessage } from 'node:http';
import type { Actor } from '#db/operation.ts';
import type { ActedAs } from '#sync-server/sync/actor-rights.ts';

/** A signed-in person, as handlers see them: the actor of operations, and how to reach them. */
export interface Session extends Actor {
  email: string;
  isSuperAdmin: boolean;
  /** What the permission groups of the entity give the role, read at every request. */
  permissions: readonly string[];
  /** The roles that a super admin took in this session, as the sealed cookie has them; absent for everybody else. */
  actedAs?: readonly ActedAs[];
  /** Names the session from its sign-in to its end. */
  sessionId?: string;
  /** When the person signed in, in milliseconds. */
  signedInAt?: number;
}

/** Answers who sent a request, or null; written by the auth room. Throws only when the database is away. */
export type ReadSession = (request: IncomingMessage) => Promise<Session | null>;
