import { memo } from 'react';
import { z } from 'zod';
import { ToneBadge } from '#pwa/ui/badge.tsx';
import type { Tone } from '#pwa/ui/tone.ts';

/** One scan of a session with its verdict, as this device stores it. */
export const ScanLogRow = z.object({
  n: z.int(),
  code: z.string(),
  verdict: z.enum(['ok', 'warning', 'error', 'repeat']),
  text: z.string(),
  at: z.string(),
  /** The scan had an effect; a question or a refusal has none. */
  done: z.boolean().default(false),
});
export type ScanLogRow = z.infer<typeof ScanLogRow>;

const VERDICT_DISPLAY: Record<ScanLogRow['verdict'], { tone: Tone; label: string }> = {
  ok: { tone: 'success', label: 'Done' },
  warning: { tone: 'warning', label: 'Look' },
  error: { tone: 'danger', label: 'Stop' },
  repeat: { tone: 'info', label: 'Again' },
};

interface ScanLogProps {
  label: string;
  rows: readonly ScanLogRow[];
  empty: string;
}

/** Every scan of this session with its verdict, the newest first. */
export const ScanLog = memo(function ScanLog({ label, rows, empty }: ScanLogProps) {
  if (rows.length === 0) return <p className="text-ink-soft">{empty}</p>;
  return (
    <ol aria-label={label} className="divide-y divide-line">
      {rows.toReversed().map((row) => (
        <LogLine key={row.n} row={row} />
      ))}
    </ol>
  );
});

// A scan renders its own line; the lines of earlier scans do not render again.
const LogLine = memo(function LogLine({ row }: { row: ScanLogRow }) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2" data-verdict={row.verdict}>
      <ToneBadge tone={VERDICT_DISPLAY[row.verdict].tone} label={VERDICT_DISPLAY[row.verdict].label} />
      <span className="code font-semibold">{row.code}</span>
      <span className="min-w-0 flex-1 basis-48 text-ink-soft text-sm">{row.text}</span>
    </li>
  );
});

/** Append a scan to the log. */
export const logged = (
  rows: readonly ScanLogRow[],
  row: Omit<ScanLogRow, 'n' | 'at' | 'done'> & { done?: boolean },
  at = new Date().toISOString(),
): ScanLogRow[] => [...rows, { done: false, ...row, n: (rows.at(-1)?.n ?? 0) + 1, at }];
