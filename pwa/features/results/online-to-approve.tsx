import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { OrdersToApprove } from './orders-to-approve.tsx';

/** The results that wait for a director, on a home that works offline; asked of the server. */
export function OnlineToApprove() {
  return (
    <OnlineQueries>
      <OrdersToApprove />
    </OnlineQueries>
  );
}
