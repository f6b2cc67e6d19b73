import { useQuery } from '@tanstack/react-query';
import { Session } from '#db/access/session.ts';

async function readSession(): Promise<Session | null> {
  const response = await fetch('/api/auth/session', { credentials: 'same-origin' });
  if (!response.ok) return null;
  return Session.nullable()
    .catch(null)
    .parse(await response.json());
}

/** The session as the server knows it, read again every 600 seconds (specification section 9). */
export function useOnlineSession(): { session: Session | null; loading: boolean } {
  const { data, isPending } = useQuery({
    queryKey: ['session'],
    queryFn: readSession,
    refetchInterval: 600_000,
  });
  return { session: data ?? null, loading: isPending };
}
