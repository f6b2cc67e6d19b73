import { useController } from 'react-hook-form';
import { ORDER_TYPE, type OrderType } from '#db/ordering/order-type.ts';
import { ChoiceCards } from './choice-cards.tsx';

const NOTE: Record<OrderType, string> = {
  ONLINE: 'Paid by card, which submits the order',
  PURCHASE_ORDER: 'A purchase order now, the invoice at the end',
  SALES_ORDER: 'Agreed with sales, the invoice at the end',
  CAMPAIGN: 'Paid by the sponsor of a campaign',
};

/** Selects the payment method; offers only those of the organization. */
export function OrderTypeChoice({
  availableTypes,
  onSelect,
}: {
  availableTypes: readonly OrderType[];
  onSelect(): void;
}) {
  const { field, fieldState } = useController({ name: 'orderType' });
  return (
    <ChoiceCards
      legend="Order type"
      name={field.name}
      value={field.value}
      error={fieldState.error?.message}
      options={availableTypes.map((type) => ({ value: type, label: ORDER_TYPE[type], note: NOTE[type] }))}
      onChange={(type) => {
        field.onChange(type);
        onSelect();
      }}
    />
  );
}
