import { KeyValues } from '#pwa/ui/key-values.tsx';
import { Section } from '#pwa/ui/page.tsx';
import type { SettingsPerson } from './settings-person.ts';

/** Name, role and company of the person who is signed in. */
export function AccountPart({ person }: { person: SettingsPerson }) {
  const role = person.role?.toLowerCase().replaceAll('_', ' ') ?? null;
  return (
    <Section title="Account">
      <KeyValues
        items={[
          { name: 'Name', value: person.name },
          { name: 'Role', value: role && `${role.charAt(0).toUpperCase()}${role.slice(1)}` },
          { name: 'Company', value: person.companyName },
          { name: 'E-mail', value: person.email && <span className="break-all">{person.email}</span> },
        ]}
      />
    </Section>
  );
}
