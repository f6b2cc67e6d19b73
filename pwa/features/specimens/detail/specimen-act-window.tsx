import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { BenchCall } from '#db/bench-operations.ts';
import type { Specimen } from '#db/specimens/specimen.ts';
import { ActWindow } from '#pwa/ui/act-window.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { Field } from '#pwa/ui/form/field.tsx';
import { TextArea } from '#pwa/ui/form/text-area.tsx';
import { useSpecimenAct } from './use-specimen-act.ts';

interface SpecimenActWindowProps {
  specimen: Specimen;
  /** The operation with the reason; null while its arguments are not known yet. */
  callWith(reason: string): BenchCall | null;
  /** The act, as its button is called. */
  label: string;
  icon: LucideIcon;
  reasonHint?: string;
  /** What will happen, and what else must be known. */
  children: ReactNode;
}

/** A button for an act on a specimen that cannot be undone, with the window that says so and asks for the reason. */
export function SpecimenActWindow(props: SpecimenActWindowProps) {
  const { specimen, callWith, label, icon, reasonHint, children } = props;
  const act = useSpecimenAct();
  return (
    <>
      <Button icon={icon} onClick={act.show}>
        {label}
      </Button>
      <ActWindow
        open={act.open}
        act={label}
        of={specimen.julianId ?? specimen.requisitionNumber}
        danger
        busy={act.busy}
        problem={act.problem}
        onConfirm={() => void act.confirm(callWith)}
        onClose={act.close}
      >
        {children}
        <Field label="Reason" required error={act.error} hint={reasonHint}>
          {(control) => <TextArea {...control} value={act.reason} onChange={act.setReason} maxLength={500} />}
        </Field>
      </ActWindow>
    </>
  );
}
