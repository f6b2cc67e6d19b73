import { roleLabel } from '#db/access/role-labels.ts';
import { CUSTOMER_ROLES, ROLES, type Role, STAFF_ROLES } from '#db/access/roles.ts';
import { Checkbox } from '#pwa/ui/form/checkbox.tsx';
import { type PeopleOfRoles, peopleText } from './people-count.ts';

interface GroupRolesProps {
  roles: readonly Role[];
  people: PeopleOfRoles;
  onChange(roles: readonly Role[]): void;
}

const KINDS: readonly { label: string; roles: readonly Role[] }[] = [
  { label: 'Lab and offices', roles: STAFF_ROLES },
  { label: 'Customers', roles: CUSTOMER_ROLES },
];

/** Selects the roles of a group, each with its number of users. */
export function GroupRoles({ roles, people, onChange }: GroupRolesProps) {
  const toggle = (role: Role, isSelected: boolean): void =>
    onChange(ROLES.filter((one) => (one === role ? isSelected : roles.includes(one))));
  return (
    <div className="flex flex-col gap-4">
      {KINDS.map((kind) => (
        <fieldset key={kind.label}>
          <legend className="mb-1 font-medium text-ink-soft text-sm">{kind.label}</legend>
          <div className="grid gap-x-4 sm:grid-cols-2 xl:grid-cols-3">
            {kind.roles.map((role) => (
              <Checkbox
                key={role}
                value={roles.includes(role)}
                onChange={(isSelected) => toggle(role, isSelected)}
                label={
                  <>
                    {roleLabel(role, null)}{' '}
                    <span className="whitespace-nowrap text-ink-soft text-sm">
                      ({peopleText(people, [role])})
                    </span>
                  </>
                }
              />
            ))}
          </div>
        </fieldset>
      ))}
    </div>
  );
}
