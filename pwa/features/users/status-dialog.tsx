import type { OpenMembership } from '#db/identity/shown-user.ts';
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { changeStatus } from './people-api.ts';
import { usePeopleOperation } from './use-people-operation.ts';

interface StatusDialogProps {
  membership: OpenMembership;
  onClose(): void;
}

/** Deactivates or activates a user, with a reason for the history. */
export function StatusDialog({ membership, onClose }: StatusDialogProps) {
  const { name, companyName, userCompanyId, status, devices } = membership;
  const { runOperation } = usePeopleOperation();
  const deactivated = status !== 'DEACTIVATED';
  const waiting = devices.reduce((sum, device) => sum + (device.revoked ? 0 : device.waiting), 0);
  const confirm = (reason: string) => {
    onClose();
    void runOperation(
      () => changeStatus({ userCompanyId, deactivated, reason }),
      deactivated ? `${name} is deactivated.` : `${name} is active again.`,
    );
  };
  return (
    <ConfirmDialog
      open
      title={deactivated ? `Deactivate ${name}?` : `Activate ${name} again?`}
      confirmLabel={deactivated ? 'Deactivate user' : 'Activate user'}
      danger={deactivated}
      reasonRequired
      onConfirm={confirm}
      onClose={onClose}
    >
      {deactivated ? (
        <>
          <p>
            They are signed out on all devices at their next request and cannot sign in to {companyName} any
            more. What they have done stays as it is.
          </p>
          {waiting > 0 && (
            <Notice tone="warning" title={`${waiting} unsent on their devices`}>
              It is taken into quarantine at the device's next contact, for a lab manager to decide.
            </Notice>
          )}
        </>
      ) : (
        <p>They can sign in to {companyName} again. Handhelds must be enrolled anew.</p>
      )}
    </ConfirmDialog>
  );
}
