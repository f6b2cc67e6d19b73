import { BUSINESS_ENTITIES } from '#db/values/business-entity.ts';
import { EntityLogo } from '#pwa/app/entity-logo.tsx';
import { Avatar } from '#pwa/ui/avatar.tsx';
import { Section } from '#pwa/ui/page.tsx';

const PEOPLE = [
  { name: 'Ada Lovelace', email: null },
  { name: 'Rosalind Franklin', email: 'rosalind@wbl.example' },
  { name: null, email: 'lab-tech@wbl.example' },
  { name: null, email: null },
] as const;
const FRAMES = [
  ['Main layout', 'This page: header, side menu (a drawer under 768 px), footer.', '/'],
  ['Without the side menu', 'The header alone, while an account is created.', '/create-account'],
  ['Authentication layout', 'A centred card with the logo.', '/sign-in'],
] as const;

/** Page frames, the logos of both business entities, and user avatars. */
export function LayoutsGallery() {
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <Section title="Layouts and logos">
        <dl className="flex flex-col gap-3">
          {FRAMES.map(([name, description, href]) => (
            <div key={href}>
              <dt className="font-semibold">{name}</dt>
              <dd className="text-ink-soft">
                {description}{' '}
                <a href={href} className="text-accent-ink underline underline-offset-2">
                  {href}
                </a>
              </dd>
            </div>
          ))}
        </dl>
        <div className="mt-4 flex flex-wrap items-center gap-6 border-line border-t pt-4">
          {BUSINESS_ENTITIES.map((entity) => (
            <EntityLogo key={entity} entity={entity} height={36} />
          ))}
        </div>
      </Section>
      <Section title="People">
        <ul className="flex flex-col gap-3">
          {PEOPLE.map(({ name, email }) => (
            <li key={`${name} ${email}`} className="flex items-center gap-3">
              <Avatar name={name} email={email} />
              <Avatar name={name} email={email} size={48} />
              <span className="min-w-0 break-words">{name ?? email ?? 'Nobody in particular'}</span>
            </li>
          ))}
        </ul>
        <p className="mt-4 text-ink-soft text-sm">
          A picture, else a pattern drawn from the address, else up to two initials. 32 px unless told.
        </p>
      </Section>
    </div>
  );
}
