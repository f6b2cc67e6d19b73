import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { InvoicePage } from '#pwa/features/billing/invoices/invoice-page.tsx';

function InvoiceRoute() {
  const { id } = Route.useParams();
  const navigate = useNavigate();
  return (
    <OnlineQueries>
      <InvoicePage portal="invoices" id={id} onOpen={(link) => void navigate(link)} />
    </OnlineQueries>
  );
}

export const Route = createFileRoute('/_signed-in/invoices/$id')({ component: InvoiceRoute });
