import { useEffect, useState } from 'react';
import type { SessionUser } from '#db/access/session.ts';

/** The address of one's own picture; null without one. It is asked for again with each refetch of the session, as addresses end. */
export function useOwnPicture(user: SessionUser | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!user?.image) return setUrl(null);
    let isActive = true;
    const ask = async (): Promise<void> => {
      const { portraitOf } = await import('#pwa/api/portrait.ts');
      const portraitUrl = await portraitOf(user.id);
      // Without a network the picture that is shown stays.
      if (isActive && portraitUrl !== '') setUrl(portraitUrl);
    };
    ask().catch(() => undefined);
    return () => {
      isActive = false;
    };
  }, [user]);
  return url;
}
