import { CircleX } from 'lucide-react';
import { useState } from 'react';
import { MESSAGES } from '#db/errors/messages.ts';
import { mayCancelSpecimen } from '#db/ordering/cancel-specimens.ts';
import type { ShownOrder } from '#db/ordering/shown-order.ts';
import { ActWindow } from '#pwa/ui/act-window.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { Field } from '#pwa/ui/form/field.tsx';
import { TextArea } from '#pwa/ui/form/text-area.tsx';
import { errorText } from '../error-text.ts';
import type { Viewer } from '../viewer.ts';
import { useOrderAct } from './use-order.ts';

interface CancelSpecimensProps {
  order: ShownOrder;
  viewer: Viewer;
  /** What is ticked in the list. */
  chosen: ReadonlySet<string>;
  onDone(): void;
}

const specimens = (count: number): string => (count === 1 ? '1 specimen' : `${count} specimens`);

/** Calls off the specimens that are ticked, with a reason; says of how many that is not possible. */
export function CancelSpecimens({ order, viewer, chosen, onDone }: CancelSpecimensProps) {
  const [open, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const [asked, setAsked] = useState(false);
  const act = useOrderAct(order.id);
  const ticked = order.specimens.filter(({ id }) => chosen.has(id));
  const fit = ticked.filter((row) => mayCancelSpecimen(viewer.role, order, row));
  const leave = () => {
    setOpen(false);
    setReason('');
    setAsked(false);
    act.reset();
  };
  const confirm = () => {
    setAsked(true);
    if (reason.trim() === '') return;
    act.mutate(
      {
        path: `/api/${viewer.family}/${order.id}/cancel-specimens`,
        method: 'POST',
        data: { specimenIds: fit.map(({ id }) => id), reason: reason.trim() },
        done: `${specimens(fit.length)} canceled`,
      },
      {
        onSuccess: () => {
          leave();
          onDone();
        },
      },
    );
  };
  const title = `Cancel ${specimens(fit.length)}`;
  if (ticked.length === 0) return <p className="text-ink-soft text-sm">Tick specimens to cancel them.</p>;
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button icon={CircleX} variant="danger" disabled={fit.length === 0} onClick={() => setOpen(true)}>
        {title}
      </Button>
      {ticked.length > fit.length && (
        <p className="text-ink-soft text-sm">{`${ticked.length - fit.length} of those ticked cannot be canceled.`}</p>
      )}
      <ActWindow
        open={open}
        act={title}
        of={order.orderNumber}
        danger
        busy={act.isPending}
        problem={act.error ? errorText(act.error) : null}
        onConfirm={confirm}
        onClose={leave}
      >
        <p>They are not worked on any further; what is charged is worked out anew. This cannot be undone.</p>
        <Field label="Reason" required error={asked && reason.trim() === '' ? MESSAGES.reasonRequired : null}>
          {(control) => <TextArea {...control} value={reason} onChange={setReason} maxLength={500} />}
        </Field>
      </ActWindow>
    </div>
  );
}
