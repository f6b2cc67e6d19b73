import type { ShownMembership } from '#db/identity/shown-user.ts';
import { Avatar } from '#pwa/ui/avatar.tsx';

/** Name of an invited user without an account: the email address. */
export const displayName = ({
  name,
  email,
  status,
}: Pick<ShownMembership, 'name' | 'email' | 'status'>): string =>
  status === 'INVITED' && name.includes('@') ? email : name;

/** A user in a list: picture, name and email address. */
export function PersonCell({ person }: { person: ShownMembership }) {
  const name = displayName(person);
  return (
    <span className="flex min-w-0 items-center gap-3 py-1">
      <Avatar name={name} email={person.email} />
      <span className="min-w-0">
        <span className="block break-words">{name}</span>
        {name !== person.email && (
          <span className="block break-all font-normal text-ink-soft text-sm">{person.email}</span>
        )}
      </span>
    </span>
  );
}
