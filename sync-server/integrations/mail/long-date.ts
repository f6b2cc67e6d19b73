const FORMAT = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** Format a calendar date `YYYY-MM-DD` for emails: "Dec 21, 2026". Other text is returned unchanged. */
export function formatLongDate(day: string): string {
  const at = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(at) ? day : FORMAT.format(at);
}
