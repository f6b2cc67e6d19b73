import type { RunRow } from '#db/sequencing/runs/shown-run.ts';
import type { Sequencer } from '#db/sequencing/sequencers/sequencer.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { KeyValues } from '#pwa/ui/key-values.tsx';
import { Time } from '#pwa/ui/time.tsx';

/** A run of this length is planned unless it is stopped earlier (the default of MinKNOW). */
const RUN_HOURS = 72;
const HOUR_MS = 3_600_000;

/** Say when the next position is free: now, or at the planned end of the run that began first. */
export function nextFreeText(
  { positions, status }: Pick<Sequencer, 'positions' | 'status'>,
  runs: readonly Pick<RunRow, 'positionName' | 'startedAt'>[],
): string | null {
  if (status !== 'ACTIVE') return null;
  const free = positions.filter((name) => runs.every(({ positionName }) => positionName !== name));
  if (free.length > 0) return `Now: ${free.length} of ${positions.length} positions`;
  const starts = runs.flatMap(({ startedAt }) => (startedAt === null ? [] : [Date.parse(startedAt)]));
  if (starts.length === 0) return null;
  const end = new Date(Math.min(...starts) + RUN_HOURS * HOUR_MS).toISOString();
  return `${formatDate(end, 'shortAtTime')}, if the run takes ${RUN_HOURS} hours`;
}

/** The last sign of life of a sequencer, and when a position is free. */
export function SequencerFacts({ row, runs }: { row: Sequencer; runs: readonly RunRow[] }) {
  return (
    <KeyValues
      items={[
        { name: 'Last sign of life', value: <Time value={row.lastHeartbeatAt} none="Never sent one" /> },
        { name: 'Next free', value: nextFreeText(row, runs) },
      ]}
    />
  );
}
