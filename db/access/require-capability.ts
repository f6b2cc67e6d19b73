import { refuse } from '../errors/app-error.ts';
import { MESSAGES } from '../errors/messages.ts';
import { type Capability, hasCapability } from './capabilities.ts';
import type { Role } from './roles.ts';

/** Refuses an actor whose role does not have the capability. */
export function requireCapability({ actor }: { actor: { role: Role } }, capability: Capability): void {
  if (!hasCapability(actor.role, capability)) throw refuse('FORBIDDEN', MESSAGES.forbidden);
}
