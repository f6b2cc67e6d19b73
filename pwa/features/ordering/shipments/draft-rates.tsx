import { useQuery } from '@tanstack/react-query';
import { chooseLabel, readRates, readShipping } from '#db/api/ordering/shipping.ts';
import { AppError } from '#db/errors/app-error.ts';
import { labelName } from '#db/ordering/shipments/label-price.ts';
import { callKey } from '#pwa/api/call.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { callQuery, useCall, useCallMutation } from '#pwa/api/use-call.ts';
import { Button } from '#pwa/ui/button.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { RateChoice } from './rate-choice.tsx';

const chosenName = (input: { body: { carrier: string; service: string } } | undefined): string | null =>
  input ? labelName(input.body) : null;

interface DraftRatesProps {
  orderId: string;
  /** The saved data on which the price depends; null without a sender address. */
  basis: string | null;
  /** The service whose label is in the total; null without one. */
  selected: string | null;
  /** Called when the price of a label is in the total. */
  onChosen(): Promise<unknown>;
}

/** Carrier rates for the shipment of a draft; the price of the selected one is in the total of the order. */
export function DraftRates({ orderId, basis, selected, onChosen }: DraftRatesProps) {
  const choose = useCallMutation(chooseLabel, {
    onSuccess: () => void onChosen(),
  });
  const sells = useCall(readShipping, { params: { id: orderId } }).data?.sellsLabels === true;
  const input = { params: { id: orderId }, query: { direction: 'INBOUND' } } as const;
  const { data, error, isFetching, refetch } = useQuery({
    ...callQuery(readRates, input),
    // The rates depend on what is saved, which is not part of the call.
    queryKey: [...callKey(readRates, input), basis],
    enabled: sells && basis !== null,
    gcTime: 0,
  });
  if (!sells) return null;
  if (basis === null)
    return <p className="text-ink-soft">Enter your address to see what the lab’s carriers ask.</p>;
  const rates = data?.rates ?? [];
  if (error && !isFetching && error instanceof AppError && error.code !== 'UNAVAILABLE')
    return <Notice tone="warning" title={errorText(error)} />;
  if (error && !isFetching)
    return (
      <Notice
        tone="warning"
        title="The carriers do not answer."
        action={<Button onClick={() => void refetch()}>Try again</Button>}
      >
        <p>{`${errorText(error)} You can continue and choose a carrier on the order page.`}</p>
      </Notice>
    );
  if (!data) return <Skeleton lines={3} label="Loading rates" />;
  if (rates.length === 0)
    return (
      <Notice tone="info" title="The lab’s carriers don’t accept this shipment. Use your own carrier." />
    );
  return (
    <RateChoice
      rates={rates}
      selectedId={
        rates.find((rate) => labelName(rate) === (choose.isPending ? chosenName(choose.variables) : selected))
          ?.id ?? null
      }
      onChoose={(id) => {
        const rate = rates.find((one) => one.id === id);
        if (!rate) return;
        const { carrier, service } = rate;
        choose.mutate(
          { params: { id: orderId }, body: { carrier, service } },
          { onError: (problem) => void toast.error(errorText(problem)) },
        );
      }}
    />
  );
}
