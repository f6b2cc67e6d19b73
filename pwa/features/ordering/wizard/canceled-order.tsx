import { Notice } from '#pwa/ui/notice.tsx';
import { Page } from '#pwa/ui/page.tsx';

/** Replaces the wizard of an order that was discarded or canceled. */
export const CanceledOrder = ({ orderNumber, orderHref }: { orderNumber: string; orderHref: string }) => (
  <Page title={`Order ${orderNumber}`} breadcrumbs={[{ label: 'New order', href: '/order/create' }]}>
    <Notice tone="warning" title="This order was discarded or canceled">
      <p>
        <a href={orderHref} className="underline">
          See what became of it
        </a>
        {' or '}
        <a href="/order/create" className="underline">
          begin a new order
        </a>
        .
      </p>
    </Notice>
  </Page>
);
