import { useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { seesAllCompanies } from '#db/access/scope.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { useSession } from '#pwa/replica/session.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { readDrafts } from './draft-client.ts';
import { errorText, useRole } from './use-draft.ts';

/** Drafts to continue, including those of colleagues and other devices. Staff see only their own. */
export function DraftList() {
  const role = useRole();
  const userId = useSession().session?.user.id;
  const drafts = useQuery({
    queryKey: ['drafts', role],
    queryFn: ({ signal }) => readDrafts(role, signal),
    networkMode: 'always',
    staleTime: 0,
  });
  if (drafts.isError)
    return (
      <Notice
        tone="danger"
        title={errorText(drafts.error)}
        action={<Button onClick={() => void drafts.refetch()}>Try again</Button>}
      />
    );
  const rows = (drafts.data?.rows ?? []).filter(
    ({ createdByUserId }) => !seesAllCompanies(role) || createdByUserId === userId,
  );
  if (rows.length === 0) return null;
  return (
    <Section title="Go on with a draft">
      <ul className="flex flex-col">
        {rows.map((one) => (
          <li key={one.id} className="border-line border-b last:border-b-0">
            <a
              href={`/order/${one.id}`}
              className="flex min-h-14 items-center gap-3 rounded-sm px-2 py-2 hover:bg-hover"
            >
              <span className="min-w-0 flex-1">
                <span className="block font-semibold">{`${one.orderNumber} · ${one.serviceName}`}</span>
                <span className="block text-ink-soft text-sm">
                  {[
                    `${one.specimenCount} of ${one.projectedSpecimenCount} specimens`,
                    seesAllCompanies(role) ? one.companyName : (one.createdByName ?? ''),
                    `changed ${formatDate(one.updatedAt)}`,
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </span>
              <ArrowRight aria-hidden size={20} className="shrink-0" />
            </a>
          </li>
        ))}
      </ul>
    </Section>
  );
}
