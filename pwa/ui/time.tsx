import { formatDate, formatRelative, isCalendarDate } from '#pwa/format/dates.ts';
import { useNow } from './use-now.ts';

interface TimeProps {
  /** An ISO time; midnight UTC is a calendar date. */
  value: string | null;
  /** What is shown without a value. */
  none?: string;
}

/**
 * A time as people read it: relative within 7 days, then the date; the exact time is its title.
 */
export function Time({ value, none = '—' }: TimeProps) {
  const now = useNow();
  if (value === null) return <>{none}</>;
  return (
    <time
      dateTime={value}
      title={formatDate(value, isCalendarDate(value) ? 'monthDay' : 'monthDayAtTime')}
      className="whitespace-nowrap"
    >
      {formatRelative(value, now) ?? formatDate(value, 'monthDay')}
    </time>
  );
}
