import { createFileRoute, useRouter } from '@tanstack/react-router';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { InvoicePage } from '#pwa/features/billing/invoices/invoice-page.tsx';

function InvoiceRoute() {
  const { id } = Route.useParams();
  const router = useRouter();
  return (
    <OnlineQueries>
      <InvoicePage portal="invoices" id={id} onOpen={(path) => router.history.push(path)} />
    </OnlineQueries>
  );
}

export const Route = createFileRoute('/_signed-in/invoices/$id')({ component: InvoiceRoute });
