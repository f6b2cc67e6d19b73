import { useState } from 'react';
import { roleLabel } from '#db/access/role-labels.ts';
import type { Role } from '#db/access/roles.ts';
import type { OpenMembership } from '#db/identity/shown-user.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog.tsx';
import { Field } from '#pwa/ui/form/field.tsx';
import { Select } from '#pwa/ui/form/select.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { changeRole } from './people-api.ts';
import type { PeopleViewer } from './people-viewer.ts';
import { usePeopleOperation } from './use-people-operation.ts';

interface RoleChangeDialogProps {
  membership: OpenMembership;
  viewer: PeopleViewer;
  onClose(): void;
}

/** Selects another role for a user, and shows the consequences before the change. */
export function RoleChangeDialog({ membership, viewer, onClose }: RoleChangeDialogProps) {
  const { name, role, companyName, rolesToGive, userCompanyId } = membership;
  const [selectedRole, setSelectedRole] = useState<Role | ''>(role);
  const { runOperation, busy } = usePeopleOperation();
  const label = (one: Role) => roleLabel(one, viewer.role);
  const save = async () => {
    if (selectedRole === '' || selectedRole === role) return onClose();
    const message = `${name} is ${label(selectedRole)} at ${companyName} now.`;
    if (await runOperation(() => changeRole({ userCompanyId, role: selectedRole }), message)) onClose();
  };
  return (
    <Dialog
      open
      title={`Change the role of ${name}`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Back</Button>
          <Button variant="primary" busy={busy} disabled={selectedRole === role} onClick={() => void save()}>
            Change role
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Field label={`Role at ${companyName}`} required hint={`Now: ${label(role)}`}>
          {(control) => (
            <Select<Role>
              {...control}
              options={rolesToGive.map((value) => ({ value, label: label(value) }))}
              value={selectedRole}
              onChange={setSelectedRole}
            />
          )}
        </Field>
        <Notice tone="warning" title="This signs them out on all devices">
          They sign in again and work in the new role. What they did until now stays judged by the old one;
          unsent work on their devices is handed over first.
        </Notice>
      </div>
    </Dialog>
  );
}
