import { humanize } from '#pwa/format/names.ts';

/** Format a field's error by the rule of specification section 5; `path` is the field's dotted name. */
export function fieldErrorText(path: string, own: string | undefined, custom?: string): string {
  if (own) return own;
  const parts = path.split('.');
  const name = parts.at(-1) ?? path;
  if (parts.at(-2) === 'billingAddress') return `Billing ${humanize(name).toLowerCase()} is required`;
  return custom ?? `${humanize(name)} is invalid or missing.`;
}
