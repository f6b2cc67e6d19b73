import { ROLE_LABELS } from '#db/access/role-labels.ts';
import { formatDate } from '#pwa/format/dates.ts';
import type { Invitation } from './account-client.ts';

/** Organization, role, invitee and expiry of an invitation. */
export function InvitationFacts({ invitation }: { invitation: Invitation }) {
  const { companyName, role, email, expiresAt } = invitation;
  const facts = [
    ['Organization', companyName],
    ['Your role', ROLE_LABELS[role].short],
    ['Email', email],
    ['Good until', formatDate(expiresAt)],
  ];
  return (
    <dl className="mb-6 grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5 rounded-lg bg-sunken px-4 py-3">
      {facts.map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="text-ink-soft">{label}</dt>
          <dd className="min-w-0 break-words text-right font-medium">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
