// Creating a formatter costs more than most of what rules do, so one is cached per time zone.
const CALENDARS = new Map<string, Intl.DateTimeFormat>();

function calendarOf(timeZone: string): Intl.DateTimeFormat {
  let calendar = CALENDARS.get(timeZone);
  if (!calendar) {
    calendar = new Intl.DateTimeFormat('en-CA', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    });
    CALENDARS.set(timeZone, calendar);
  }
  return calendar;
}

/** Return the calendar date `YYYY-MM-DD` of an instant (ISO, UTC) in the lab's time zone (an IANA name). */
export const labDayOf = (instant: string, timeZone: string): string =>
  calendarOf(timeZone).format(new Date(instant));
