import { useState } from 'react';
import { CONFLICT_CHOICES, type ConflictChoice } from '#db/conflict-kind.ts';
import { conflictKindNamed } from '#db/conflict-kinds.ts';
import type { Row } from '#db/entity.ts';
import { ConflictVersion, type syncConflict } from '#db/records/sync-conflict.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { useRunOperation } from '#pwa/replica/hooks/use-operation.ts';
import { usePendingFor } from '#pwa/replica/hooks/use-operations.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Field } from '#pwa/ui/form/field.tsx';
import { TextInput } from '#pwa/ui/form/text-input.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { StatusBadge } from '#pwa/ui/status-badge.tsx';

type SyncConflict = Row<typeof syncConflict>;

/** One conflict: both people, both times, both values, and the one decision that is needed. */
export function ConflictCard({ conflict, mayDecide }: { conflict: SyncConflict; mayDecide: boolean }) {
  const kind = conflictKindNamed(conflict.kind);
  const theirs = ConflictVersion.nullable().catch(null).parse(conflict.theirs);
  const mine = ConflictVersion.safeParse(conflict.mine).data ?? null;
  const open = conflict.status === 'OPEN';
  return (
    <article className="panel flex flex-col gap-3 p-4" data-conflict={conflict.kind}>
      <header className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold text-lg">{kind?.title ?? conflict.kind}</h3>
        <StatusBadge tone={open ? 'warning' : 'success'} label={open ? 'Open' : 'Decided'} />
      </header>
      <p>{conflict.action}</p>
      <div className="grid gap-3 md:grid-cols-2">
        <Version letter="A" version={theirs} absent="What was recorded first" />
        <Version letter="B" version={mine} absent="What came later" />
      </div>
      {open && mayDecide && <Decision conflict={conflict} />}
      {open && !mayDecide && <p className="text-ink-soft">A lab manager or director decides this.</p>}
      {!open && <p className="text-ink-soft">{`Decided: ${conflict.resolution ?? ''}`}</p>}
    </article>
  );
}

function Version({
  letter,
  version,
  absent,
}: {
  letter: string;
  version: ConflictVersion | null;
  absent: string;
}) {
  return (
    <section aria-label={`Version ${letter}`} className="rounded-lg border border-line bg-sunken p-3">
      <p className="font-semibold">{`${letter}: ${version?.label ?? absent}`}</p>
      {version && (
        <p className="text-ink-soft text-sm">{`${version.name}, ${formatDate(version.occurredAt, 'shortAtTime')}`}</p>
      )}
    </section>
  );
}

const LABELS: Record<ConflictChoice, string> = {
  KEEP_A: 'Keep A',
  KEEP_B: 'Keep B',
  ENTER_VALUE: 'Enter the true value',
};

function Decision({ conflict }: { conflict: SyncConflict }) {
  const run = useRunOperation();
  const waiting = usePendingFor(conflict.id);
  const [value, setValue] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const labels = conflictKindNamed(conflict.kind)?.labels ?? {};
  const offered = CONFLICT_CHOICES.filter((choice) => labels[choice] !== undefined);
  const decide = async (choice: ConflictChoice) => {
    const entered = choice === 'ENTER_VALUE' ? value.trim() : null;
    if (entered === '') return setProblem('Enter the true value first.');
    const result = await run('resolve-conflict', { conflictId: conflict.id, choice, value: entered });
    setProblem(result.outcome === 'REJECTED' ? result.message : null);
  };
  if (waiting > 0)
    return <Notice tone="info" title="Your decision is saved on this device and waits to be sent." />;
  return (
    <div className="flex flex-col gap-3">
      {offered.includes('ENTER_VALUE') && (
        <Field label="The true value">
          {(control) => <TextInput {...control} value={value} onChange={setValue} />}
        </Field>
      )}
      <div className="flex flex-wrap gap-2">
        {offered.map((choice) => (
          <Button key={choice} onClick={() => void decide(choice)}>
            {labels[choice] ?? LABELS[choice]}
          </Button>
        ))}
      </div>
      {problem && <Notice tone="danger" title={problem} />}
    </div>
  );
}
