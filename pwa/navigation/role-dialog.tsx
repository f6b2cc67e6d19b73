import { useState } from 'react';
import { assignableRoles } from '#db/access/assignable-roles.ts';
import { ROLE_LABELS } from '#db/access/role-labels.ts';
import type { Role } from '#db/access/roles.ts';
import type { SiteVariant } from '#db/access/session.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog.tsx';
import { Field } from '#pwa/ui/form/field.tsx';
import { Select } from '#pwa/ui/form/select.tsx';
import { switchRole } from './switch-account.ts';

interface RoleDialogProps {
  open: boolean;
  role: Role;
  siteVariant: SiteVariant;
  onClose(): void;
}

const optionsOf = (variant: SiteVariant) =>
  assignableRoles(variant)
    .map((role) => ({ value: role, label: ROLE_LABELS[role].verbose }))
    .sort((a, b) => a.label.localeCompare(b.label));

/** A dialog where a super admin chooses a role. */
export function RoleDialog({ open, role, siteVariant, onClose }: RoleDialogProps) {
  const [selectedRole, setChosen] = useState<Role | ''>(role);
  const [busy, setBusy] = useState(false);
  const confirm = async () => {
    if (selectedRole === '') return;
    setBusy(true);
    await switchRole(selectedRole, role);
    setBusy(false);
    onClose();
  };
  return (
    <Dialog
      open={open}
      title="Switch role"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Back</Button>
          <Button variant="primary" busy={busy} onClick={() => void confirm()}>
            Switch role
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <p className="text-ink-soft">
          You see and may do what this role does until you switch back. Only this session changes; what you do
          is recorded under your own name.
        </p>
        <Field label="Role" required>
          {(control) => (
            <Select<Role>
              {...control}
              options={optionsOf(siteVariant)}
              value={selectedRole}
              onChange={setChosen}
            />
          )}
        </Field>
      </div>
    </Dialog>
  );
}
