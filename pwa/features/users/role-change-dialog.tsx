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
import { usePeopleAct } from './use-people-act.ts';

interface RoleChangeDialogProps {
  membership: OpenMembership;
  viewer: PeopleViewer;
  onClose(): void;
}

/** Chooses another role for somebody, and says what that means before it is done. */
export function RoleChangeDialog({ membership, viewer, onClose }: RoleChangeDialogProps) {
  const { name, role, companyName, rolesToGive, userCompanyId } = membership;
  const [chosen, setChosen] = useState<Role | ''>(role);
  const { act, busy } = usePeopleAct();
  const label = (one: Role) => roleLabel(one, viewer.role);
  const save = async () => {
    if (chosen === '' || chosen === role) return onClose();
    const told = `${name} is ${label(chosen)} at ${companyName} now.`;
    if (await act(() => changeRole({ userCompanyId, role: chosen }), told)) onClose();
  };
  return (
    <Dialog
      open
      title={`Change the role of ${name}`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Back</Button>
          <Button variant="primary" busy={busy} disabled={chosen === role} onClick={() => void save()}>
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
              value={chosen}
              onChange={setChosen}
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
