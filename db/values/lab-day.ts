/** The calendar date `YYYY-MM-DD` of an instant (ISO, UTC) in the lab's time zone (an IANA name). */
export function labDayOf(instant: string, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  return parts.format(new Date(instant));
}
