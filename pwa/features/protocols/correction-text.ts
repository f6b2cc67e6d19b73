import type { Row } from '#db/entity.ts';
import { formatFieldValue } from '#db/protocols/format-field-value.ts';
import type { SectionRun } from '#db/protocols/section-run.ts';
import type { event } from '#db/records/event.ts';

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** Format a correction with its tube: `Volume of W26325-0001-01: 48 → 50`; null for other events. */
export function correctionText(
  run: Pick<SectionRun, 'fields' | 'rows'>,
  { data }: Pick<Row<typeof event>, 'data'>,
): string | null {
  const field = run.fields.find((one) => one.name === data['field']);
  if (!field) return null;
  const [from, to] = ['from', 'to'].map((name) => {
    const text = textOf(data[name]);
    return text === null ? null : formatFieldValue(field, text);
  });
  const row = run.rows.find((one) => one.id === data['sampleId']);
  const subject = row ? `${field.label} of ${row.barcode}` : field.label;
  return `${subject}: ${to == null ? `${from} taken off` : `${from} → ${to}`}`;
}
