import { momentCell } from '#db/ordering/manifest/moment-cell.ts';

const CLOCKS = new Map<string, Intl.DateTimeFormat>();

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = CLOCKS.get(timeZone);
  if (known) return known;
  const formatter = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  CLOCKS.set(timeZone, formatter);
  return formatter;
}

/**
 * Format an instant in the lab's time zone as a manifest writes it, if it parses back to the same instant.
 */
export function localMoment(instant: string, timeZone: string): string {
  const short = clockOf(timeZone).format(new Date(instant)).replace(/:00$/, '');
  const { value } = momentCell(short, { now: '9999', timeZone });
  return value === instant ? short : instant;
}
