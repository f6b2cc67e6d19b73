import { humanize } from '#pwa/format/names.ts';
import type { Tone } from '#pwa/ui/tone.ts';
import { Timeline } from './timeline.tsx';

/** One event of a record, as the server sends it. */
interface HistoryEntry {
  id: string;
  type: string;
  at: string;
  by: string | null;
  data: Readonly<Record<string, unknown>>;
}

/** The labels of events of records that are managed online. */
const TITLES: Record<string, { title: string; tone: Tone }> = {
  COMPANY_CREATED: { title: 'Created', tone: 'neutral' },
  COMPANY_UPDATED: { title: 'Changed', tone: 'neutral' },
  COMPANY_HELD: { title: 'Put on hold', tone: 'warning' },
  COMPANY_HOLD_RELEASED: { title: 'Released from hold', tone: 'success' },
  COMPANY_VERIFICATION_REQUESTED: { title: 'Verification asked for', tone: 'warning' },
  COMPANY_VERIFIED: { title: 'Approved', tone: 'success' },
  COMPANY_REJECTED: { title: 'Rejected', tone: 'danger' },
  NOTE_ADDED: { title: 'Note', tone: 'info' },
  LICENSE_SUBMITTED: { title: 'Submitted', tone: 'warning' },
  LICENSE_VERIFIED: { title: 'Verified', tone: 'success' },
  LICENSE_ERROR: { title: 'Sent back', tone: 'danger' },
  LICENSE_EXPIRED: { title: 'Expired', tone: 'danger' },
};

const formatValue = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return 'nothing';
  if (Array.isArray(value)) return value.length === 0 ? 'nothing' : value.join(', ');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return String(value);
};

const isChange = (value: unknown): value is { field: string; from: unknown; to: unknown } =>
  typeof value === 'object' && value !== null && 'field' in value && 'to' in value && 'from' in value;

function linesOf({ type, data }: HistoryEntry): string[] {
  const lines: string[] = [];
  const { changed, address, campaign, kind, from, to, reason, text } = data;
  if (Array.isArray(changed))
    for (const one of changed)
      if (isChange(one))
        lines.push(`${humanize(one.field)}: ${formatValue(one.from)} → ${formatValue(one.to)}`);
  if (typeof address === 'string') {
    const moved = from && to ? `${formatValue(from)} → ${formatValue(to)}` : formatValue(to ?? from);
    lines.push(`${humanize(String(kind))} address ${address}: ${moved}`);
  }
  if (typeof campaign === 'string') lines.push(`Campaign ${campaign}: ${formatValue(to)}`);
  if (typeof reason === 'string') lines.push(reason);
  if (typeof text === 'string' && type === 'NOTE_ADDED') lines.push(text);
  return lines;
}

/** The event history of an organization or a license, newest first. */
export function RecordHistory({ label, entries }: { label: string; entries: readonly HistoryEntry[] }) {
  if (entries.length === 0) return <p className="text-ink-soft">Nothing has been changed yet.</p>;
  return (
    <Timeline
      label={label}
      entries={entries.map((entry) => {
        const { title, tone } = TITLES[entry.type] ?? { title: humanize(entry.type), tone: 'neutral' };
        const lines = linesOf(entry);
        return {
          id: entry.id,
          title,
          tone,
          person: entry.by,
          at: entry.at,
          detail: lines.length > 0 && (
            <ul className="text-sm">
              {lines.map((line) => (
                <li key={line} className="wrap-anywhere">
                  {line}
                </li>
              ))}
            </ul>
          ),
        };
      })}
    />
  );
}
