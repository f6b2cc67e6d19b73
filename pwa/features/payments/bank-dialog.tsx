import { formatMoney } from '#pwa/format/money.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog.tsx';

interface BankDialogProps {
  open: boolean;
  /** In cents. */
  amount: number;
  busy: boolean;
  onAnswer(passed: boolean): void;
  onClose(): void;
}

/** The simulated bank's check of the card owner (3-D Secure). */
export function BankDialog({ open, amount, busy, onAnswer, onClose }: BankDialogProps) {
  return (
    <Dialog
      open={open}
      title="Your bank asks: is it you?"
      onClose={onClose}
      actions={
        <>
          <Button disabled={busy} onClick={() => onAnswer(false)}>
            No, stop it
          </Button>
          <Button variant="primary" busy={busy} onClick={() => onAnswer(true)}>
            Yes, it is me
          </Button>
        </>
      }
    >
      <p>{`A payment of ${formatMoney(amount)} waits for your confirmation (3-D Secure). This is the bank of the test cards.`}</p>
    </Dialog>
  );
}
