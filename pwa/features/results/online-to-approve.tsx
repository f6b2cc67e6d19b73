import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { OrdersToApprove } from './orders-to-approve.tsx';

/** Results that wait for a director, on a home page that works offline; from the server. */
export function OnlineToApprove() {
  return (
    <OnlineQueries>
      <OrdersToApprove />
    </OnlineQueries>
  );
}
