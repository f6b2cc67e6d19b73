import { opensPerson, organizationPage } from '#db/access/record-pages.ts';
import { person } from '#db/identity/person.ts';
import type { Company } from '#db/organizations/company.ts';
import { useRows } from '#pwa/replica/hooks/use-query.ts';
import { useSession } from '#pwa/replica/session/session.ts';
import { OrganizationLink, PersonLink, RecordName } from './record-link.tsx';

/** The name of a colleague with their card, from this device. */
export function BenchPerson({ userId, name }: { userId: string; name: string }) {
  const session = useSession().session;
  const [row] = useRows(person, { userId }) ?? [];
  if (!row || !session) return name;
  const { entity, companyId } = row;
  return opensPerson(session, { id: userId, entity, companyId }) ? (
    <PersonLink {...{ id: userId, entity, companyId, name }} />
  ) : (
    <RecordName kind="person" id={userId} name={name} />
  );
}

/** The name of an organization with its card, from this device. */
export function BenchOrganization({ id, entity, name }: Pick<Company, 'id' | 'entity' | 'name'>) {
  const session = useSession().session;
  return session && organizationPage(session, { id, entity }) ? (
    <OrganizationLink {...{ id, entity, name }} />
  ) : (
    <RecordName kind="organization" id={id} name={name} />
  );
}

/** The number of a lot with its card, from this device. */
export const BenchLot = ({ id, name }: { id: string; name: string }) => (
  <RecordName kind="lot" id={id} name={name} />
);
