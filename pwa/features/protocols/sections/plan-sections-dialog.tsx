import { Check, UserRound, UsersRound } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { hasCapability } from '#db/access/capabilities.ts';
import { batch } from '#db/batches/batch.ts';
import { acceptsValues, SECTION_WORK_STATUSES } from '#db/batches/batch-approval.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { person } from '#db/identity/person.ts';
import { assignedSection } from '#db/protocols/sections/assigned-section.ts';
import type { Transaction } from '#db/transaction.ts';
import { humanize } from '#pwa/format/names.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { useRunOperation } from '#pwa/replica/hooks/use-operation.ts';
import { useRuleRead } from '#pwa/replica/hooks/use-rule-read.ts';
import { Avatar } from '#pwa/ui/avatar.tsx';
import { Dialog } from '#pwa/ui/dialog/dialog.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { NothingFound, SearchInput } from '#pwa/ui/list/list-controls.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';

/** A bench user for whom a section can be planned. */
interface Colleague {
  userId: string;
  name: string;
  roleName: string;
  /** Sections of open batches that are planned for them and not completed. */
  open: number;
}

/** List the bench users: the current user first, then by name, each with their planned sections. */
async function readColleagues(tx: Transaction, me: string): Promise<Colleague[]> {
  const open = (await tx.find(batch, { status: [...SECTION_WORK_STATUSES] })).filter(acceptsValues);
  const batchId = open.map((one) => one.id);
  const sections = batchId.length === 0 ? [] : await tx.find(assignedSection, { batchId });
  const planned = new Map<string, number>();
  for (const { assignedUserId, completionEventId } of sections)
    if (assignedUserId !== null && completionEventId === null)
      planned.set(assignedUserId, (planned.get(assignedUserId) ?? 0) + 1);
  const people = (await tx.find(person, {})).filter(
    (one) => !one.deactivated && (hasCapability(one.role, 'workAtBench') || one.userId === me),
  );
  return people
    .map(({ userId, name, role }) => ({
      userId,
      name,
      roleName: humanize(role),
      open: planned.get(userId) ?? 0,
    }))
    .sort((a, b) =>
      a.userId === me ? -1 : b.userId === me ? 1 : a.name < b.name ? -1 : a.name > b.name ? 1 : 0,
    );
}

/** A section to plan, and the user for whom it is planned now. */
interface SectionToPlan {
  id: string;
  name: string;
  assignedUserId: string | null;
}

interface PlanSectionsDialogProps {
  sections: readonly SectionToPlan[];
  onClose(): void;
  /** Called after the plan was saved on this device. */
  onPlanned?(): void;
}

const workload = ({ open }: Colleague): string =>
  open === 0 ? 'Nothing planned' : `${open} open ${open === 1 ? 'section' : 'sections'} planned`;

function Choice(props: { current: boolean; busy: boolean; onChoose(): void; children: ReactNode }) {
  return (
    <li>
      <button
        type="button"
        aria-current={props.current || undefined}
        disabled={props.busy}
        onClick={props.onChoose}
        className="flex min-h-14 w-full items-center gap-3 rounded-md px-2 py-1.5 text-left hover:bg-hover"
      >
        {props.children}
        {props.current && (
          <Check aria-label="Planned for now" size={20} className="shrink-0 text-accent-ink" />
        )}
      </button>
    </li>
  );
}

function usePlanning({ sections, onClose, onPlanned }: PlanSectionsDialogProps) {
  const run = useRunOperation();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const plan = async (userId: string | null, name: string): Promise<void> => {
    setBusy(true);
    try {
      for (const one of sections.filter(({ assignedUserId }) => assignedUserId !== userId)) {
        const result = await run('assign-section', { assignedSectionId: one.id, userId });
        if (result.outcome === 'REJECTED') throw new AppError('CONFLICT', result.message ?? '');
      }
      const subject = sections.length === 1 ? sections[0]?.name : `${sections.length} sections`;
      toast.success(`${subject} planned for ${name}. Saved on this device.`);
      onPlanned?.();
      onClose();
    } catch (error) {
      setProblem(error instanceof AppError && error.message !== '' ? error.message : MESSAGES.unknownError);
    } finally {
      setBusy(false);
    }
  };
  return { plan, busy, problem };
}

/** A dialog that plans sections for a colleague, or for anybody; other users may still take over. */
export function PlanSectionsDialog(props: PlanSectionsDialogProps) {
  const { sections, onClose } = props;
  const { actor } = useReplica();
  const [query, setQuery] = useState('');
  const box = useRef<HTMLInputElement>(null);
  const clear = () => {
    setQuery('');
    box.current?.focus();
  };
  const { plan, busy, problem } = usePlanning(props);
  const colleagues = useRuleRead(['people', 'assigned-sections', 'batches'], 'colleagues', (tx) =>
    readColleagues(tx, actor.userId),
  );
  const planned = new Set(sections.map((one) => one.assignedUserId));
  const now = planned.size === 1 ? [...planned][0] : undefined;
  const matchingColleagues = (colleagues ?? []).filter((one) =>
    one.name.toLowerCase().includes(query.trim().toLowerCase()),
  );
  const subject = sections.length === 1 ? (sections[0]?.name ?? '') : `${sections.length} sections`;
  return (
    <Dialog open title={`Plan ${subject} for…`} onClose={onClose}>
      <div className="flex flex-col gap-3">
        {problem && <Notice tone="danger" title={problem} />}
        <p className="text-ink-soft">A plan only: anybody at the bench may still take a section over.</p>
        {(colleagues?.length ?? 0) > 8 && (
          <SearchInput ref={box} value={query} onChange={setQuery} label="Search users" />
        )}
        {query !== '' && matchingColleagues.length === 0 && <NothingFound onClear={clear} />}
        {!colleagues && <Skeleton lines={4} label="Loading the users" />}
        <ul aria-label="People" className="flex flex-col">
          {query === '' && (
            <Choice current={now === null} busy={busy} onChoose={() => void plan(null, 'anybody')}>
              <span className="grid size-8 shrink-0 place-items-center rounded-full bg-sunken text-ink-soft">
                <UsersRound aria-hidden size={18} />
              </span>
              <span className="min-w-0 flex-1 font-semibold">Anybody</span>
            </Choice>
          )}
          {matchingColleagues.map((one) => (
            <Choice
              key={one.userId}
              current={now === one.userId}
              busy={busy}
              onChoose={() => void plan(one.userId, one.name)}
            >
              {one.userId === actor.userId ? (
                <span className="grid size-8 shrink-0 place-items-center rounded-full bg-accent-soft text-accent-ink">
                  <UserRound aria-hidden size={18} />
                </span>
              ) : (
                <span aria-hidden className="contents">
                  <Avatar name={one.name} />
                </span>
              )}
              <span className="min-w-0 flex-1">
                <span className="block font-semibold">
                  {one.userId === actor.userId ? `Me, ${one.name}` : one.name}
                </span>
                <span className="block text-ink-soft text-sm">{`${one.roleName} · ${workload(one)}`}</span>
              </span>
            </Choice>
          ))}
        </ul>
        {colleagues && matchingColleagues.length === 0 && query !== '' && (
          <p className="text-ink-soft">Nobody at the bench has this name. Change or clear the search.</p>
        )}
      </div>
    </Dialog>
  );
}
