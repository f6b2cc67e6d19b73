const FORMAT = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** A calendar date `YYYY-MM-DD` as letters write it: "Dec 21, 2026". What is no date is left as it is. */
export function formatLongDate(day: string): string {
  const at = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(at) ? day : FORMAT.format(at);
}
