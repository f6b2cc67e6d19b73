import { RevenueGroup } from '#db/billing/reports.ts';
import { useQueryParameters } from '#pwa/navigation/use-query-parameters.ts';
import { useLabToday } from '#pwa/replica/hooks/use-lab-today.ts';
import { Page } from '#pwa/ui/page.tsx';
import { Tabs } from '#pwa/ui/tabs.tsx';
import { AgeingPart } from './ageing-part.tsx';
import { lastTwelveMonths, type Period } from './report-period.ts';
import { RevenuePart } from './revenue-part.tsx';
import { TurnaroundPart } from './turnaround-part.tsx';

/** Revenue, ageing and turnaround; the filters are in the address. */
export function ReportsPage() {
  const { parameters, update } = useQueryParameters();
  const today = useLabToday();
  const usual = lastTwelveMonths(today);
  const period: Period = {
    from: parameters.get('from') ?? usual.from,
    to: parameters.get('to') ?? usual.to,
  };
  const onPeriod = ({ from, to }: Period) => update({ from, to });
  const group = RevenueGroup.safeParse(parameters.get('by'));
  const shared = { period, onPeriod, today };
  return (
    <Page title="Reports" breadcrumbs={[{ label: 'Billing', href: '/billing' }]}>
      <p className="text-ink-soft">
        Days follow the lab’s clock. Void and canceled invoices and their payments are left out.
      </p>
      <Tabs
        value={parameters.get('report') ?? 'revenue'}
        onChange={(report) => update({ report })}
        tabs={[
          {
            id: 'revenue',
            label: 'Revenue',
            content: (
              <RevenuePart
                {...shared}
                groupBy={group.success ? group.data : 'month'}
                onGroupBy={(by) => update({ by })}
              />
            ),
          },
          {
            id: 'ageing',
            label: 'Aging',
            content: <AgeingPart at={parameters.get('at') ?? usual.to} onAt={(at) => update({ at })} />,
          },
          { id: 'turnaround', label: 'Turnaround', content: <TurnaroundPart {...shared} /> },
        ]}
      />
    </Page>
  );
}
