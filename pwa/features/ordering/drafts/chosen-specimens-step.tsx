import { useState } from 'react';
import { isOneOf, STAFF_ROLES } from '#db/access/roles.ts';
import type { ShownDraft } from '#db/ordering/drafts/shown-draft.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { SpecimenChoice } from '#pwa/features/ordering/orders/specimen-choice.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { OrderName } from '#pwa/ui/order-name.tsx';
import { problemsAt, type StepProps, useSaver } from './wizard-steps.ts';

const selectedIds = ({ requisitions }: ShownDraft): ReadonlySet<string> =>
  new Set(requisitions.flatMap(({ sourceSpecimenId }) => sourceSpecimenId ?? []));

const isSame = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  one.size === other.size && [...one].every((id) => other.has(id));

/** The specimens of a continuing order: selected from the earlier order instead of typed. */
export function ChosenSpecimensStep({
  draft,
  operations,
  saver,
  isVisited,
  source,
}: StepProps & { source: NonNullable<ShownDraft['source']> }) {
  const saved = selectedIds(draft);
  const [pendingSelection, setPendingSelection] = useState<ReadonlySet<string> | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const selected = pendingSelection ?? saved;
  useSaver(saver, async (leaving) => {
    if (isSame(selected, saved)) return true;
    if (selected.size === 0) {
      if (!leaving) setProblem('Choose at least one specimen.');
      return false;
    }
    try {
      await operations.chooseSpecimens([...selected]);
      setPendingSelection(null);
      setProblem(null);
      return true;
    } catch (error) {
      setProblem(errorText(error));
      toast.error(errorText(error));
      return false;
    }
  });
  const gaps = isVisited ? problemsAt(draft, 'specimens') : [];
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <p>
        {'From order '}
        <OrderName order={source} />
        {'. The lab has their material: nothing is sent.'}
      </p>
      {problem && <Notice tone="danger" title={problem} />}
      {gaps.map(({ field, message }) => (
        <Notice key={`${field} ${message}`} tone="warning" title={message} />
      ))}
      <SpecimenChoice
        specimens={source.specimens}
        selected={selected}
        customer={!isOneOf(operations.role, STAFF_ROLES)}
        onChoose={(next) => {
          setPendingSelection(next);
          setProblem(null);
        }}
      />
    </div>
  );
}
