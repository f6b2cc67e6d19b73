import { Link } from '@tanstack/react-router';
import { interpretRunState } from '#db/sequencing/runs/run-state.ts';
import type { RunRow } from '#db/sequencing/runs/shown-run.ts';
import type { Sequencer } from '#db/sequencing/sequencers/sequencer.ts';
import { formatRunTime } from '#pwa/features/sequencing/runs/run-text.ts';
import { classNames } from '#pwa/ui/class-names.ts';
import { useNow } from '#pwa/ui/use-now.ts';

// A PromethION has columns of eight positions, the others one row.
const COLUMN_POSITIONS = 8;

function Position({ name, run }: { name: string; run: RunRow | undefined }) {
  const now = useNow();
  const shape = 'flex min-h-11 min-w-0 flex-col justify-center rounded-md border px-2 py-1 text-sm';
  if (!run)
    return (
      <span className={classNames(shape, 'border-line bg-sunken')}>
        <span className="code">{name}</span>
        <span className="text-ink-soft">Free</span>
      </span>
    );
  return (
    <Link
      to="/internal/results/$id"
      params={{ id: run.id }}
      data-tone="info"
      className={classNames(shape, 'border-tone-line bg-tone-soft text-tone-ink')}
    >
      <span className="code">{name}</span>
      <span className="truncate font-semibold">{run.batchJulianId}</span>
      <span>{formatRunTime(run.startedAt, null, now) ?? 'Running'}</span>
      <span>{interpretRunState(run.rawState).explanation}</span>
      {run.poresAtStart !== null && <span>{`${run.poresAtStart.toLocaleString('en-US')} pores`}</span>}
    </Link>
  );
}

/** The positions of a sequencer as they are on the instrument, with the run of each. */
export function SequencerPicture({ row, runs }: { row: Sequencer; runs: readonly RunRow[] }) {
  const columns = Math.ceil(row.positions.length / COLUMN_POSITIONS);
  const isGrid = columns > 1;
  return (
    <ul
      aria-label={`Positions of ${row.name}`}
      className={classNames(
        'grid gap-1.5',
        isGrid ? 'grid-flow-col' : 'grid-cols-[repeat(auto-fill,minmax(6rem,1fr))]',
      )}
      style={
        isGrid
          ? { gridTemplateRows: `repeat(${COLUMN_POSITIONS}, auto)`, gridAutoColumns: 'minmax(0, 1fr)' }
          : undefined
      }
    >
      {row.positions.map((name) => (
        <li key={name} className="grid min-w-0">
          <Position name={name} run={runs.find(({ positionName }) => positionName === name)} />
        </li>
      ))}
    </ul>
  );
}
