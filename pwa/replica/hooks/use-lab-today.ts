import { useState } from 'react';
import { labDayOf } from '#db/values/lab-day.ts';
import { useSession } from '#pwa/replica/session/session.ts';

/**
 * Return the lab's calendar date when the page opens, wherever the user is; the user's own date until the
 * lab's time zone is known.
 */
export function useLabToday(): string {
  const timeZone = useSession().session?.labTimezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const [openedAt] = useState(() => new Date().toISOString());
  return labDayOf(openedAt, timeZone);
}
