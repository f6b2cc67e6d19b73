// Making a calendar is dearer than most of what rules do; there are as many as time zones are in use.
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

/** The calendar date `YYYY-MM-DD` of an instant (ISO, UTC) in the lab's time zone (an IANA name). */
export const labDayOf = (instant: string, timeZone: string): string =>
  calendarOf(timeZone).format(new Date(instant));
