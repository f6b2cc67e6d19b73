import type { ShownUser } from '#db/identity/shown-user.ts';
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx';
import { resetSecondFactor } from './people-api.ts';
import { usePeopleOperation } from './use-people-operation.ts';

interface ResetFactorDialogProps {
  person: ShownUser;
  onClose(): void;
}

/** Removes the second factor of a user who lost phone and recovery codes, with a reason for the history. */
export function ResetFactorDialog({ person: { id, name }, onClose }: ResetFactorDialogProps) {
  const { runOperation } = usePeopleOperation();
  const confirm = (reason: string) => {
    onClose();
    void runOperation(() => resetSecondFactor(id, reason), `The second factor of ${name} is reset.`);
  };
  return (
    <ConfirmDialog
      open
      danger
      title={`Reset the second factor of ${name}?`}
      confirmLabel="Reset second factor"
      reasonRequired
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>Make sure that it is them who ask. They are signed out everywhere and told by email.</p>
    </ConfirmDialog>
  );
}
