import { z } from 'zod';
import { placeText } from '#db/samples/custody-chain.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { humanize } from '#pwa/format/names.ts';

const CODE = /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)+$|^[A-Z]{4,}$/;
const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
const Place = z.object({
  containerId: z.string().nullish(),
  container: z.string().nullable(),
  position: z.string().nullish(),
});
const LONGEST = 200;

const cut = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);

/** Format a stored value for users: a code as words, a time as a date, a location by its name. */
export function shownValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') {
    if (INSTANT.test(value)) return formatDate(value, 'monthDayAtTime');
    return CODE.test(value) ? humanize(value) : cut(value);
  }
  if (Array.isArray(value)) return value.length === 0 ? 'nothing' : cut(value.map(shownValue).join(', '));
  const place = Place.safeParse(value);
  if (place.success)
    return placeText({
      containerId: null,
      container: place.data.container,
      position: place.data.position ?? null,
    });
  return cut(JSON.stringify(value));
}
