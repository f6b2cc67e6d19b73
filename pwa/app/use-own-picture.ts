import { useEffect, useState } from 'react';
import type { SessionUser } from '#db/access/session.ts';

/**
 * Return the URL of the user's own picture; null without one. URLs expire, so it is loaded again with each
 * refetch of the session.
 */
export function useOwnPicture(user: SessionUser | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!user?.image) return setUrl(null);
    let isActive = true;
    const ask = async (): Promise<void> => {
      const { portraitOf } = await import('#pwa/api/portrait.ts');
      const portraitUrl = await portraitOf(user.id);
      // Offline the displayed picture remains.
      if (isActive && portraitUrl !== '') setUrl(portraitUrl);
    };
    ask().catch(() => undefined);
    return () => {
      isActive = false;
    };
  }, [user]);
  return url;
}
