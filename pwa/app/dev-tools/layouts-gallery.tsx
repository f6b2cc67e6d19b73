import { BUSINESS_ENTITIES } from '#db/values/business-entity.ts';
import { EntityLogo } from '#pwa/app/logo-and-footer.tsx';
import { Avatar } from '#pwa/ui/avatar.tsx';
import { ToneBadge } from '#pwa/ui/badge.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { DetailHeader, DetailMenu } from '#pwa/ui/detail-header.tsx';
import { Section } from '#pwa/ui/page.tsx';
import type { DetailStep } from '#pwa/ui/stepper.tsx';

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

const STEPS: readonly DetailStep[] = [
  { key: 'ordered', label: 'Ordered', state: 'done' },
  { key: 'received', label: 'Received', state: 'now' },
  { key: 'results', label: 'Results', state: 'ahead' },
];

/** The head of a record's page; here it does not stay on top. */
function RecordHead() {
  return (
    <Section title="Record">
      <div className="overflow-clip px-3 md:px-6">
        <DetailHeader
          number="W26-00412"
          status={<ToneBadge tone="progress" label="Received" />}
          steps={STEPS}
          neighbors={{ previous: null, next: '/dev-tools', position: 1, total: 2 }}
          actions={
            <>
              <Button variant="primary">Release</Button>
              <DetailMenu actions={[{ label: 'Print label', onSelect: () => undefined }]} />
            </>
          }
        />
      </div>
    </Section>
  );
}

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
      <RecordHead />
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
          A picture, else a pattern drawn from the address, else up to two initials. 32 px by default.
        </p>
      </Section>
    </div>
  );
}

const SIZES = [
  ['text-4xl', 'Verdict'],
  ['text-3xl', 'Figure'],
  ['text-2xl', 'Page'],
  ['text-xl', 'Page on a phone'],
  ['text-lg', 'Section'],
  ['text-base', 'Text and controls'],
  ['text-sm', 'Tables and labels'],
  ['text-xs', 'Marks'],
] as const;
const COLORS = [
  'canvas',
  'surface',
  'sunken',
  'hover',
  'line',
  'line-strong',
  'ink',
  'ink-soft',
  'accent',
  'accent-soft',
  'focus',
] as const;

/** Type scale, colors, radius and control height. */
export function FoundationsGallery() {
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <Section title="Type">
        <ul className="flex flex-col gap-1">
          {SIZES.map(([name, use]) => (
            <li key={name} className="flex items-baseline justify-between gap-3">
              <span className={`${name} truncate`}>{use}</span>
              <span className="code shrink-0 text-ink-soft text-sm">{name}</span>
            </li>
          ))}
          <li className="code pt-1">W26-00412-03 · 0O 1lI · code</li>
        </ul>
      </Section>
      <Section title="Colors">
        <ul className="grid grid-cols-2 gap-2 sm:grid-cols-3">
          {COLORS.map((name) => (
            <li key={name} className="flex items-center gap-2">
              <span
                className="size-9 shrink-0 rounded-md border border-line-strong"
                style={{ background: `var(--${name})` }}
              />
              <span className="code text-sm">{name}</span>
            </li>
          ))}
        </ul>
        <p className="mt-4 text-ink-soft text-sm">
          Radius 3, 5, 8 and 12 px. Spacing in steps of 4 px. A control is 44 px high, 36 px with a mouse on a
          wide screen.
        </p>
      </Section>
    </div>
  );
}
