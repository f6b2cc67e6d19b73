import { useQuery } from '@tanstack/react-query';
import { CompanyPage } from '#db/organizations/shown-company.ts';
import { callApi } from '#pwa/api/client.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import type { CompanyLabels } from './company-labels.ts';

const query = { verificationStatus: 'PENDING', limit: 1 };

/** Shows reviewers how many organizations wait for their decision. */
export function WaitingNotice({ labels, onReview }: { labels: CompanyLabels; onReview(): void }) {
  const { data } = useQuery({
    queryKey: ['/api/companies', query],
    queryFn: ({ signal }) => callApi({ path: '/api/companies', query, answer: CompanyPage, signal }),
    networkMode: 'always',
  });
  if (!data || data.total === 0) return null;
  const countText =
    data.total === 1
      ? `1 ${labels.one.toLowerCase()} waits`
      : `${data.total} ${labels.many.toLowerCase()} wait`;
  return (
    <Notice
      tone="warning"
      title={`${countText} to be verified`}
      action={<Button onClick={onReview}>Review</Button>}
    >
      Until you decide, orders can be prepared and not submitted.
    </Notice>
  );
}
