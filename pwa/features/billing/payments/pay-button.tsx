import { CreditCard } from 'lucide-react';
import { createContext, type ReactNode, useContext } from 'react';
import { createPortal } from 'react-dom';
import { formatMoney } from '#pwa/format/money.ts';
import { Button, type ButtonProps } from '#pwa/ui/button.tsx';
import { SubmitButton } from '#pwa/ui/form/form.tsx';

/** The bar of the page in which the form's only button stands; null while it is not drawn. */
export const PayBarContext = createContext<{ element: HTMLElement | null } | null>(null);

interface PayButtonProps extends Omit<ButtonProps, 'variant' | 'type' | 'children'> {
  /** In cents. */
  amount: number;
  /** The id of the form that the button submits; without one, `onClick` pays. */
  form?: string;
  /** Cancels the entry; there is nothing to cancel where the form is always in sight. */
  onCancel: (() => void) | null;
  cancelLabel?: string;
}

/** The button that pays: below its form, or in the bar of the page, where it also submits the order. */
export function PayButton({ amount, onCancel, cancelLabel = 'Cancel', form, ...rest }: PayButtonProps) {
  const bar = useContext(PayBarContext);
  const label = bar ? `Pay ${formatMoney(amount)} and submit` : `Pay ${formatMoney(amount)}`;
  const icon = bar ? { icon: CreditCard } : {};
  const button: ReactNode =
    form === undefined ? (
      <Button variant="primary" {...icon} {...rest}>
        {label}
      </Button>
    ) : (
      <SubmitButton form={form} {...icon} {...rest}>
        {label}
      </SubmitButton>
    );
  if (bar) return bar.element && createPortal(button, bar.element);
  return (
    <div className="flex flex-wrap justify-end gap-2">
      {onCancel && <Button onClick={onCancel}>{cancelLabel}</Button>}
      {button}
    </div>
  );
}
