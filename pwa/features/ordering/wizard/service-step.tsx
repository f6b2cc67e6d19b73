import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '#pwa/ui/button.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { toast } from '#pwa/ui/toast.tsx';
import { readServices } from './draft-client.ts';
import { ServiceCards } from './service-cards.tsx';
import { errorText } from './use-draft.ts';
import { type StepProps, useSaver } from './use-step-form.ts';

/** The services on sale, from the server. */
export const useServices = () =>
  useQuery({
    queryKey: ['services on sale'],
    queryFn: ({ signal }) => readServices(signal),
    networkMode: 'always',
  });

/** The loading state of the services. */
export function ServicesWaiting({ services }: { services: ReturnType<typeof useServices> }) {
  if (!services.isError) return <Skeleton lines={6} label="Services" />;
  return (
    <Notice
      tone="danger"
      title={errorText(services.error)}
      action={<Button onClick={() => void services.refetch()}>Try again</Button>}
    />
  );
}

/** Step 1 of an existing draft: its service, which can still be changed. */
export function ServiceStep({ draft, operations, saver, isVisited }: StepProps) {
  const services = useServices();
  const [busy, setBusy] = useState<string | null>(null);
  useSaver(saver, async () => true);
  const choose = async ({ protocolId }: { protocolId: string }): Promise<void> => {
    setBusy(protocolId);
    await operations.save({ protocolId }).catch((error: unknown) => toast.error(errorText(error)));
    setBusy(null);
  };
  const problem = isVisited ? draft.problems.find(({ step }) => step === 'service') : undefined;
  return (
    <div className="flex flex-col gap-4">
      {problem && <Notice tone="warning" title={problem.message} />}
      {services.data ? (
        <ServiceCards
          services={services.data}
          selectedProtocolId={draft.order.protocolId}
          busy={busy}
          onChoose={(service) => void choose(service)}
        />
      ) : (
        <ServicesWaiting services={services} />
      )}
    </div>
  );
}
