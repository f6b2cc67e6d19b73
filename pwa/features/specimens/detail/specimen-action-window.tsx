import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { BenchCall } from '#db/bench-operations.ts';
import type { Specimen } from '#db/specimens/specimen.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Field } from '#pwa/ui/form/field.tsx';
import { TextArea } from '#pwa/ui/form/text-area.tsx';
import { OperationDialog } from '#pwa/ui/operation-dialog.tsx';
import { useSpecimenAction } from './use-specimen-action.ts';

interface SpecimenActionWindowProps {
  specimen: Specimen;
  /** The operation with the reason; null while its arguments are incomplete. */
  callWith(reason: string): BenchCall | null;
  /** The action, as its button names it. */
  label: string;
  icon: LucideIcon;
  reasonHint?: string;
  /** The consequences and any further information. */
  children: ReactNode;
}

/** A button for an irreversible action on a specimen, with a dialog that warns and asks for the reason. */
export function SpecimenActionWindow(props: SpecimenActionWindowProps) {
  const { specimen, callWith, label, icon, reasonHint, children } = props;
  const actionWindow = useSpecimenAction();
  return (
    <>
      <Button icon={icon} onClick={actionWindow.show}>
        {label}
      </Button>
      <OperationDialog
        open={actionWindow.open}
        actionLabel={label}
        of={specimen.julianId ?? specimen.requisitionNumber}
        danger
        busy={actionWindow.busy}
        problem={actionWindow.problem}
        onConfirm={() => void actionWindow.confirm(callWith)}
        onClose={actionWindow.close}
      >
        {children}
        <Field label="Reason" required error={actionWindow.error} hint={reasonHint}>
          {(control) => (
            <TextArea
              {...control}
              value={actionWindow.reason}
              onChange={actionWindow.setReason}
              maxLength={500}
            />
          )}
        </Field>
      </OperationDialog>
    </>
  );
}
