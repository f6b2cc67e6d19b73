import { useState } from 'react';
import { may } from '#db/access/grants.ts';
import { listSavedCards, removeSavedCard, setDefaultCard } from '#db/api/billing/saved-cards.ts';
import { cardName } from '#db/billing/payments/payment.ts';
import { isExpired, type ShownCard } from '#db/billing/payments/saved-card.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { useCall, useCallMutation } from '#pwa/api/use-call.ts';
import { useMoneyViewer } from '#pwa/features/billing/invoices/use-invoice.ts';
import { useLabToday } from '#pwa/replica/hooks/use-lab-today.ts';
import { Badge } from '#pwa/ui/badge.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/dialog/confirm-dialog.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { Section } from '#pwa/ui/page.tsx';

/** The choice of a card that is not saved. */
export const OTHER_CARD = 'other';

/** The ways to pay by card. */
interface CardChoices {
  /** The saved cards of the organization that are still valid; none for roles that pay nothing. */
  cards: readonly ShownCard[];
  /** Whether the lab takes cards; null while that is read. */
  canPayByCard: boolean | null;
}

/** Read the saved cards of the organization, and whether the lab takes cards. */
export function useCardChoices(): CardChoices {
  const { role, staff } = useMoneyViewer();
  const today = useLabToday();
  const mayPay =
    !staff && (may(role, 'create-payment-intent:create') || may(role, 'create-online-payment-intent:create'));
  const { data } = useCall(listSavedCards, {}, { enabled: mayPay, staleTime: 0 });
  const cards = (data?.cards ?? []).filter((card) => !isExpired(card, today));
  return { cards, canPayByCard: data?.canPayByCard ?? null };
}

const expiryText = ({ expMonth, expYear }: ShownCard): string =>
  `${String(expMonth).padStart(2, '0')}/${String(expYear % 100).padStart(2, '0')}`;

/** Chooses a saved card, or another one. */
export function SavedCardChoice({
  cards,
  selected,
  onChoose,
}: {
  cards: readonly ShownCard[];
  selected: string;
  onChoose(id: string): void;
}) {
  const options = [
    ...cards.map((card) => ({ id: card.id, label: cardName(card), detail: `Expires ${expiryText(card)}` })),
    { id: OTHER_CARD, label: 'Another card', detail: '' },
  ];
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="mb-1 font-medium">Pay with</legend>
      {options.map(({ id, label, detail }) => (
        <label
          key={id}
          className="flex min-h-control items-center gap-3 rounded-md border border-line px-3 py-1 has-checked:border-accent has-checked:bg-accent-soft"
        >
          <input
            type="radio"
            name="saved-card"
            className="size-5 shrink-0 accent-accent"
            checked={selected === id}
            onChange={() => onChoose(id)}
          />
          <span className="min-w-0 flex-1 wrap-anywhere">{label}</span>
          <span className="text-ink-soft text-sm tabular-nums">{detail}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** The saved cards of the organization: make one the default, remove one. */
export function SavedCards() {
  const { role, staff } = useMoneyViewer();
  const today = useLabToday();
  const mayChange = !staff && may(role, 'create-payment-intent:create');
  const { data } = useCall(listSavedCards, {}, { enabled: mayChange, staleTime: 0 });
  const [removed, setRemoved] = useState<ShownCard | null>(null);
  const invalidates = [listSavedCards];
  const onError = (error: unknown) => void toast.error(errorText(error));
  const makeDefault = useCallMutation(setDefaultCard, { invalidates });
  const remove = useCallMutation(removeSavedCard, { invalidates, onSuccess: () => setRemoved(null) });
  const cards = data?.cards ?? [];
  if (!mayChange || cards.length === 0) return null;
  return (
    <Section title="Saved cards">
      <ul aria-label="Saved cards" className="divide-y divide-line">
        {cards.map((card) => (
          <li key={card.id} className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2">
            <span className="min-w-0 flex-1 basis-48">
              <span className="font-medium">{cardName(card)}</span>
              <span className="ml-3 text-ink-soft text-sm tabular-nums">
                {isExpired(card, today) ? `Expired ${expiryText(card)}` : `Expires ${expiryText(card)}`}
              </span>
            </span>
            {card.isDefault ? (
              <Badge tone="neutral">Default</Badge>
            ) : (
              <Button
                aria-label={`Make ${cardName(card)} the default`}
                onClick={() => makeDefault.mutate({ params: { id: card.id }, body: {} }, { onError })}
              >
                Make default
              </Button>
            )}
            <Button aria-label={`Remove ${cardName(card)}`} onClick={() => setRemoved(card)}>
              Remove
            </Button>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={removed !== null}
        danger
        title={removed ? `Remove ${cardName(removed)}` : ''}
        confirmLabel="Remove card"
        busy={remove.isPending}
        onConfirm={() => removed && remove.mutate({ params: { id: removed.id }, body: {} }, { onError })}
        onClose={() => setRemoved(null)}
      >
        <p>Nobody of your organization can pay with it any more.</p>
      </ConfirmDialog>
    </Section>
  );
}
