import { may } from '#db/access/grants.ts';
import { type Role, seesAllCompanies } from '#db/access/roles.ts';
import * as calls from '#db/api/specimens/specimens.ts';
import type { CustomerDecision } from '#db/specimens/discrepancies/discrepancy.ts';
import { useCall, useCallMutation, useInvalidation } from '#pwa/api/use-call.ts';
import { useSession } from '#pwa/replica/session/session.ts';
import { toast } from '#pwa/ui/dialog/toast.tsx';

/** The current user, as the specimen pages need them. */
export function useReader(): { role: Role; customer: boolean; writes: 'create' | 'update' | null } {
  const role = useSession().session?.user.role ?? 'COMPANY_USER';
  const writes = may(role, 'specimens:create') ? 'create' : may(role, 'specimens:update') ? 'update' : null;
  return { role, customer: !seesAllCompanies(role), writes };
}

/** One specimen from the server; not queried without an id. */
export const useOwnSpecimen = (id: string | null) =>
  useCall(calls.readSpecimen, { params: { id: id ?? '' } }, { enabled: id !== null });

// Replacement material has a shipment of its own.
const SHOWING_SPECIMENS = ['orders', 'lab/orders', 'shipping'] as const;

/** Return a function that reads again whatever shows specimens. */
export function useSpecimenRefresh(): () => void {
  const invalidate = useInvalidation();
  return () => void invalidate(['specimens', ...SHOWING_SPECIMENS]);
}

/** Decides about a specimen as its customer, or records what the customer decided. */
export function useSpecimenDecision(onDecided: (decision: CustomerDecision) => void) {
  const recorded = useReader().writes === 'update';
  return useCallMutation(recorded ? calls.recordSpecimenDecision : calls.decideSpecimen, {
    invalidates: SHOWING_SPECIMENS,
    onSuccess: (_, { body }) => onDecided(body.decision),
  });
}

/** Adds what a specimen lacks as its customer, or records what the customer said. */
export function useSpecimenCompletion() {
  const recorded = useReader().writes === 'update';
  return useCallMutation(recorded ? calls.recordSpecimenInfo : calls.completeSpecimenInfo, {
    invalidates: SHOWING_SPECIMENS,
    onSuccess: () => toast.success('Thank you, the lab has it now'),
  });
}
