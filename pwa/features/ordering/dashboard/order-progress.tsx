import { Link } from '@tanstack/react-router';
import { ORDER_STATUS } from '#db/ordering/orders/order-status.ts';
import type { CustomerWork, OrderProgress } from '#db/ordering/orders/orders-summary.ts';
import { orderSteps } from '#pwa/features/ordering/orders/order-steps.ts';
import type { Viewer } from '#pwa/features/ordering/viewer.ts';
import { countOf } from '#pwa/format/numbers.ts';
import { StatusBadge } from '#pwa/ui/badge.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { Stepper } from '#pwa/ui/stepper.tsx';
import { Time } from '#pwa/ui/time.tsx';
import { AllLink } from './portal-page.tsx';

const releasedText = ({ released, specimens }: OrderProgress): string =>
  released > 0 ? `results of ${released} of ${specimens} ready` : countOf(specimens, 'specimen');

/** Report whether results are still to come. */
const isExpected = ({ released, specimens }: OrderProgress): boolean =>
  released === 0 || released < specimens;

function Due({ order: { dueAt, turnaroundDays } }: { order: OrderProgress }) {
  return dueAt === null ? (
    `Results ${countOf(turnaroundDays, 'day')} after receipt`
  ) : (
    <>
      Results due <Time value={dueAt} />
    </>
  );
}

/** Orders in progress: a line each, with its steps and the day on which the results are due. */
export function OrdersInProgress({
  progress: { total, rows },
  viewer,
}: {
  progress: CustomerWork['progress'];
  viewer: Viewer;
}) {
  return (
    <Section
      title="Orders in progress"
      actions={
        <AllLink link={{ to: viewer.base }}>{total > rows.length ? `All ${total}` : 'All orders'}</AllLink>
      }
    >
      {rows.length === 0 ? (
        <p className="text-ink-soft">No orders in progress.</p>
      ) : (
        <ul aria-label="Orders in progress" className="-my-2 divide-y divide-line">
          {rows.map((row) => {
            const steps = orderSteps(row);
            return (
              <li key={row.id}>
                <Link
                  to={`${viewer.base}/$id`}
                  params={{ id: row.id }}
                  className="group flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2"
                >
                  <span className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
                    <span className="code font-medium text-accent-ink underline-offset-2 group-hover:underline">
                      {row.orderNumber}
                    </span>
                    <StatusBadge display={ORDER_STATUS[row.status]} />
                    {steps && <Stepper steps={steps} compact />}
                  </span>
                  <span className="min-w-0 text-ink-soft text-sm tabular-nums">
                    {`${row.serviceName}, ${releasedText(row)}`}
                    {isExpected(row) && (
                      <>
                        {' · '}
                        <Due order={row} />
                      </>
                    )}
                  </span>
                </Link>
              </li>
            );
          })}
        </ul>
      )}
    </Section>
  );
}
