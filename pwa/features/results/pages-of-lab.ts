import { mayVisit } from '#db/access/paths.ts';
import { useSession } from '#pwa/replica/session.ts';

/**
 * Path builders for an order and a specimen; null for directors who have only their home page (domain 7.1).
 */
export function usePagesOfLab(): { order(id: string): string | null; specimen(id: string): string | null } {
  const session = useSession().session;
  const leads = (path: string): string | null =>
    session && mayVisit(session.siteVariant, session.user.role, path) ? path : null;
  return {
    order: (id) => leads(`/lab/orders/${id}`),
    specimen: (id) => leads(`/lab/specimens/${id}`),
  };
}
