import { useState } from 'react';
import { labDayOf } from '#db/values/lab-day.ts';
import { useSession } from '../session.ts';

/** The lab's calendar date as a page opens, wherever its reader is; the reader's own until the lab's time zone is known. */
export function useLabToday(): string {
  const timeZone = useSession().session?.labTimezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const [openedAt] = useState(() => new Date().toISOString());
  return labDayOf(openedAt, timeZone);
}
