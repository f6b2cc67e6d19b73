import { hasPermission } from '#db/access/permissions.ts';
import { roleLabel } from '#db/access/role-labels.ts';
import { CUSTOMER_ROLES, ROLES } from '#db/access/roles.ts';
import { KeyValues } from '#pwa/ui/key-values.tsx';
import { Section } from '#pwa/ui/page.tsx';
import type { SettingsPerson } from './settings-person.ts';

/** Customer pages that are in no menu. */
function pagesOf({ role, permissions }: SettingsPerson) {
  if (!CUSTOMER_ROLES.some((customer) => customer === role)) return [];
  return [
    ...(hasPermission(permissions, 'COMPANY_VIEW')
      ? [{ href: '/settings/company', label: 'Your company' }]
      : []),
    ...(hasPermission(permissions, 'CLINICIAN_LICENSE_EDIT')
      ? [{ href: '/settings/licenses', label: 'Your licenses' }]
      : []),
  ];
}

/** Name, role and organization of the signed-in user, with links to organization and licenses. */
export function AccountPart({ person }: { person: SettingsPerson }) {
  const role = ROLES.find((each) => each === person.role) ?? null;
  const pages = pagesOf(person);
  return (
    <Section title="Account">
      <KeyValues
        items={[
          { name: 'Name', value: person.name },
          { name: 'Role', value: role && roleLabel(role, role) },
          { name: 'Company', value: person.companyName },
          { name: 'Email', wide: true, value: person.email },
        ]}
      />
      {pages.length > 0 && (
        <ul className="mt-2 flex flex-wrap gap-x-6">
          {pages.map(({ href, label }) => (
            <li key={href}>
              <a
                href={href}
                className="inline-flex min-h-11 items-center font-medium text-accent-ink underline underline-offset-2"
              >
                {label}
              </a>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
